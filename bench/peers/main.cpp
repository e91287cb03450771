#include "peers.hpp"

#include <rope/knot.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

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
    std::snprintf(text, sizeof text, "%+.3g %%", std::abs(share) < 1e-9 ? 0.0 : 100.0 * share); // of rounding, none
    return text;
}

namespace
{

/// The direction of a rope that goes clockwise round the post, at a polar angle.
Point onward(double polar)
{
    return {std::sin(polar), -std::cos(polar), 0.0};
}

Point moved(const Point& from, const Point& way, double far)
{
    return {from[0] + far * way[0], from[1] + far * way[1], from[2] + far * way[2]};
}

} // namespace

std::vector<Point> evenly(const std::vector<Point>& curve, double edge)
{
    std::vector<Point> points{curve.front()};
    for (std::size_t k = 1; k < curve.size();)
    {
        const double far = distance(points.back(), curve[k]);
        if (far < edge)
        {
            ++k;
            continue;
        }
        const Point way{(curve[k][0] - points.back()[0]) / far, (curve[k][1] - points.back()[1]) / far,
                        (curve[k][2] - points.back()[2]) / far};
        points.push_back(moved(points.back(), way, edge));
    }
    return points;
}

Point tailDirection(bool last, double angle)
{
    const Point way = onward(0.5 * (std::numbers::pi + (last ? -angle : angle)));
    return last ? way : Point{-way[0], -way[1], 0.0};
}

double alongTail(const Point& point, double angle)
{
    const Point way = tailDirection(true, angle);
    return point[0] * way[0] + point[1] * way[1];
}

std::vector<Point> wound(double round, double angle, int segments, double edge)
{
    const double turn = 2.0 * std::asin(0.5 * edge / round);
    const int corners = static_cast<int>(angle / turn) + 1;
    const double first = 0.5 * (std::numbers::pi + turn * (corners - 1)); // the corners are even about the top
    std::vector<Point> points;
    const int tail = (segments + 1 - corners) / 2;
    for (int i = 0; i < corners; ++i)
        points.push_back({round * std::cos(first - turn * i), round * std::sin(first - turn * i), 0.0});
    for (int i = 0; i < tail; ++i)
        points.insert(points.begin(), moved(points.front(), tailDirection(false, angle), edge));
    while (static_cast<int>(points.size()) < segments + 1)
        points.push_back(moved(points.back(), tailDirection(true, angle), edge));
    return points;
}

double load(double ratio, double time)
{
    return pull * (1.0 + (ratio - 1.0) * std::min(time, 1.0));
}

double heldRatio(double angle, int halvings, const std::function<double(double ratio)>& creep)
{
    double low = 0.0;
    double high = 1.05 * friction * angle;
    for (int i = 0; i < halvings; ++i)
    {
        const double middle = 0.5 * (low + high);
        (creep(std::exp(middle)) < capstanCreep ? low : high) = middle;
    }
    return low > 0.0 ? std::exp(0.5 * (low + high)) : 1.0;
}

std::string heldText(double angle, double ratio)
{
    char text[64];
    if (ratio == 1.0)
        return "slips at 1";
    std::snprintf(text, sizeof text, "holds %.3f (%+.1f %%)", ratio,
                  100.0 * (ratio / std::exp(friction * angle) - 1.0));
    return text;
}

std::string capstanTask(double angle)
{
    return "capstan " + std::to_string(std::lround(180.0 * angle / std::numbers::pi));
}

double turnsAt(double time)
{
    constexpr double quick = 0.5; // [1/s]
    constexpr double slow = 0.05;
    constexpr double quickEnd = 2.0; // turns
    return time < quickEnd / quick ? quick * time : quickEnd + slow * (time - quickEnd / quick);
}

std::string buckledText(double turns)
{
    char text[64];
    if (std::isnan(turns))
        return "does not buckle";
    std::snprintf(text, sizeof text, "buckles at %.3f turns (%+.1f %%)", turns, 100.0 * (turns / twistTurns - 1.0));
    return text;
}

// A trefoil cut open where a lobe is farthest out, with straight tails from there on: they cross once more, three
// diameters apart, which changes no knot.
std::vector<Point> looseKnot()
{
    constexpr int fine = 20'000;
    std::vector<Point> curve;
    for (int k = 0; k <= fine; ++k)
    {
        const double turned = static_cast<double>(k) / fine;
        const double t = std::numbers::pi * (2.0 * turned + 1.0);
        curve.push_back({std::sin(t) + 2.0 * std::sin(2.0 * t), std::cos(t) - 2.0 * std::cos(2.0 * t),
                         1.2 * (0.5 - turned) - std::sin(3.0 * t)});
    }
    const double scale = knotLoop / lengthOf(curve);
    for (Point& point : curve)
        for (double& coordinate : point)
            coordinate *= scale;
    const double tail = 0.5 * (knotSegments * segment - knotLoop) + segment; // the chords are shorter than the curve
    curve.insert(curve.begin(), moved(curve.front(), {-1.0, 0.0, 0.0}, tail));
    curve.push_back(moved(curve.back(), {1.0, 0.0, 0.0}, tail));
    std::vector<Point> points = evenly(curve, segment);
    points.resize(knotSegments + 1);
    return points;
}

Hand::Hand(double speed) : speed_(speed)
{
    const std::vector<Point> points = looseKnot();
    slackGone_ = (segment * knotSegments - distance(points.front(), points.back())) / speed;
}

double Hand::force(double time, double velocity, double step) const
{
    const double most = handForce * (time < slackGone_ ? std::max(1.0, speed_) : 1.0);
    const double gain = std::min(200.0, 0.5 * handMass / step); // [N s/m]
    return std::clamp(gain * (speed_ - velocity), -most, most);
}

Result pulledKnot(
    const std::function<double(const Hand& hand, const std::function<void(const std::vector<Point>&)>& look)>& pulled)
{
    double fastest = 0.0;
    Result result;
    std::string shown;
    for (const double speed : knotSpeeds)
    {
        Nearness nearness;
        bool held = true;
        double length = 0.0;
        const auto look = [&](const std::vector<Point>& points)
        {
            nearness.look(points);
            length = lengthOf(points);
            std::vector<rope::Vec3> line;
            for (const Point& point : points)
                line.emplace_back(point[0], point[1], point[2]);
            held = held && std::isfinite(length) && rope::knotType(line, rope::CurveEnds::open).determinant == 3;
        };
        const double microseconds = pulled(Hand(speed), look);
        fastest = held && (speed == knotSpeeds.front() || fastest > 0.0) ? speed : fastest;
        if (speed != knotShown)
            continue;
        char text[64];
        std::snprintf(text, sizeof text, "at %g m/s nearest %.3f d, stretch %s", speed, nearness.least(),
                      percent(length / (segment * knotSegments) - 1.0).c_str());
        result.microseconds = microseconds;
        shown = text;
    }
    char text[64];
    std::snprintf(text, sizeof text, fastest > 0.0 ? "holds up to %g m/s; " : "lost at each speed; ", fastest);
    result.found = text + shown;
    return result;
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

double dot(const Point& x, const Point& y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

struct Near
{
    Point apart{};       ///< [m], from the nearest point of one to that of the other
    bool within = false; ///< both are within their segments
};

/// Between the segments from a by d and from b by e: the nearest of two points on lines, brought back into both.
Near nearest(const Point& a, const Point& d, const Point& b, const Point& e)
{
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
    return {{r[0] + s * d[0] - t * e[0], r[1] + s * d[1] - t * e[1], r[2] + s * d[2] - t * e[2]},
            s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0};
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
    std::map<std::pair<std::size_t, std::size_t>, Point> crossings;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        for (std::size_t j = i + 3; j + 1 < points.size(); ++j)
        {
            if (distance(points[i], points[j]) >= 4.0 * segment)
                continue;
            const Near near = nearest(points[i], way(i), points[j], way(j));
            const double far = std::hypot(near.apart[0], near.apart[1], near.apart[2]);
            least = std::min(least, far);
            if (!near.within || far > segment)
                continue;
            const auto before = crossings_.find({i, j});
            passages_ += before != crossings_.end() && dot(before->second, near.apart) < 0.0 ? 1 : 0;
            crossings[{i, j}] = near.apart;
        }
    crossings_ = std::move(crossings);
    least_ = std::min(least_, least);
    ++looks_;
    near_ += least < radius ? 1 : 0; // half a diameter
}

std::string Nearness::text() const
{
    char text[96];
    std::snprintf(text, sizeof text, "nearest %.3f d; %.0f %% of frames below d/2; %d passages",
                  least_ / (2.0 * radius), 100.0 * near_ / looks_, passages_);
    return text;
}

} // namespace peers

namespace
{

std::vector<peers::Case> allCases()
{
    std::vector<peers::Case> cases;
    peers::addRopewalk(cases); // the others are compared with it
    peers::addRopewalkRigging(cases);
#if defined(ROPEWALK_PEER_BULLET)
    peers::addBullet(cases);
    peers::addBulletRigging(cases);
#endif
#if defined(ROPEWALK_PEER_ODE)
    peers::addOde(cases);
    peers::addOdeRigging(cases);
#endif
#if defined(ROPEWALK_PEER_MUJOCO)
    peers::addMujoco(cases);
    peers::addMujocoRigging(cases);
#endif
    return cases;
}

} // namespace

/// Measures all tasks by all engines; where arguments name engines or tasks, only those. --csv=FILE writes a table.
int main(int argc, char** argv)
{
    constexpr std::string_view csvOption = "--csv=";
    const std::vector<peers::Case> cases = allCases();
    std::vector<std::string_view> names;
    std::ofstream csv;
    for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc))
    {
        const bool known =
            std::any_of(cases.begin(), cases.end(),
                        [&](const peers::Case& c) { return argument == c.engine || argument == c.task; });
        if (argument.starts_with(csvOption))
            csv.open(std::string(argument.substr(csvOption.size())));
        else if (known)
            names.push_back(argument);
        else
        {
            std::fprintf(stderr, "'%s' is no engine, no task and no --csv=FILE; there are:", argument.data());
            for (const peers::Case& c : cases)
                std::fprintf(stderr, " '%s %s'", c.engine.c_str(), c.task.c_str());
            std::fputc('\n', stderr);
            return 2;
        }
    }
    const auto wanted = [&](const auto& of)
    {
        const auto named = [&](const peers::Case& c) { return std::count(names.begin(), names.end(), of(c)) > 0; };
        const bool any = std::any_of(cases.begin(), cases.end(), named);
        return [=](const peers::Case& c) { return !any || named(c); };
    };
    const auto engineWanted = wanted([](const peers::Case& c) { return c.engine; });
    const auto taskWanted = wanted([](const peers::Case& c) { return c.task; });

    std::map<std::string, double> ours; // [us] a frame, by task
    csv << "task,engine,settings,found,microseconds_a_frame,times_ropewalk\n";
    for (const peers::Case& c : cases)
    {
        if (!engineWanted(c) || !taskWanted(c))
            continue;
        peers::Result result;
        try
        {
            result = c.measure();
        }
        catch (const std::exception& error)
        {
            std::fprintf(stderr, "%s, %s: %s\n", c.engine.c_str(), c.task.c_str(), error.what());
            return 1;
        }
        const auto own = ours.try_emplace(c.task, result.microseconds).first;
        const bool compared = ours.contains(c.task) && engineWanted(cases.front());
        const double times = compared ? result.microseconds / own->second : std::nan("");
        std::printf("%-11s %-9s %-48s %-52s %8.0f us a frame %7.2f times ours\n", c.task.c_str(), c.engine.c_str(),
                    c.settings.c_str(), result.found.c_str(), result.microseconds, times);
        std::fflush(stdout);
        csv << c.task << ',' << c.engine << ",\"" << c.settings << "\"," << result.found << ',' << result.microseconds
            << ',' << times << std::endl;
    }
    if (csv.is_open() && !csv)
    {
        std::fputs("the table could not be written\n", stderr);
        return 1;
    }
    return 0;
}
