#include "random_states.hpp"
#include "ropes_on_solids.hpp"

#include <rope/rope_by_length.hpp>

#include <array>
#include <optional>
#include <random>

namespace
{

constexpr double radius = 0.005;
constexpr double floorHeight = -0.2;
constexpr double postRadius = 0.01;

struct Random
{
    std::mt19937 engine;
    explicit Random(int seed) : engine(static_cast<unsigned>(seed)) {}
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine); }
    double share() { return 0.5 * (1.0 + number()); }
    Vec3 vector() { return {number(), number(), number()}; }
};

/// How often the rope, closed beyond its ends at a great distance, runs round the z axis through `middle`: an end that
/// goes round changes it little by little, a rope that passes through the post by one.
double turnsAround(const RopeSimulation& rod, const Vec3& middle)
{
    double angle = 0.0;
    for (std::size_t i = 0; i + 1 < rod.masses().size(); ++i)
    {
        const Vec3 a = rod.masses()[i].position - middle;
        const Vec3 b = rod.masses()[i + 1].position - middle;
        angle += std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    }
    return angle / (2.0 * pi);
}

/// Follows how often the rope runs round a post: less the angle between its ends that is a whole number. In a step it
/// changes only by what the ends do.
class Winding
{
public:
    Winding() = default;
    Winding(const RopeSimulation& rod, const Vec3& post) : post_(post), turns_(turnsAround(rod, post)), ends_(ends(rod))
    {
    }

    /// Whether the step to `rod` may have brought it through: where an end has gone more than half round in it, this
    /// cannot tell.
    bool jumps(const RopeSimulation& rod)
    {
        const Winding now(rod, post_);
        double byEnds = now.ends_ - ends_;
        byEnds -= std::round(byEnds);
        const bool other = std::abs(now.turns_ - turns_ - byEnds) > 1e-6;
        *this = now;
        return other;
    }
    double turns() const { return turns_; }

private:
    double ends(const RopeSimulation& rod) const
    {
        const Vec3 a = rod.masses().front().position - post_;
        const Vec3 b = rod.masses().back().position - post_;
        return (std::atan2(b.y, b.x) - std::atan2(a.y, a.x)) / (2.0 * pi);
    }

    Vec3 post_{0.0};
    double turns_ = 0.0;
    double ends_ = 0.0;
};

/// Whether a step that ends with these turns round a post brings the rope through it: looked at in 32 parts.
bool passes(RopeSimulation rod, const Vec3& post, double turns)
{
    Winding winding(rod, post);
    constexpr int parts = 32;
    for (int part = 0; part < parts; ++part)
    {
        rod.step(stepLength / parts);
        if (winding.jumps(rod))
            return true;
    }
    return std::abs(winding.turns() - turns) > 0.5;
}

/// A rope straight along x above a floor and three posts, and what becomes of it.
class Throw
{
public:
    Throw(int seed, int mostMasses) : random_(seed), rod_(settings(random_, mostMasses))
    {
        std::vector<Vec3> positions;
        const double edge = rod_.springs().front().restLength;
        for (int i = 0; i < rod_.settings().massCount; ++i)
            positions.emplace_back(edge * i - 0.5 * rod_.settings().length(), start, 0.0);
        rod_.layOut(positions);
        rod_.addSolid(SolidBody::plane(Vec3(0.0, floorHeight, 0.0), Vec3(0.0, 1.0, 0.0)));
        for (std::size_t p = 0; p < posts_.size(); ++p)
        {
            posts_[p] =
                Vec3(0.3 * (static_cast<double>(p) - 1.0) + 0.05 * random_.number(), 0.1 * random_.number(), 0.0);
            rod_.addSolid(SolidBody::cylinder(posts_[p] - Vec3(0, 0, 5), posts_[p] + Vec3(0, 0, 5), postRadius));
            windings_[p] = Winding(rod_, posts_[p]);
        }
    }

    /// The whole rope is thrown downwards.
    void fling()
    {
        const Vec3 velocity = 20.0 * random_.share() * glm::normalize(Vec3(random_.number(), -1.0, random_.number()));
        const Vec3 turning = 0.5 * glm::length(velocity) / rod_.settings().length() * random_.vector();
        const std::size_t count = rod_.masses().size();
        for (std::size_t i = 0; i < count; ++i)
            rod_.pin(i, velocity + glm::cross(turning, rod_.masses()[i].position - Vec3(0.0, start, 0.0)));
        step(2);
        for (std::size_t i = 0; i < count; ++i)
            rod_.unpin(i);
        gain_.emplace(rod_);
        step(70);
    }

    /// It falls onto the posts, and a weight at its end is dragged to and fro between them.
    void drag()
    {
        step(48);
        constexpr double weight = 0.05; // [kg]
        constexpr double grip = 2.0;    // [N s/m], of the hand's speed less the weight's
        rod_.setMass(0, weight);
        for (int pull = 0; pull < 4; ++pull)
        {
            const double speed = 20.0 * random_.share();
            const Vec3 target(0.8 * random_.number(), 0.3 * random_.number(), 0.3 * random_.number());
            const Vec3 way = glm::normalize(target - rod_.masses()[0].position);
            for (int i = 0; i < 16; ++i)
            {
                rod_.setForce(0, grip * (speed * way - rod_.masses()[0].velocity));
                step(1);
            }
        }
        rod_.setForce(0, Vec3(0.0));
        step(12);
    }

    /// Its ends are wound up as it falls onto the posts, and it is let go.
    void wind()
    {
        const std::size_t last = rod_.masses().size() - 1;
        const double turning = 2.0 * pi * (5.0 + 15.0 * random_.share()); // [rad/s]
        const double nearer = 0.5 * rod_.settings().length() / (40.0 * stepLength) * random_.share();
        endsMoved_ = true;
        rod_.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
        rod_.clamp(RopeEnd::last, {1.0, 0.0, 0.0});
        rod_.pin(0, {0.5 * nearer, -2.5, 0.0});
        rod_.pin(last, {-0.5 * nearer, -2.5, 0.0});
        for (int i = 0; i < 40; ++i)
        {
            rod_.turn(RopeEnd::last, turning * rod_.time());
            step(1);
        }
        for (const RopeEnd end : {RopeEnd::first, RopeEnd::last})
            rod_.release(end);
        rod_.unpin(0);
        rod_.unpin(last);
        step(32);
    }

    void check() const
    {
        CHECK(finite_);
        CHECK(passed_ == 0);
        CHECK(tooNear_ == 0);
        CHECK_FALSE(rod_.passed().has_value());
        if (gain_)
            CHECK(gain_->share() < 0.005);
    }
    std::size_t touches() const { return touches_; }

private:
    static constexpr double start = 0.5; ///< [m], height

    static RopeByLength settings(Random& random, int mostMasses)
    {
        RopeByLength settings;
        settings.massCount = 40 + static_cast<int>((mostMasses - 40) * std::pow(random.share(), 3.0));
        settings.length = 1.5 * radius * (settings.massCount - 1);
        settings.massPerLength = 0.05;
        settings.axialStiffness = 2e4;
        settings.bendingStiffness = 2e-5 * random.share();
        settings.torsionalStiffness = settings.bendingStiffness;
        settings.radius = radius;
        settings.contactFriction = 0.6 * random.share();
        settings.selfContact = true;
        return settings;
    }

    void step(int steps)
    {
        for (int i = 0; i < steps && finite_; ++i)
        {
            const RopeSimulation before = rod_;
            rod_.step(stepLength);
            look(before);
            if (gain_)
                gain_->look(rod_);
        }
    }

    void look(const RopeSimulation& before)
    {
        double clear = leastDistance(rod_); // in diameters, and in radii of the solids
        const std::vector<rope::Mass>& masses = rod_.masses();
        for (const rope::Mass& mass : masses)
        {
            finite_ = finite_ && rope::finite(mass.position);
            if (endsMoved_ && (&mass == &masses.front() || &mass == &masses.back()))
                continue;
            clear = std::min(clear, (mass.position.y - floorHeight) / radius);
            for (const Vec3& post : posts_)
                clear = std::min(clear, (std::hypot(mass.position.x - post.x, mass.position.y - post.y) - postRadius) /
                                            radius);
        }
        for (std::size_t p = 0; p < posts_.size(); ++p)
            passed_ += windings_[p].jumps(rod_) && passes(before, posts_[p], windings_[p].turns()) ? 1 : 0;
        tooNear_ += near_ && clear < 0.8 ? 1 : 0;
        near_ = clear < 0.8;
        touches_ += rod_.touches().size() + rod_.selfTouches().size();
    }

    Random random_;
    RopeSimulation rod_;
    std::array<Vec3, 3> posts_;
    std::array<Winding, 3> windings_;
    bool endsMoved_ = false; ///< by pins, which may move them into a post
    bool near_ = false;
    bool finite_ = true;
    int passed_ = 0;
    int tooNear_ = 0;
    std::size_t touches_ = 0;
    std::optional<Gain> gain_; ///< since nothing moves the rope any more
};

/// Throws of the seeds from `first` on, of which each third is dragged and each third wound up.
void throwAll(int first, int end, int mostMasses)
{
    std::size_t touches = 0;
    for (int seed = first; seed < end; ++seed)
    {
        CAPTURE(seed);
        Throw rope(seed, mostMasses);
        seed % 3 == 0 ? rope.fling() : seed % 3 == 1 ? rope.drag() : rope.wind();
        rope.check();
        touches += rope.touches();
    }
    CHECK(touches > 0);
}

} // namespace

TEST_CASE("Ropes thrown, dragged and wound up at up to 20 m/s pass through no floor, no post and not themselves",
          "[contact]")
{
    const RandomStates states(40);
    throwAll(states.first, states.end(), 120);
}

TEST_CASE("A thousand ropes of up to 400 masses pass through no floor, no post and not themselves", "[contact][long]")
{
    const RandomStates states(1000);
    throwAll(states.first, states.end(), 400);
}
