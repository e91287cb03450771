#include "renderer.hpp"

#include "body_drawing.hpp"
#include "field_drawing.hpp"
#include "frame_block.hpp"
#include "render/gl/gl_objects.hpp"
#include "render/gl/gpu_mesh.hpp"
#include "render/gl/pass.hpp"
#include "render/gl/shader_library.hpp"
#include "render/pieces/curve_points.hpp"
#include "render/pieces/drawn_ground.hpp"
#include "render/pieces/mesh.hpp"
#include "theme_colours.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace ropewalk
{

namespace
{

constexpr Pass backdrop{.depth = false};
constexpr Pass groundShadow{.depth = false, .blend = Pass::Blend::darkest}; // shadows that overlap do not add up
constexpr Pass shade{.writesDepth = false, .blend = Pass::Blend::over};
/// Its depths come first: only the nearest of its curves is blended, and none where the scene is nearer.
constexpr std::array ghost{Pass{.cull = true, .colour = false, .alpha = false},
                           Pass{.cull = true, .alpha = false, .blend = Pass::Blend::thin}};
/// Over everything: what agrees with theory would else hide it. Without depths the far side would lie on the near one.
constexpr std::array theory{Pass{.depth = false, .cull = true}};
constexpr Pass pane{.blend = Pass::Blend::over};

/// Attributes 1 to 8 and 10 to 15 are point i and point i + 1 of `points` for instance i, 9 the colour of both.
void readCurvePoints(const GpuMesh& mesh, const StreamBuffer& points)
{
    mesh.bind();
    glBindBuffer(GL_ARRAY_BUFFER, points.id());
    for (GLuint point = 0; point < 2; ++point)
    {
        const auto read = [point](GLuint location, GLint components, GLenum type, std::size_t offset) {
            attribute(location + 4 * point, components, type, sizeof(CurvePoint), offset + point * sizeof(CurvePoint),
                      1);
        };
        read(1, 3, GL_FLOAT, offsetof(CurvePoint, position));
        read(2, 4, GL_SHORT, offsetof(CurvePoint, tangent));   // and role
        read(3, 4, GL_SHORT, offsetof(CurvePoint, normal));    // and tension
        read(4, 4, GL_FLOAT, offsetof(CurvePoint, fromStart)); // toEnd, radius and twist come behind it
    }
    attribute(9, 4, GL_UNSIGNED_BYTE, sizeof(CurvePoint), offsetof(CurvePoint, colour), 1); // and style
    for (GLuint point = 0; point < 2; ++point)
        for (const auto& [location, offset] :
             {std::pair(10u, offsetof(CurvePoint, touch)), std::pair(11u, offsetof(CurvePoint, otherTouch)),
              std::pair(12u, offsetof(CurvePoint, crossing))})
            attribute(location + 3 * point, 4, GL_BYTE, sizeof(CurvePoint), offset + point * sizeof(CurvePoint), 1);
    glBindVertexArray(0);
}

/// The mesh of a tube's segment and how fine it is.
struct Tube
{
    Tube(int ringCount, int sideCount, int capRings)
        : rings(static_cast<float>(ringCount)), sides(static_cast<float>(sideCount)),
          mesh(tubeMesh(ringCount, sideCount, capRings))
    {
    }
    float rings;
    float sides;
    GpuMesh mesh;
};

Mesh backgroundMesh()
{
    return {{{-1.0f, -1.0f, 0.0f}, {3.0f, -1.0f, 0.0f}, {-1.0f, 3.0f, 0.0f}}, {0, 1, 2}};
}

/// A matrix that puts the z axis of a mesh along `z`.
glm::mat4 placement(const glm::vec3& origin, const glm::vec3& z, float across, float along)
{
    const glm::vec3 helper = std::abs(z.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
    const glm::vec3 x = glm::normalize(glm::cross(helper, z));
    const glm::vec3 y = glm::cross(z, x);
    return {glm::vec4(x * across, 0.0f), glm::vec4(y * across, 0.0f), glm::vec4(z * along, 0.0f),
            glm::vec4(origin, 1.0f)};
}

} // namespace

struct Renderer::Resources
{
    explicit Resources(const std::filesystem::path& folder) : library(folder)
    {
        glBindBuffer(GL_UNIFORM_BUFFER, frame.id());
        glBufferData(GL_UNIFORM_BUFFER, sizeof(FrameBlock), nullptr, GL_STREAM_DRAW);
        for (const auto& ofRings : tubes)
            for (const Tube& tube : ofRings)
                readCurvePoints(tube.mesh, points);
        readCurvePoints(quads, points);
        readCurvePoints(shadowQuads, shadowPoints);
        readCurvePoints(pairsOfShadowQuads, shadowPoints);
        load();
    }

    void load()
    {
        // All are made before any is replaced: a mistake in a shader that is being edited changes nothing.
        std::array<Program, 8> made{
            library.program({"colour.glsl", "sky.vert"}, {"sky.frag"}),
            library.program({"background.vert"}, {"ground.glsl", "paper.frag"}),
            library.program({"background.vert"}, {"ground.glsl", "ground.frag"}),
            library.program({"pane.vert"}, {"ground.glsl", "pane.frag"}),
            library.program({"curve.glsl", "shadow.glsl", "shadow.vert"},
                            {"ground.glsl", "shadow.glsl", "shadow.frag"}),
            library.program({"curve.glsl", "touch.glsl", "palette.glsl", "strands.glsl", "tube.vert"},
                            {"light.glsl", "strands.glsl", "tube.frag"}),
            library.program({"curve.glsl", "touch.glsl", "touch.vert"}, {"touch.frag"}),
            library.program({"marker.vert"}, {"marker.frag"}),
        };
        bodies.load(library);
        field.load(library);
        programs = std::move(made);
        const GLuint marked = programs[markerStage].id();
        placementAt = glGetUniformLocation(marked, "placement");
        ringAt = glGetUniformLocation(marked, "ring");
        albedoAt = glGetUniformLocation(marked, "albedo");
        materialAt = glGetUniformLocation(marked, "material");
    }

    /// As many triangles as can be seen, and no more than a crowd of ropes allows.
    const Tube& tubeFor(float radiusPixels, float bowPixels, std::size_t segments) const
    {
        const std::size_t most = segments > 100'000 ? 0 : segments > 10'000 ? 1 : segments > 1'000 ? 2 : 3;
        const auto fineness = [most](float pixels, const std::array<float, 3>& limits)
        {
            const auto above = std::count_if(limits.begin(), limits.end(), [=](float limit) { return pixels > limit; });
            return std::min(most, static_cast<std::size_t>(above));
        };
        // A third of a pixel may be missing: of a bow, which is less by the square of the number of its parts, and of
        // the outline between two sides.
        return tubes[fineness(bowPixels, {0.3f, 1.0f, 3.4f})][fineness(radiusPixels, {2.2f, 4.5f, 10.0f})];
    }

    void drawBackground(const FrameBlock& block, bool withGround, const glm::ivec2& origin,
                        const glm::ivec2& size) const;
    void drawMarkers(const Snapshot& snapshot, const Camera& camera, float pixel, Theme theme);
    /// Curves beside the scene, in each of the passes.
    void drawCurves(std::span<const Polyline> curves, std::span<const Pass> passes, const Snapshot& snapshot,
                    const CurvePoints::View& view, const Tube& tube);

    ShaderLibrary library;
    enum Stage : std::size_t
    {
        skyStage,
        paperStage,
        groundStage,
        paneStage,
        shadowStage,
        tubeStage,
        touchStage,
        markerStage
    };
    void use(Stage stage, const Pass& pass) const
    {
        pass.use();
        glUseProgram(programs[stage].id());
    }
    std::array<Program, 8> programs;
    GLint placementAt = -1;
    GLint ringAt = -1;
    GLint albedoAt = -1;
    GLint materialAt = -1;

    CurvePoints curve;
    StreamBuffer points;
    StreamBuffer shadowPoints;
    BodyDrawing bodies;
    FieldDrawing field;
    Buffer frame;
    static std::array<Tube, 4> tubesOf(int rings)
    {
        return {Tube(rings, 6, 0), Tube(rings, 8, 1), Tube(rings, 12, 3), Tube(rings, 30, 6)};
    }
    std::array<std::array<Tube, 4>, 4> tubes{tubesOf(1), tubesOf(2), tubesOf(4), tubesOf(10)}; ///< by rings, then sides
    GpuMesh quads{partsMesh(1)};                                                               ///< along a segment
    GpuMesh shadowQuads{partsMesh(1)};
    GpuMesh pairsOfShadowQuads{partsMesh(2)};
    GpuMesh disc{groundMesh(6, 12, 12.0f)};
    GpuMesh background{backgroundMesh()};
    GpuMesh sky{skyMesh(16, 16)};
    GpuMesh ball{sphereMesh(16, 32)};
    GpuMesh ring{torusMesh(0.13f, 48, 12)};
    GpuMesh thinRing{torusMesh(0.07f, 48, 8)};
    GpuMesh hoop{torusMesh(0.018f, 96, 6)}; ///< around large shapes
    GpuMesh bar{cylinderMesh(8)};
};

Renderer::Renderer(const std::filesystem::path& shaders) : resources_(std::make_unique<Resources>(shaders)) {}

Renderer::~Renderer() = default;

void Renderer::makeAnew()
{
    const std::filesystem::path folder = resources_->library.folder();
    resources_ = std::make_unique<Resources>(folder);
}

void Renderer::reloadShaders()
{
    resources_->load();
}

void Renderer::draw(const Snapshot& snapshot, const Camera& camera, const PictureOptions& options,
                    const glm::ivec2& origin, const glm::ivec2& size)
{
    if (size.x < 1 || size.y < 1)
        return;
    Resources& r = *resources_;

    FrameBlock block = frameBlock(snapshot, camera, options, size);
    const float pixel = block.pixelSize;
    const glm::vec3 eye = camera.eye();
    const CurvePoints::View view{eye, block.forward, 0.02f * camera.distance, options.contactShade};
    r.curve.pack(snapshot, view);
    r.points.write(r.curve.points());
    r.bodies.prepare(snapshot, block.theme.sun, eye, pixel);
    r.field.prepare(snapshot.field, block, view.nearest);
    const Tube& tube =
        r.tubeFor(r.curve.largestRadius() / pixel, r.curve.largestBow() / pixel, r.curve.points().size());
    block.tubeRings = tube.rings;
    block.tubeSides = tube.sides;
    glBindBuffer(GL_UNIFORM_BUFFER, r.frame.id());
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof(block), &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, ShaderLibrary::frameBinding, r.frame.id());

    glViewport(origin.x, origin.y, size.x, size.y);
    glScissor(origin.x, origin.y, size.x, size.y);
    glEnable(GL_SCISSOR_TEST);
#ifdef GL_FRAMEBUFFER_SRGB // OpenGL ES has neither switch
    glEnable(GL_MULTISAMPLE);
    glDisable(GL_FRAMEBUFFER_SRGB); // the shaders encode
#endif
    glDisable(GL_STENCIL_TEST);
    backdrop.use();
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);

    const auto instances = static_cast<GLsizei>(std::max<std::size_t>(r.curve.points().size(), 1) - 1);
    const bool fromAbove = block.groundOpacity >= 1.0f;

    r.drawBackground(block, snapshot.hasGround && fromAbove, origin, size);
    if (snapshot.hasGround && fromAbove)
    {
        groundShadow.use();
        if (instances > 0)
        {
            constexpr float straight = 0.5f; // [pixel]
            const std::vector<CurvePoint>& shadowed =
                r.curve.pointsForShadows(snapshot.groundHeight, block.theme.sun.y);
            r.shadowPoints.write(shadowed);
            r.use(Resources::shadowStage, groundShadow);
            (r.curve.largestBow() < straight * pixel ? r.shadowQuads : r.pairsOfShadowQuads)
                .drawInstances(static_cast<GLsizei>(shadowed.size()) - 1);
        }
        r.bodies.drawShadows();
        r.field.drawShadow();
    }

    const auto blended = [](bool over) { return over ? Pass::Blend::over : Pass::Blend::none; };
    const bool sunk = fromAbove && block.sunkOpacity > 0.0f; // into the ground, which is drawn
    Pass{.blend = blended(sunk)}.use();
    r.field.draw();
    r.bodies.draw({.blend = blended(sunk)});
    if (r.curve.touchesSolids())
    {
        r.use(Resources::touchStage, shade);
        r.quads.drawInstances(instances);
    }
    if (instances > 0)
    {
        r.use(Resources::tubeStage, {.cull = true, .blend = blended(sunk || options.softEdges)});
        tube.mesh.drawInstances(instances);
    }
    r.drawMarkers(snapshot, camera, pixel, options.theme);
    r.drawCurves(options.ghost, ghost, snapshot, view, tube);
    r.drawCurves(snapshot.theory, theory, snapshot, view, tube);

    if (snapshot.hasGround && !fromAbove)
    {
        r.use(Resources::paneStage, pane);
        r.disc.draw();
    }

    glBindVertexArray(0);
    glUseProgram(0);
    backdrop.use(); // what others draw lies on the picture
    glDisable(GL_SCISSOR_TEST);
}

/// The horizon is a level line, as the camera never leans: sky above, ground below, so that no pixel pays for both.
void Renderer::Resources::drawBackground(const FrameBlock& block, bool withGround, const glm::ivec2& origin,
                                         const glm::ivec2& size) const
{
    int horizon = 0;
    if (withGround)
    {
        const float at = 0.5f - 0.5f * block.forward.y / std::max(block.up.y, 1e-6f);
        horizon = static_cast<int>(std::clamp(at, 0.0f, 1.0f) * static_cast<float>(size.y));
        glScissor(origin.x, origin.y, size.x, horizon);
        use(groundStage, backdrop);
        background.draw();
    }
    glScissor(origin.x, origin.y + horizon, size.x, size.y - horizon);
    use(withGround ? skyStage : paperStage, backdrop);
    (withGround ? sky : background).draw();
    glScissor(origin.x, origin.y, size.x, size.y);
}

void Renderer::Resources::drawCurves(std::span<const Polyline> curves, std::span<const Pass> passes,
                                     const Snapshot& snapshot, const CurvePoints::View& view, const Tube& tube)
{
    curve.packOnly(curves, snapshot, view);
    if (curve.points().size() < 2)
        return;
    points.write(curve.points());
    for (const Pass& pass : passes)
    {
        use(tubeStage, pass);
        tube.mesh.drawInstances(static_cast<GLsizei>(curve.points().size() - 1));
    }
}

void Renderer::Resources::drawMarkers(const Snapshot& snapshot, const Camera& camera, float pixel, Theme theme)
{
    if (snapshot.markers.empty() && snapshot.handles.empty())
        return;
    use(markerStage, {});
    const glm::vec3 eye = camera.eye();
    enum class Shape
    {
        straight = -1,
        round = 0,
        hollow = 1
    };
    const auto draw =
        [&](const GpuMesh& mesh, Shape shape, const glm::mat4& at, const glm::vec4& albedo, const glm::vec2& material)
    {
        glUniformMatrix4fv(placementAt, 1, GL_FALSE, glm::value_ptr(at));
        glUniform1f(ringAt, static_cast<float>(shape));
        glUniform4fv(albedoAt, 1, glm::value_ptr(albedo));
        glUniform2fv(materialAt, 1, glm::value_ptr(material));
        mesh.draw();
    };
    const auto towardsEye = [&](const glm::vec3& from)
    {
        const glm::vec3 line = eye - from;
        const float length = glm::length(line);
        return length > 0.0f ? line / length : glm::vec3(0.0f, 0.0f, 1.0f);
    };
    // Marks say where something is: they stay visible from far away.
    const auto atLeast = [&](float radius, const glm::vec3& from, float pixels)
    { return std::max(radius, pixels * pixel * glm::distance(eye, from)); };

    const glm::vec4 steel(0.72f, 0.74f, 0.78f, 0.0f);
    const glm::vec4 enamel(0.86f, 0.16f, 0.035f, 0.05f);
    const glm::vec4 accent =
        theme == Theme::light ? glm::vec4(0.0f, 0.30f, 0.75f, 0.75f) : glm::vec4(0.10f, 0.62f, 1.0f, 0.85f);
    const glm::vec4 grey(0.15f, 0.16f, 0.17f, 0.1f);
    for (const Handle& handle : snapshot.handles)
        if (handle.isPlaced() && !handle.solid)
        {
            const float radius = atLeast(handle.radius, handle.position, 5.0f);
            draw(ball, Shape::round, placement(handle.position, towardsEye(handle.position), radius, radius), grey,
                 {0.0f, 0.6f});
        }
    const Marker* grabbed = nullptr;
    for (const Marker& marker : snapshot.markers)
    {
        const glm::vec3 z = towardsEye(marker.position);
        if (marker.kind == Marker::Kind::connection)
        {
            const float radius = atLeast(marker.radius, marker.position, 4.0f);
            draw(ball, Shape::round, placement(marker.position, z, radius, radius), enamel, {0.0f, 0.9f});
            draw(ring, Shape::hollow, placement(marker.position, z, 1.42f * radius, 1.42f * radius), steel,
                 {0.9f, 0.8f});
        }
        else if (marker.kind == Marker::Kind::grabbed)
        {
            const float radius = atLeast(1.6f * marker.radius, marker.position, 9.0f);
            constexpr float large = 30.0f; // [px]
            const GpuMesh& line = radius > atLeast(0.0f, marker.position, large) ? hoop : thinRing;
            draw(line, Shape::hollow, placement(marker.position, z, radius, radius), accent, {0.0f, 0.3f});
            grabbed = &marker;
        }
    }
    for (const Marker& marker : snapshot.markers)
        if (marker.kind == Marker::Kind::target)
        {
            const glm::vec3 z = towardsEye(marker.position);
            const float radius = atLeast(0.5f * marker.radius, marker.position, 4.0f);
            draw(ball, Shape::round, placement(marker.position, z, radius, radius), accent, {0.0f, 0.8f});
            if (!grabbed)
                continue;
            const glm::vec3 line = grabbed->position - marker.position;
            const float length = glm::length(line);
            if (length > radius)
                draw(bar, Shape::straight,
                     placement(marker.position, line / length, atLeast(0.0f, marker.position, 0.9f), length), accent,
                     {0.0f, 0.3f});
        }
}

} // namespace ropewalk
