#include "peers.hpp"

#include <algorithm>
#include <cstdio>

namespace peers
{

double distance(const Point& a, const Point& b)
{
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double lengthOf(const std::vector<Point>& points)
{
    double sum = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i)
        sum += distance(points[i - 1], points[i]);
    return sum;
}

std::string percent(double share)
{
    char text[32];
    std::snprintf(text, sizeof text, "%+.3g %%", 100.0 * share);
    return text;
}

std::vector<Point> halfRound(double round)
{
    const double turn = 2.0 * std::asin(0.5 * segment / round);
    const int corners = static_cast<int>(std::numbers::pi / turn) + 1;
    const double first = 0.5 * (std::numbers::pi + turn * (corners - 1)); // the corners are even about the top
    std::vector<Point> points;
    const int tail = (capstanSegments + 1 - corners) / 2;
    for (int i = 0; i < corners; ++i)
        points.push_back({round * std::cos(first - turn * i), round * std::sin(first - turn * i), 0.0});
    for (int i = 0; i < tail; ++i)
        points.insert(points.begin(), {points.front()[0], points.front()[1] - segment, 0.0});
    while (points.size() < capstanSegments + 1)
        points.push_back({points.back()[0], points.back()[1] - segment, 0.0});
    return points;
}

double load(double ratio, double time)
{
    return pull * (1.0 + (ratio - 1.0) * std::min(time, 1.0));
}

double heldRatio(const std::function<double(double ratio)>& creep)
{
    double low = 0.0;
    double high = 1.05 * friction * std::numbers::pi;
    for (int i = 0; i < 7; ++i)
    {
        const double middle = 0.5 * (low + high);
        (creep(std::exp(middle)) < capstanCreep ? low : high) = middle;
    }
    return std::exp(low);
}

std::string heldText(double ratio)
{
    const double exact = std::exp(friction * std::numbers::pi);
    char text[64];
    if (ratio < 1.01)
        return "slips at 1";
    std::snprintf(text, sizeof text, "holds %.3f, %+.1f %%", ratio, 100.0 * (ratio / exact - 1.0));
    return text;
}

std::vector<Point> upright()
{
    std::vector<Point> points;
    for (int i = 0; i <= pileSegments; ++i)
        points.push_back({1e-3 * std::sin(0.3 * i), 0.1 + segment * i, 1e-3 * std::cos(0.37 * i)});
    return points;
}

namespace
{

/// [m] between the segments from a by d and from b by e: the nearest of two points on lines, brought back into both.
double segmentDistance(const Point& a, const Point& d, const Point& b, const Point& e)
{
    const auto dot = [](const Point& x, const Point& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; };
    const Point r{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    const double dd = dot(d, d);
    const double ee = dot(e, e);
    const double de = dot(d, e);
    const double dr = dot(d, r);
    const double er = dot(e, r);
    const double determinant = dd * ee - de * de;
    double s = determinant > 1e-12 * dd * ee ? std::clamp((de * er - dr * ee) / determinant, 0.0, 1.0) : 0.5;
    const double t = std::clamp((de * s + er) / ee, 0.0, 1.0);
    s = std::clamp((de * t - dr) / dd, 0.0, 1.0);
    return std::hypot(r[0] + s * d[0] - t * e[0], r[1] + s * d[1] - t * e[1], r[2] + s * d[2] - t * e[2]);
}

} // namespace

void Nearness::look(const std::vector<Point>& points)
{
    double least = std::numeric_limits<double>::infinity();
    const auto way = [&](std::size_t i)
    {
        const Point& a = points[i];
        const Point& b = points[i + 1];
        return Point{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    };
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        for (std::size_t j = i + 3; j + 1 < points.size(); ++j)
            if (distance(points[i], points[j]) < 4.0 * segment)
                least = std::min(least, segmentDistance(points[i], way(i), points[j], way(j)));
    least_ = std::min(least_, least);
    ++looks_;
    near_ += least < radius ? 1 : 0; // half a diameter
}

std::string Nearness::text() const
{
    char text[64];
    std::snprintf(text, sizeof text, "nearest %.3f d, below d/2 in %.0f %% of frames", least_ / (2.0 * radius),
                  100.0 * near_ / looks_);
    return text;
}

} // namespace peers

/// Measures all engines, or those that are named.
int main(int argc, char** argv)
{
    struct Engine
    {
        const char* name;
        void (*measure)(std::vector<peers::Result>&);
    };
    const std::vector<Engine> engines
    {
        {"ropewalk", peers::measureRopewalk},
#if defined(ROPEWALK_PEER_BULLET)
            {"bullet", peers::measureBullet},
#endif
#if defined(ROPEWALK_PEER_MUJOCO)
            {"mujoco", peers::measureMujoco},
#endif
#if defined(ROPEWALK_PEER_ODE)
            {"ode", peers::measureOde},
#endif
    };
    for (const Engine& engine : engines)
    {
        const bool named =
            std::any_of(argv + 1, argv + argc, [&](const char* name) { return std::string(name) == engine.name; });
        if (argc > 1 && !named)
            continue;
        std::vector<peers::Result> results;
        engine.measure(results);
        for (const peers::Result& r : results)
            std::printf("%-11s %-10s %-44s %-44s %9.0f us a frame\n", r.task.c_str(), r.engine.c_str(),
                        r.settings.c_str(), r.found.c_str(), r.microseconds);
        std::fflush(stdout);
    }
    return 0;
}
