// The same ropes in several engines: what each gets right, beside its time.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace peers
{

using Point = std::array<double, 3>; ///< [m]; y is up

constexpr double frame = 1.0 / 60.0; ///< [s]
constexpr double gravity = 9.81;     ///< [m/s2]

// The rope of all tasks but the cantilever.
constexpr double segment = 0.05; ///< [m]
constexpr double perMetre = 1.0; ///< [kg/m]
constexpr double radius = 0.01;  ///< [m]
constexpr double friction = 0.3;

/// 4 m hang by one end for ten seconds. True: the rope hardly stretches.
constexpr int hangSegments = 80;
constexpr double hangSeconds = 10.0;

/// 1 m, clamped horizontally, whose weight bends it: w L³/B = 5. The exact drop is that of the elastica.
constexpr int cantileverSegments = 40;
constexpr double cantileverStiffness = 1.962; ///< B [N m2]
constexpr double cantileverSeconds = 20.0;    ///< until it is at rest
constexpr double cantileverDrop = 0.4959;     ///< [m]

/// 4 m round a post by an angle; one end is pulled with `pull`, the other with a load that grows within a second.
/// Coulomb: a ratio of e^(mu angle) holds.
constexpr double postRadius = 0.1; ///< [m]
constexpr int capstanSegments = 80;
constexpr std::array<double, 3> capstanAngles{0.5 * std::numbers::pi, std::numbers::pi, 3.0 * std::numbers::pi};
constexpr double pull = 5.0;           ///< [N]
constexpr double capstanSeconds = 5.0; ///< [s]
constexpr double capstanSettled = 1.5; ///< [s], from when on the loaded end may not creep
constexpr double capstanCreep = 0.007; ///< [m] in the rest of the time
constexpr double guide = 100.0;        ///< [N/m], of soft springs that keep the ends in the post's middle plane

/// 10 m whose top is lowered onto a floor at 1 m/s. True: nothing is nearer to itself than a diameter.
constexpr int pileSegments = 200;
constexpr double pileSeconds = 11.5;
constexpr double pileSpeed = 1.0; ///< [m/s]

/// 1 m between clamps without weight, pulled with 1 N and turned at one end until it leaves its line. The rod that is
/// not sheared and does not stretch buckles at `twistTurns`: the smallest root of the clamped rod's linear equations.
constexpr int twistSegments = 40;
constexpr double twistStiffness = 0.02; ///< B = C [N m2]
constexpr double twistPull = 1.0;       ///< [N]
constexpr double twistTurns = 2.48;
constexpr double twistEnd = 3.5;      ///< turns
constexpr double twistSeed = 1e-3;    ///< [N], across the rope, evenly: it bends the rope by 0.1 mm
constexpr double twistBuckled = 0.01; ///< [m] from the line
constexpr double twistDamping = 0.5;  ///< [1/s], of all motion

/// 4 m without weight, 1.6 m of it in a loose overhand knot. The first end is held; at the other a hand of 1 kg pulls,
/// up to a speed, first with at most 100 N times that speed in m/s until the slack would be gone, then with at most 100
/// N. True: an overhand knot at each moment.
constexpr int knotSegments = 80;
constexpr double knotLoop = 1.6;                                                       ///< [m]
constexpr double handMass = 1.0;                                                       ///< [kg]
constexpr double handForce = 100.0;                                                    ///< [N]
constexpr double knotSeconds = 3.0;                                                    ///< [s], of the second pull
constexpr std::array<double, 8> knotSpeeds{0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 20.0, 32.0}; ///< [m/s]
constexpr double knotShown = 20.0; ///< [m/s], of the pull whose time is shown

/// How an engine of rigid capsules steps.
struct Stepping
{
    const char* text;
    double step; ///< [s]
    int iterations;

    long stepsAFrame() const { return std::lround(frame / step); }
};

struct Result
{
    std::string found;
    double microseconds = 0.0; ///< a frame
};

/// One task by one engine; a row of the table.
struct Case
{
    std::string task;
    std::string engine;
    std::string settings;
    std::function<Result()> measure;
};

void addRopewalk(std::vector<Case>& cases);
void addBullet(std::vector<Case>& cases);
void addMujoco(std::vector<Case>& cases);
void addOde(std::vector<Case>& cases);
/// Wheels and bodies of each.
void addRopewalkRigging(std::vector<Case>& cases);
void addBulletRigging(std::vector<Case>& cases);
void addMujocoRigging(std::vector<Case>& cases);
void addOdeRigging(std::vector<Case>& cases);

/// Processor time of this thread.
class Clock
{
public:
    /// [s], of the work.
    template <typename Work>
    void run(const Work& work)
    {
        const double before = now();
        work();
        seconds_ += now() - before;
        ++frames_;
    }
    double microsecondsAFrame() const { return 1e6 * seconds_ / frames_; }

private:
    static double now()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    double seconds_ = 0.0;
    int frames_ = 0;
};

double distance(const Point& a, const Point& b);
double lengthOf(const std::vector<Point>& points);
std::string percent(double share); ///< "+1.23 %"
/// Points along a finely drawn curve, each so far [m] from the one before, to its end or nearly.
std::vector<Point> evenly(const std::vector<Point>& curve, double edge);

/// Corners of a polygon round the post by an angle [rad], with straight tails; `round` [m] is how far the corners are
/// from the post's axis.
std::vector<Point> wound(double round, double angle, int segments = capstanSegments, double edge = segment);
/// The direction in which an end of it is pulled.
Point tailDirection(bool last, double angle);
/// How far a point is along that of the last end [m].
double alongTail(const Point& point, double angle);
/// [N] of the loaded end at a time.
double load(double ratio, double time);
/// The largest ratio of tensions that holds, by bisection of its logarithm to 1.05/2^halvings of mu times the angle:
/// `creep` gives how far the loaded end creeps. 1 where not even the least of them holds.
double heldRatio(double angle, int halvings, const std::function<double(double ratio)>& creep);
std::string heldText(double angle, double ratio);
std::string capstanTask(double angle); ///< "capstan 90"

/// Turns of the twisted end at a time: quickly to 2, then slowly.
double turnsAt(double time);
std::string buckledText(double turns); ///< NaN: not at all

/// The rope of the knot before it is pulled, along x.
std::vector<Point> looseKnot();
/// The hand that pulls the knot along x.
class Hand
{
public:
    explicit Hand(double speed);
    double seconds() const { return slackGone_ + knotSeconds; } ///< of the whole pull
    /// [N] at a time, when it has a velocity [m/s]; for steps of `step` [s].
    double force(double time, double velocity, double step) const;

private:
    double speed_;
    double slackGone_; ///< [s]
};
/// Up to which of `knotSpeeds` the rope stays an overhand knot: `pulled` draws it and calls `look` in each frame; it
/// returns the time of one [us].
Result pulledKnot(
    const std::function<double(const Hand& hand, const std::function<void(const std::vector<Point>&)>& look)>& pulled);

/// The rope of the pile before it is lowered: upright, and not quite straight.
std::vector<Point> upright();
/// How near segments that are three or more apart come to each other, and how often one passes through another: both
/// cross, near to each other, in one frame and in the next, and the way from one to the other has turned round.
class Nearness
{
public:
    void look(const std::vector<Point>& points);
    std::string text() const;                                ///< of a diameter
    double least() const { return least_ / (2.0 * radius); } ///< [diameters]

private:
    double least_ = std::numeric_limits<double>::infinity();
    std::map<std::pair<std::size_t, std::size_t>, Point> crossings_; ///< of the last frame [m]: from one to the other
    int looks_ = 0;
    int near_ = 0;
    int passages_ = 0;
};

} // namespace peers
