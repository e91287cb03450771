#include "renderer.hpp"

#include "body_drawing.hpp"
#include "curve_drawing.hpp"
#include "field_drawing.hpp"
#include "frame_block.hpp"
#include "kept_backdrop.hpp"
#include "render/gl/gl_objects.hpp"
#include "render/gl/gpu_mesh.hpp"
#include "render/gl/pass.hpp"
#include "render/gl/shader_library.hpp"
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
/// Its depths come first: only the nearest of its curves is blended, and none where the scene is nearer.
constexpr std::array ghost{Pass{.cull = true, .colour = false, .alpha = false},
                           Pass{.cull = true, .alpha = false, .blend = Pass::Blend::thin}};
/// Over everything: what agrees with theory would else hide it. Without depths the far side would lie on the near one.
constexpr std::array theory{Pass{.depth = false, .cull = true}};
constexpr Pass pane{.blend = Pass::Blend::over};

Pass::Blend blended(bool over)
{
    return over ? Pass::Blend::over : Pass::Blend::none;
}

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
        load();
    }

    void load()
    {
        // All are made before any is replaced: a mistake in a shader that is being edited changes nothing.
        std::array<Program, 5> made{
            library.program({"colour.glsl", "sky.vert"}, {"sky.frag"}),
            library.program({"background.vert"}, {"ground.glsl", "paper.frag"}),
            library.program({"background.vert"}, {"ground.glsl", "ground.frag"}),
            library.program({"pane.vert"}, {"ground.glsl", "pane.frag"}),
            library.program({"marker.vert"}, {"marker.frag"}),
        };
        keptBackdrop.forget();
        bodies.load(library);
        curves.load(library);
        field.load(library);
        programs = std::move(made);
        const GLuint marked = programs[markerStage].id();
        placementAt = glGetUniformLocation(marked, "placement");
        ringAt = glGetUniformLocation(marked, "ring");
        albedoAt = glGetUniformLocation(marked, "albedo");
        materialAt = glGetUniformLocation(marked, "material");
    }

    void drawBackground(const FrameBlock& block, bool withGround, const glm::ivec2& origin,
                        const glm::ivec2& size) const;
    struct MarkerPen;
    void begin(const FrameBlock& block, const glm::ivec2& origin, const glm::ivec2& size) const;
    void drawShadows(float groundHeight, float sunHeight);
    void drawBodies(Pass::Blend blend) const;
    void drawMarkers(const Snapshot& snapshot, const glm::vec3& eye, float pixel, Theme theme) const;

    ShaderLibrary library;
    enum Stage : std::size_t
    {
        skyStage,
        paperStage,
        groundStage,
        paneStage,
        markerStage
    };
    void use(Stage stage, const Pass& pass) const
    {
        pass.use();
        glUseProgram(programs[stage].id());
    }
    std::array<Program, 5> programs;
    GLint placementAt = -1;
    GLint ringAt = -1;
    GLint albedoAt = -1;
    GLint materialAt = -1;

    KeptBackdrop keptBackdrop;
    CurveDrawing curves;
    BodyDrawing bodies;
    FieldDrawing field;
    Buffer frame;
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
    r.curves.prepare(snapshot, view, options, block);
    r.bodies.prepare(snapshot, block.theme.sun, eye, pixel);
    r.field.prepare(snapshot.field, block, view.nearest);
    r.begin(block, origin, size);

    const auto drawn = [&options](DrawnPart part)
    {
        if (options.drawn)
            options.drawn(part);
    };
    const bool fromAbove = block.groundOpacity >= 1.0f;
    const bool sunk = fromAbove && block.sunkOpacity > 0.0f; // things lie in the ground, which is drawn
    if (const bool withGround = snapshot.hasGround && fromAbove; !r.keptBackdrop.show(block, withGround, origin, size))
    {
        r.drawBackground(block, withGround, origin, size);
        r.keptBackdrop.drawn(origin, size);
    }
    drawn(DrawnPart::sky);
    if (snapshot.hasGround && fromAbove)
        r.drawShadows(snapshot.groundHeight, block.theme.sun.y);
    drawn(DrawnPart::shadows);
    r.drawBodies(blended(sunk));
    drawn(DrawnPart::bodies);
    r.curves.draw(blended(sunk || options.softEdges));
    drawn(DrawnPart::ropes);
    r.drawMarkers(snapshot, eye, pixel, options.theme);
    r.curves.drawOnly(options.ghost, ghost, snapshot, view);
    r.curves.drawOnly(snapshot.theory, theory, snapshot, view);
    if (snapshot.hasGround && !fromAbove)
    {
        r.use(Resources::paneStage, pane);
        r.disc.draw();
    }
    drawn(DrawnPart::marks);

    glBindVertexArray(0);
    glUseProgram(0);
    backdrop.use(); // what others draw lies on the picture
    glDisable(GL_SCISSOR_TEST);
}

void Renderer::Resources::begin(const FrameBlock& block, const glm::ivec2& origin, const glm::ivec2& size) const
{
    glBindBuffer(GL_UNIFORM_BUFFER, frame.id());
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof(block), &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, ShaderLibrary::frameBinding, frame.id());
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
}

void Renderer::Resources::drawShadows(float groundHeight, float sunHeight)
{
    groundShadow.use();
    curves.drawShadows(groundHeight, sunHeight);
    bodies.drawShadows();
    field.drawShadow();
}

void Renderer::Resources::drawBodies(Pass::Blend blend) const
{
    Pass{.blend = blend}.use();
    field.draw();
    bodies.draw({.blend = blend});
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

namespace
{

const glm::vec4 steel(0.72f, 0.74f, 0.78f, 0.0f);
const glm::vec4 enamel(0.86f, 0.16f, 0.035f, 0.05f);
const glm::vec4 grey(0.15f, 0.16f, 0.17f, 0.1f);

enum class MarkerShape
{
    straight = -1,
    round = 0,
    hollow = 1
};

} // namespace

/// Draws the marks of a picture. They say where something is: they stay visible from far away.
struct Renderer::Resources::MarkerPen
{
    const Resources& r;
    glm::vec3 eye;
    float pixel;
    glm::vec4 accent;

    float atLeast(float radius, const glm::vec3& from, float pixels) const
    {
        return std::max(radius, pixels * pixel * glm::distance(eye, from));
    }

    void put(const GpuMesh& mesh, MarkerShape shape, const glm::mat4& at, const glm::vec4& albedo,
             const glm::vec2& material) const
    {
        glUniformMatrix4fv(r.placementAt, 1, GL_FALSE, glm::value_ptr(at));
        glUniform1f(r.ringAt, static_cast<float>(shape));
        glUniform4fv(r.albedoAt, 1, glm::value_ptr(albedo));
        glUniform2fv(r.materialAt, 1, glm::value_ptr(material));
        mesh.draw();
    }

    /// A mesh that faces the eye.
    void face(const GpuMesh& mesh, MarkerShape shape, const glm::vec3& at, float radius, const glm::vec4& albedo,
              const glm::vec2& material) const
    {
        const glm::vec3 line = eye - at;
        const float length = glm::length(line);
        const glm::vec3 z = length > 0.0f ? line / length : glm::vec3(0.0f, 0.0f, 1.0f);
        put(mesh, shape, placement(at, z, radius, radius), albedo, material);
    }

    void drawTarget(const Marker& marker, const Marker* grabbed) const
    {
        const float radius = atLeast(0.5f * marker.radius, marker.position, 4.0f);
        face(r.ball, MarkerShape::round, marker.position, radius, accent, {0.0f, 0.8f});
        const glm::vec3 line = grabbed != nullptr ? grabbed->position - marker.position : glm::vec3(0.0f);
        const float length = glm::length(line);
        if (length > radius)
            put(r.bar, MarkerShape::straight,
                placement(marker.position, line / length, atLeast(0.0f, marker.position, 0.9f), length), accent,
                {0.0f, 0.3f});
    }
};

void Renderer::Resources::drawMarkers(const Snapshot& snapshot, const glm::vec3& eye, float pixel, Theme theme) const
{
    if (snapshot.markers.empty() && snapshot.handles.empty())
        return;
    use(markerStage, {});
    const MarkerPen pen{*this, eye, pixel,
                        theme == Theme::light ? glm::vec4(0.0f, 0.30f, 0.75f, 0.75f)
                                              : glm::vec4(0.10f, 0.62f, 1.0f, 0.85f)};
    for (const Handle& handle : snapshot.handles)
        if (handle.isPlaced() && !handle.solid)
            pen.face(ball, MarkerShape::round, handle.position, pen.atLeast(handle.radius, handle.position, 5.0f), grey,
                     {0.0f, 0.6f});
    const Marker* grabbed = nullptr;
    for (const Marker& marker : snapshot.markers)
        if (const glm::vec3& at = marker.position; marker.kind == Marker::Kind::connection)
        {
            const float radius = pen.atLeast(marker.radius, at, 4.0f);
            pen.face(ball, MarkerShape::round, at, radius, enamel, {0.0f, 0.9f});
            pen.face(ring, MarkerShape::hollow, at, 1.42f * radius, steel, {0.9f, 0.8f});
        }
        else if (marker.kind == Marker::Kind::grabbed)
        {
            const float radius = pen.atLeast(1.6f * marker.radius, at, 9.0f);
            constexpr float large = 30.0f; // [px]
            const GpuMesh& line = radius > pen.atLeast(0.0f, at, large) ? hoop : thinRing;
            pen.face(line, MarkerShape::hollow, at, radius, pen.accent, {0.0f, 0.3f});
            grabbed = &marker;
        }
    for (const Marker& marker : snapshot.markers)
        if (marker.kind == Marker::Kind::target)
            pen.drawTarget(marker, grabbed);
}

} // namespace ropewalk
