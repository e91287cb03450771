#include "runaway_film.hpp"

#include <rope/step_watch.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace ropewalk
{

namespace
{

/// Visits what moves.
template <typename Visit>
void forPoints(const Snapshot& snapshot, const Visit& visit)
{
    for (const Polyline& line : snapshot.polylines)
        std::for_each(line.points.begin(), line.points.end(), visit);
    for (const Surface& surface : snapshot.surfaces)
        std::for_each(surface.points.begin(), surface.points.end(), visit);
    for (const PlanarShape& shape : snapshot.planarShapes)
        visit(glm::vec3(shape.position, 0.0f));
}

/// [m], the diagonal of the box around it all; a NaN where a mass is nowhere.
float sizeOf(const Snapshot& snapshot)
{
    glm::vec3 low(std::numeric_limits<float>::infinity());
    glm::vec3 high(-std::numeric_limits<float>::infinity());
    float sum = 0.0f; // keeps a NaN, which min and max may lose
    forPoints(snapshot,
              [&](const glm::vec3& point)
              {
                  low = glm::min(low, point);
                  high = glm::max(high, point);
                  sum += point.x + point.y + point.z;
              });
    return glm::distance(low, high) + 0.0f * sum;
}

/// [m], that anything has moved from one to the other.
float farthest(const Snapshot& from, const Snapshot& to)
{
    std::vector<glm::vec3> points;
    forPoints(from, [&points](const glm::vec3& point) { points.push_back(point); });
    float most = 0.0f;
    std::size_t i = 0;
    forPoints(to,
              [&](const glm::vec3& point)
              {
                  if (i < points.size())
                      most = std::max(most, glm::distance(point, points[i]));
                  ++i;
              });
    return most;
}

} // namespace

RunawayFilm::RunawayFilm(Scene& scene, const Divergence& divergence, const std::function<double()>& clock)
    : divergence_(divergence)
{
    constexpr std::size_t mostSteps = 4000;
    constexpr std::size_t mostPictures = 120;
    constexpr double patience = 0.2; // [s]
    constexpr float away = 2.5f;     // times the size, beyond which nothing is to be seen
    const std::unique_ptr<SceneState> state = scene.save();
    const double step = scene.longestStep();
    const double begin = clock();
    const auto patient = [&] { return clock() - begin < patience; };
    // A single step of a rope that runs away may take minutes.
    struct TooLong
    {
    };
    const rope::StepWatch watch(
        [&](int)
        {
            if (!patient())
                throw TooLong();
        });
    const auto take = [&]
    {
        scene.fill(pictures_.emplace_back());
        return sizeOf(pictures_.back());
    };
    const float size = take();
    float largest = size;
    const Snapshot sound = pictures_.front();
    for (std::size_t i = 0; i < mostSteps && largest < away * size && patient(); ++i)
    {
        try
        {
            scene.advance(step, {});
        }
        catch (const TooLong&)
        {
            break; // the state before comes back below
        }
        if (pictures_.size() > mostPictures)
        {
            pictures_.erase(pictures_.begin());
            ++first_;
        }
        largest = take();
        // What has no size has no place in the picture.
        if (!std::isfinite(largest))
            break;
    }
    // The first picture stays: where the last sound moment is too far away for a picture there is no better one.
    if (!std::isfinite(largest) && pictures_.size() > 1)
        pictures_.pop_back();
    // What grows grows by a factor in each step: of most steps there is nothing to be seen.
    constexpr float visible = 0.005f; // of the size
    while (pictures_.size() > 2 && farthest(sound, pictures_[1]) < visible * size)
    {
        pictures_.erase(pictures_.begin());
        ++first_;
    }
    if (pictures_.size() < 2)
        pictures_.push_back(pictures_.back());
    scene.restore(*state);
}

double RunawayFilm::place() const
{
    // The last picture stays for a moment.
    const double share = std::clamp(1.1 * age_ / seconds, 0.0, 1.0);
    return share * static_cast<double>(count());
}

std::size_t RunawayFilm::step() const
{
    return first_ + static_cast<std::size_t>(place());
}

double RunawayFilm::time() const
{
    const auto at = static_cast<std::size_t>(place());
    return pictures_[at].time;
}

double RunawayFilm::slowness() const
{
    const double lasted = pictures_.back().time - pictures_.front().time;
    return lasted > 0.0 ? seconds / lasted : 1.0;
}

void RunawayFilm::mix(Snapshot& shown) const
{
    const double at = place();
    const std::size_t before = std::min(static_cast<std::size_t>(at), count() - 1);
    ropewalk::mix(pictures_[before], pictures_[before + 1], static_cast<float>(at - static_cast<double>(before)),
                  shown);
}

} // namespace ropewalk
