#pragma once

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// A place where a rope lies against another strand or a solid, which keeps light from it.
struct DrawnTouch
{
    std::size_t segment = 0;
    float along = 0.0f;      ///< 0 at the segment's first point, 1 at the next
    glm::vec3 towards{0.0f}; ///< unit vector from the rope's line to the other
    glm::vec3 course{0.0f};  ///< unit vector along the other strand; zero for a solid
};

/// A rope or a thread to draw: points joined by a smooth round tube.
struct Polyline
{
    enum class Style
    {
        rope,  ///< laid strands of fibre, whipped ends
        braid, ///< a woven sheath, as of a climbing rope, whipped ends
        wire,  ///< laid strands of steel
        thread ///< plain: springs, paths, exact solutions
    };
    Style style = Style::rope;
    glm::vec3 colour{0.5f};        ///< of a thread, sRGB
    std::vector<glm::vec3> points; ///< [m]
    std::vector<float> tension;    ///< [N], one for each segment: points.size() - 1; or what Snapshot::colourTitle says
    /// Angles [rad] by which the strands are turned about the rope at each point, beside the lay that they have
    /// untwisted; empty where none is known.
    std::vector<float> twist;
    std::vector<DrawnTouch> touches;
    float radius = 0.02f; ///< [m]
    /// Point i > 0 is the same thing as the point of an earlier snapshot with i + identity equal; point 0 is always
    /// the same. So snapshots can be mixed while a reel inserts points behind point 0.
    int identity = 0;
    bool grabbable = true; ///< the mouse may take its points, all but point 0
};

/// A woven sheet: points in rows, row after row.
struct Surface
{
    std::vector<glm::vec3> points; ///< [m], columns * rows
    int columns = 0;
    int rows = 0;
    bool grabbable = true;
};

/// Thousands of thin ropes with as many points each, drawn at once.
struct RopeField
{
    int ropeCount = 0;
    int pointsPerRope = 0;  ///< from the connection point to the free end, at least 2
    std::vector<float> xyz; ///< [m], of the points of the first rope, then of the next
    float radius = 0.02f;   ///< [m]
    float spacing = 0.5f;   ///< [m] between neighbouring ropes, which says how much light gets between them

    glm::vec3 point(int rope, int number) const
    {
        const float* at = xyz.data() + 3 * (static_cast<std::size_t>(rope) * static_cast<std::size_t>(pointsPerRope) +
                                            static_cast<std::size_t>(number));
        return {at[0], at[1], at[2]};
    }
};

/// What a body looks as if it were made of.
enum class Material
{
    paint, ///< of the body's own colour
    steel,
    wood, ///< a crate
    brick,
    concrete,
    enamel, ///< yellow, of machines
    iron,   ///< dark treads of crawlers
    glass
};

/// A rigid body of the plane z = 0: a ball, or a prism whose outline moves in that plane.
struct PlanarShape
{
    glm::vec2 position{0.0f}; ///< [m]
    float angle = 0.0f;       ///< [rad]
    float radius = 0.0f;      ///< [m], of a circle
    std::uint32_t firstVertex = 0;
    std::uint32_t vertexCount = 0; ///< of Snapshot::outlines, counter-clockwise about the body's origin; 0: a circle
    int identity = 0;              ///< the same body in another snapshot has the same
    bool fixed = false;
    Material material = Material::paint;
    float depth = 0.0f; ///< [m], of a prism along z; 0: as deep as it is wide, and deeper than all others if fixed
    float z = 0.0f;     ///< [m], the middle of its depth
};

/// A solid of space, anywhere and turned anyhow.
struct SpatialShape
{
    enum class Kind
    {
        sphere,
        bar,  ///< round, with round ends
        post, ///< round, with flat ends
        box,
        ring
    };
    Kind kind = Kind::sphere;
    glm::vec3 position{0.0f}; ///< [m] of its middle
    glm::mat3 axes{1.0f};     ///< its own axes in columns; a round body is round about the second
    float radius = 0.1f;      ///< [m]; of a ring, to the middle of its round bar
    float length = 0.5f;      ///< [m], of a bar's axis between the middles of its ends, or of a post
    float thickness = 0.02f;  ///< [m], the radius of a ring's round bar
    glm::vec3 size{0.3f};     ///< [m], of a box along its axes
    glm::vec3 colour{0.5f};   ///< sRGB, of Material::paint
    Material material = Material::paint;
    int identity = 0;        ///< the same solid in another snapshot has the same
    bool castsShadow = true; ///< of a box; false before something larger whose shadow covers its own

    static SpatialShape sphere(const glm::vec3& middle, float radius, const glm::vec3& colour);
    static SpatialShape post(const glm::vec3& middle, float radius, float length, const glm::vec3& colour);
    static SpatialShape box(const glm::vec3& middle, const glm::vec3& size, const glm::vec3& colour);

    float reach() const;      ///< [m], how far it is from its middle at most
    glm::vec3 extent() const; ///< [m], half of the box around it, along x, y and z
};

/// Text beside a point.
struct Label
{
    glm::vec3 position{0.0f}; ///< [m]
    std::string text;
};

/// A point that is marked in the viewport.
struct Marker
{
    enum class Kind
    {
        connection, ///< the end that the keys move
        grabbed,    ///< the mass under the mouse
        target      ///< where the mouse pulls it
    };
    Kind kind = Kind::connection;
    glm::vec3 position{0.0f}; ///< [m]
    float radius = 0.04f;     ///< [m]
};

/// A point that the mouse takes and moves: what the keys move, or what a constant places.
struct Handle
{
    glm::vec3 position{0.0f};     ///< [m]
    float radius = 0.04f;         ///< [m], as it is drawn
    std::string_view parameter{}; ///< name of the constant that places it; empty: a connection point or a pin
    std::optional<int> pin{};     ///< the mass, as in rope::Pin, that a user has pinned here
    std::optional<int> solid{};   ///< SpatialShape::identity of a solid that is taken wherever it is seen

    bool isPlaced() const { return !parameter.empty() || pin || solid; } ///< by a constant, not by keys
};

/// From where a scene is seen best at first, as yaw and pitch of the camera.
struct View
{
    float yaw = 0.0f;              ///< [rad]
    float pitch = 0.2f;            ///< [rad]
    std::vector<glm::vec3> points; ///< [m], to be in view as well: where things will go
};

/// Everything that is drawn of a scene at one moment; no simulation behind it.
struct Snapshot
{
    double time = 0.0; ///< [s]
    std::vector<Polyline> polylines;
    std::vector<Polyline> theory; ///< shapes that theory predicts, drawn over the others on demand
    std::vector<Surface> surfaces;
    RopeField field;                         ///< of no ropes where there is none
    std::vector<SpatialShape> solids;        ///< what a rope hangs from and carries: clamps, pins, weights
    std::vector<SpatialShape> spatialShapes; ///< what a rope lies on
    std::vector<SpatialShape> furniture;     ///< only to be seen: nothing touches it, and no view is made for it
    std::vector<PlanarShape> planarShapes;
    std::vector<glm::vec2> outlines; ///< vertices of the planar polygons
    std::vector<Marker> markers;
    std::vector<Handle> handles;
    std::vector<Label> labels;
    bool hasGround = false;
    float groundHeight = 0.0f; ///< [m]
    View view;
    float tensionScale = 1.0f;                    ///< [N], the top of the colour legend
    std::string_view colourTitle = "Tension [N]"; ///< what the colours of ropes show
    bool colourScaleFixed = false;                ///< the values have this top, and the legend fits to no others

    void clear(); ///< forgets the contents, but keeps the memory of a field for the next moment
};

/// The top of the colour legend [N] for forces of this size: the smallest of 1, 2, 5, 10, 20 ... that is not below it,
/// so that the legend stays while the force wanders a little.
float tensionLegendTop(double force);

/// The moment between two snapshots: `fraction` 0 gives `before`, 1 gives `after`. Points that only `after` has move
/// along with their neighbour.
void mix(const Snapshot& before, const Snapshot& after, float fraction, Snapshot& result);

/// The position of a mass: the index runs through the polylines, then through the surfaces.
std::optional<glm::vec3> pointOf(const Snapshot& snapshot, std::size_t mass);

} // namespace ropewalk
