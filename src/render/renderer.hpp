#pragma once

#include "camera.hpp"

#include "scenes/snapshot.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace ropewalk
{

enum class Theme
{
    light,
    dark
};

/// What a picture is drawn of, one after the other.
enum class DrawnPart
{
    sky, ///< and ground
    shadows,
    bodies, ///< and a field of ropes
    ropes,
    marks ///< and theory, and the other run
};

struct PictureOptions
{
    Theme theme = Theme::light;
    bool tensionColours = false;
    bool contactShade = true;               ///< what touches a rope keeps light from it
    bool softEdges = false;                 ///< of ropes, where a pixel has one sample
    std::span<const Polyline> ghost{};      ///< another run at the same time, drawn translucent
    std::function<void(DrawnPart)> drawn{}; ///< is called after each part, for a clock
};

/// Draws snapshots with OpenGL 3.3 core. Needs a current context, whose functions are loaded, from construction to
/// destruction; throws std::runtime_error with the compiler's log when a shader is wrong.
class Renderer
{
public:
    /// Shaders come from the program itself, or from the folder `shaders` when it is not empty (then saving a file
    /// there and calling `reloadShaders` shows the change).
    explicit Renderer(const std::filesystem::path& shaders = {});
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void reloadShaders();
    /// After a loss of the context, whose names then mean nothing.
    void makeAnew();

    /// Draws into the current framebuffer: `origin` and `size` in pixels, y up.
    void draw(const Snapshot& snapshot, const Camera& camera, const PictureOptions& options, const glm::ivec2& origin,
              const glm::ivec2& size);

private:
    struct Resources;
    std::unique_ptr<Resources> resources_;
};

/// Colour of a value in [0, 1] on the viridis scale (sRGB, 0 to 1): readable with every kind of colour vision. The same
/// as the shaders use, for legends. In the dark theme it begins at a blue, as its violet is lost before a dark ground.
glm::vec3 viridis(float value, Theme theme = Theme::light);

} // namespace ropewalk
