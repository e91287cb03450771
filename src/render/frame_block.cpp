#include "frame_block.hpp"

#include "render/pieces/drawn_ground.hpp"
#include "subject.hpp"
#include "viridis.hpp"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

/// How strongly the lines of a grid are drawn whose cells are this wide in the middle of the image: narrow cells not at
/// all, wider ones faintly, and those that are wide enough to hold a finer grid fully.
float lineStrength(float pixels)
{
    return 0.35f * glm::smoothstep(std::log(14.0f), std::log(50.0f), std::log(pixels)) +
           0.65f * glm::smoothstep(std::log(55.0f), std::log(110.0f), std::log(pixels));
}

} // namespace

FrameBlock frameBlock(const Snapshot& snapshot, const Camera& camera, const PictureOptions& options,
                      const glm::ivec2& size)
{
    const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
    const float ground = drawnGroundHeight(snapshot);
    const float tangent = std::tan(0.5f * camera.fieldOfView);
    const float pixel = 2.0f * tangent / static_cast<float>(size.y);
    const glm::mat4 view = camera.view();
    const glm::vec3 eye = camera.eye();
    const auto row = [&](int i) { return glm::vec3(view[0][i], view[1][i], view[2][i]); };

    FrameBlock block{};
    block.viewProjection = camera.projection(aspect) * view;
    block.eye = eye;
    block.pixelSize = pixel;
    block.right = row(0) * tangent * aspect;
    block.up = row(1) * tangent;
    block.forward = -row(2);
    block.theme = themeColours(options.theme);
    block.groundHeight = ground;
    block.groundPresent = snapshot.hasGround ? 1.0f : 0.0f;

    // The finest decade of cells that is not crowded where the camera looks.
    const float metrePixels = 1.0f / (pixel * camera.distance);
    const float fine = std::pow(10.0f, std::ceil(std::log10(14.0f / metrePixels)));
    const double coarse = 10.0 * static_cast<double>(fine);
    // Only the place within a cell is given to the shader: far from the origin a float has no millimetres left.
    const auto withinCell = [&](float at)
    { return static_cast<float>(static_cast<double>(at) / coarse - std::floor(static_cast<double>(at) / coarse)); };
    block.eyeInCells = {withinCell(eye.x), withinCell(eye.z)};
    block.cellsPerMetre = 1.0f / fine;
    const float hazeStart = 2.5f * camera.distance + 1.0f * std::max(eye.y - ground, 0.0f);
    block.fineStrength = lineStrength(fine * metrePixels);
    block.coarseStrength = lineStrength(10.0f * fine * metrePixels);
    block.hazeStart2 = hazeStart * hazeStart;
    block.groundOpacity = eye.y < ground ? 0.45f : 1.0f;
    // A rope that falls onto soft ground dives into it a little; deeper, one wants to see where it is.
    const Box subject = snapshot.hasGround ? subjectOf(snapshot) : Box{};
    block.sunkOpacity = subject.empty() ? 0.0f : 0.6f * glm::smoothstep(0.2f, 0.6f, ground - subject.low.y);
    // Where there is no ground, squared paper in the scene's plane gives the scale.
    const bool sideways = std::abs(std::sin(snapshot.view.yaw)) > 0.7f;
    if (!snapshot.hasGround)
    {
        block.eyeOnPaper = {withinCell(sideways ? eye.z : eye.x), withinCell(eye.y)};
        block.paperDistance = sideways ? eye.x : eye.z;
        block.paperFacing = sideways ? -1.0f : 1.0f;
    }
    for (std::size_t i = 0; i < block.tensionColours.size(); ++i)
    {
        const float share = static_cast<float>(i) / static_cast<float>(block.tensionColours.size() - 1);
        block.tensionColours[i] = {linearFromSrgb(viridis(share, options.theme)), 0.0f};
    }
    return block;
}

} // namespace ropewalk
