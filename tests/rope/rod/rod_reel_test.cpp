// A rod that a reel pays out and takes in: what jumps where a mass comes or goes.
#include "rods.hpp"

#include "rope/state/rope_reel.hpp"

#include <rope/reel.hpp>
#include <rope/rope_by_length.hpp>

#include <glm/geometric.hpp>

#include <stdexcept>

namespace
{

/// A bent, stretched and twisted rod that winds by hand.
class WoundRod : public RopeSimulation
{
public:
    explicit WoundRod(TwistModel model = TwistModel::uniform) : RopeSimulation(constants(model))
    {
        std::vector<Vec3> positions;
        for (int i = 0; i < settings().massCount; ++i)
        {
            const double s = 1.01 * i * rope().whole.restLength;
            positions.emplace_back(s, 0.1 * std::sin(9.0 * s), 0.15 * std::cos(7.0 * s));
        }
        layOut(positions);
        turn(RopeEnd::first, model == TwistModel::waves ? -0.5 : 0.0);
        turn(RopeEnd::last, 2.0);
        for (std::size_t i = 0; i < masses_.size(); ++i)
            masses_[i].velocity = {std::sin(3.0 * static_cast<double>(i)), 0.2, std::cos(static_cast<double>(i))};
    }

    /// The first segment has this rest length, and the strain that it had.
    void setFirst(double length)
    {
        const double strain = tension(0) / (springs()[0].springConstant * springs()[0].restLength);
        const Vec3 way = masses_[1].position - masses_[0].position;
        masses_[0].position = masses_[1].position - (1.0 + strain) * length * glm::normalize(way);
        rope::shapeFirstSegment(rope(), length);
        rope().feed.length = length;
    }
    /// Winds for a moment: masses come and go.
    void windBy(double speed)
    {
        constexpr double moment = 1e-14; // [s]
        const std::vector<rope::Mass> before = masses_;
        rope::Reel reel(springs()[0].restLength, speed, 0);
        rope().feed.speed = speed;
        reel.advance({speed, 3, 100, rope::Insertion::consistent, whole(), whole()}, moment, masses_);
        rope::followReel(state_, 0, before, masses_, reel.netInsertions(), reel.restLength());
    }
    double whole() const { return rope().whole.restLength; }

private:
    static RopeByLength constants(TwistModel model)
    {
        RopeByLength settings;
        settings.twist = model;
        settings.spinInertia = 1e-6;
        settings.massCount = 21;
        settings.axialStiffness = 500.0;
        settings.bendingStiffness = 0.02;
        settings.torsionalStiffness = 0.03;
        return settings;
    }
};

/// The solid angle between three directions, after A. van Oosterom and J. Strackee.
double solidAngle(const Vec3& a, const Vec3& b, const Vec3& c)
{
    return 2.0 * std::atan2(glm::dot(a, glm::cross(b, c)), 1.0 + glm::dot(a, b) + glm::dot(b, c) + glm::dot(c, a));
}

} // namespace

TEST_CASE("a mass that is inserted changes no tension, torque, moment or energy", "[rod][reel]")
{
    WoundRod rod;
    rod.setFirst(1.5 * rod.whole() * (1.0 + 1e-8));
    const auto count = rod.masses().size();
    const double tension = rod.tension(0);
    const double torque = rod.torque(1);
    const double twist = rod.twist();
    const double elastic = rod.elasticEnergy();
    const double bending = rod.bendingEnergy();
    const double twisting = rod.twistEnergy();
    const double curvature = rod.curvature(1);
    const double length = rod.restLength();
    const std::vector<Vec3> forces = rod.elasticForces();
    REQUIRE(std::abs(torque) > 0.01);
    REQUIRE(bending > 0.001);

    rod.windBy(1.0);
    REQUIRE(rod.masses().size() == count + 1);
    CHECK_THAT(rod.tension(0), WithinRel(tension, 1e-12));
    CHECK_THAT(rod.tension(1), WithinRel(tension, 1e-12));
    CHECK_THAT(rod.torque(1), WithinRel(torque, 1e-12));
    CHECK(rod.twist() == twist);
    CHECK_THAT(rod.elasticEnergy(), WithinRel(elastic, 1e-12));
    CHECK_THAT(rod.bendingEnergy(), WithinRel(bending, 1e-12));
    CHECK_THAT(rod.twistEnergy(), WithinRel(twisting, 1e-12));
    CHECK_THAT(rod.curvature(2), WithinRel(curvature, 1e-12));
    CHECK_THAT(rod.curvature(1), WithinAbs(0.0, 1e-6));
    CHECK_THAT(rod.restLength(), WithinRel(length, 1e-12));
    const std::vector<Vec3> after = rod.elasticForces();
    for (std::size_t i = 2; i < count; ++i)
        CHECK(glm::distance(after[i + 1], forces[i]) < 1e-11);
}

TEST_CASE("what is paid out and taken in at once is as it was", "[rod][reel]")
{
    WoundRod rod;
    rod.setFirst(1.5 * rod.whole() * (1.0 + 1e-8));
    WoundRod wound = rod;
    wound.windBy(1.0);
    REQUIRE(wound.masses().size() == rod.masses().size() + 1);
    wound.setFirst(0.5 * rod.whole() * (1.0 - 1e-8));
    wound.windBy(-1.0);
    REQUIRE(wound.masses().size() == rod.masses().size());
    CHECK_THAT(wound.twist(), WithinAbs(rod.twist(), 1e-12));
    CHECK_THAT(wound.bendingEnergy(), WithinRel(rod.bendingEnergy(), 1e-8));
    CHECK_THAT(wound.totalEnergy(), WithinRel(rod.totalEnergy(), 1e-7));
}

TEST_CASE("a mass that is taken off with its bend changes what the discrete formulas say", "[rod][reel]")
{
    WoundRod rod;
    rod.setFirst(0.5 * rod.whole() * (1.0 - 1e-9));
    const std::vector<rope::Mass> before = rod.masses();
    const double bending = rod.bendingEnergy();
    const double twist = rod.twist();
    const auto way = [](const std::vector<rope::Mass>& masses, std::size_t i)
    { return masses[i + 1].position - masses[i].position; };

    rod.windBy(-1.0);
    REQUIRE(rod.masses().size() == before.size() - 1);
    // One straight segment in the place of two: its strain is that of their chord.
    const double rest = 1.5 * rod.whole();
    const double chord = glm::length(way(rod.masses(), 0));
    CHECK_THAT(rod.tension(0), WithinRel(500.0 * (chord - rest) / rest, 1e-6));
    // The hinge of the mass is gone, and the next one is bent by the angle to the chord.
    const auto hinge = [&](const Vec3& e, const Vec3& f, double share)
    {
        const double phi = std::acos(glm::dot(glm::normalize(e), glm::normalize(f)));
        return 2.0 * 0.02 * share / rod.whole() * std::pow(std::tan(0.5 * phi), 2);
    };
    const double gone = hinge(way(before, 0), way(before, 1), 2.0 / 1.5) + hinge(way(before, 1), way(before, 2), 1.0);
    const double came = hinge(way(rod.masses(), 0), way(rod.masses(), 1), 1.0);
    CHECK_THAT(rod.bendingEnergy() - bending, WithinAbs(came - gone, 1e-8));
    // Its reference twist grows by the area that the second segment sweeps as it turns into the chord.
    const double area = solidAngle(glm::normalize(way(before, 1)), glm::normalize(way(before, 2)),
                                   glm::normalize(way(rod.masses(), 0)));
    CHECK_THAT(rod.twist() - twist, WithinAbs(area, 1e-12));
    CHECK_THAT(rod.torque(1), WithinRel(0.03 * (twist + area) / (rod.restLength() - rod.whole()), 1e-12));
}

TEST_CASE("a rod is paid out at its speed, and its torque falls with its length", "[rod][reel]")
{
    RopeByLength settings;
    settings.massCount = 21;
    settings.maxMassCount = 60;
    settings.gravity = Vec3(0.0);
    settings.airFriction = 0.05;
    RopeSimulation rod(settings);
    rod.pin(0);
    rod.pin(20);
    rod.turn(RopeEnd::first, 0.0);
    rod.turn(RopeEnd::last, 0.3);
    settings.payoutSpeed = 0.25;
    rod.setSettings(settings);
    const double dt = 1.0 / 240.0;
    double jump = 0.0;
    for (int i = 0; i < 240; ++i)
    {
        const double torque = rod.torque(1);
        rod.step(dt);
        jump = std::max(jump, std::abs(rod.torque(1) - torque));
        const double length = rod.restLength() - 0.05;
        REQUIRE_THAT(rod.torque(1), WithinRel(settings.torsionalStiffness * rod.twist() / length, 1e-12));
    }
    CHECK_THAT(rod.restLength(), WithinRel(1.25, 1e-12));
    CHECK(rod.masses().size() == 26);
    CHECK(rod.netInsertions() == 5);
    CHECK(jump < 0.3 * settings.torsionalStiffness * 0.25 * dt / (0.95 * 0.95) * 4.0);
    settings.payoutSpeed = -0.25;
    rod.setSettings(settings);
    for (int i = 0; i < 240; ++i)
        rod.step(dt);
    CHECK_THAT(rod.restLength(), WithinRel(1.0, 1e-12));
    CHECK(rod.masses().size() == 21);
}

TEST_CASE("a reel refuses what it cannot wind", "[rod][reel]")
{
    RopeByLength settings;
    settings.payoutSpeed = 1.0;
    settings.minMassCount = 2;
    settings.maxMassCount = 10;
    CHECK_THROWS_WITH(RopeSimulation(settings), "min_mass_count = 2: must be 3 to 1e+06");
    settings.minMassCount = 11;
    CHECK_THROWS_WITH(RopeSimulation(settings), "max_mass_count = 10: must be at least min_mass_count, 11");
    settings.minMassCount = 3;
    settings.closed = true;
    CHECK_THROWS_WITH(RopeSimulation(settings), "a reel for a ring: must be a rope with two ends");
}

// The new edge has the angle of the one that it was part of: no torque is between them, and none behind it changes.
TEST_CASE("a mass that is inserted in a rod with an angle an edge changes no torque", "[rod][reel]")
{
    WoundRod rod(TwistModel::waves);
    rod.setFirst(1.5 * rod.whole() * (1.0 + 1e-8));
    WoundRod wound = rod;
    const auto last = rod.masses().size() - 1;
    REQUIRE(std::abs(rod.torque(1)) > 0.01);
    REQUIRE(std::abs(rod.torque(last - 1)) > 0.01);
    wound.windBy(1.0);
    REQUIRE(wound.masses().size() == rod.masses().size() + 1);
    CHECK(wound.torque(1) == 0.0);
    for (std::size_t i = 1; i < last; ++i)
        CHECK_THAT(wound.torque(i + 1), WithinRel(rod.torque(i), 1e-12));
    CHECK_THAT(wound.twist(), WithinRel(rod.twist(), 1e-12));
    CHECK_THAT(wound.twistEnergy(), WithinRel(rod.twistEnergy(), 1e-12));
    CHECK(wound.angle(RopeEnd::first) == rod.angle(RopeEnd::first));

    wound.setFirst(0.5 * rod.whole() * (1.0 - 1e-8));
    wound.windBy(-1.0);
    REQUIRE(wound.masses().size() == rod.masses().size());
    CHECK_THAT(wound.twist(), WithinAbs(rod.twist(), 1e-12));
    CHECK_THAT(wound.totalEnergy(), WithinRel(rod.totalEnergy(), 1e-7));
}

// A mass that is taken in with a torque on it leaves its twist, and the area of its bend, to the next.
TEST_CASE("a mass that is taken off a rod with an angle an edge leaves its twist", "[rod][reel]")
{
    WoundRod rod(TwistModel::waves);
    rod.setFirst(0.5 * rod.whole() * (1.0 - 1e-9));
    const std::vector<rope::Mass> before = rod.masses();
    const double twist = rod.twist();
    const auto tangent = [](const std::vector<rope::Mass>& masses, std::size_t i)
    { return glm::normalize(masses[i + 1].position - masses[i].position); };
    rod.windBy(-1.0);
    REQUIRE(rod.masses().size() == before.size() - 1);
    const double area = solidAngle(tangent(before, 1), tangent(before, 2), tangent(rod.masses(), 0));
    CHECK_THAT(rod.twist() - twist, WithinAbs(area, 1e-12));
}

TEST_CASE("the books of a rod balance while it is paid out and taken in", "[rod][reel][books]")
{
    RopeByLength settings;
    settings.massCount = 21;
    settings.twist = GENERATE(TwistModel::uniform, TwistModel::waves);
    settings.spinInertia = 1e-5;
    settings.airFriction = 0.01;
    settings.axialStiffness = 1000.0;
    settings.maxDt = 1.0 / 960.0;
    settings.maxMassCount = 60;
    RopeSimulation rod(settings);
    rod.pin(0);
    rod.turn(RopeEnd::first, 0.0);
    rod.advance(8.0); // it swings down and hangs
    rod.setBooks(true);
    settings.payoutSpeed = 0.1;
    rod.setSettings(settings);
    rod.advance(4.0);
    const rope::EnergyBook out = rod.energyBook();
    CHECK(std::abs(out.imbalance()) < 1e-11 * out.throughput());
    // Rope comes out at the height of the reel, and its weight pulls: what is lowered is the reel's loss, and little
    // else. It hangs from y = 0 as deep as it is long.
    const double weight = settings.massPerLength * 9.81;
    const double lowered = 0.5 * weight * (1.4 * 1.4 - 1.0);
    CHECK_THAT(out.gained(rope::EnergyLine::reel), WithinRel(-lowered, 0.05));
    CHECK(std::abs(out.gained(rope::EnergyLine::integrator)) < 0.02 * lowered);
    settings.payoutSpeed = -0.1;
    rod.setSettings(settings);
    rod.advance(4.0);
    const rope::EnergyBook in = rod.energyBook();
    CHECK(std::abs(in.imbalance()) < 1e-11 * in.throughput());
    CHECK(std::abs(in.gained(rope::EnergyLine::reel)) < 0.1 * lowered);
}

TEST_CASE("a rod that is posed moves from rest and takes no time", "[rod][pose]")
{
    RopeByLength settings;
    settings.massCount = 21;
    settings.endHeld = true;
    settings.payoutSpeed = 1.0;
    settings.maxMassCount = 60;
    RopeSimulation rod(settings);
    rod.setBooks(true);
    rod.setConnectionVelocity({0.0, 0.5, 0.0});
    rod.pose(0.5);
    CHECK(rod.time() == 0.0);
    CHECK(rod.masses().size() == 21);
    CHECK_THAT(rod.masses().front().position.y, WithinRel(0.25, 1e-12));
    for (const rope::Mass& mass : rod.masses())
    {
        CHECK(mass.velocity == Vec3(0.0));
        CHECK(mass.position.y > -0.15); // its far end swings down a little; it would have fallen 1.2 m
    }
    const rope::EnergyBook book = rod.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-12);
    CHECK_THAT(book.gained(rope::EnergyLine::connection), WithinAbs(rod.totalEnergy(), 1e-12));
}

TEST_CASE("a rod goes on as before after moves that throw", "[rod][pose]")
{
    class Thrower : public RopeSimulation
    {
    public:
        using RopeSimulation::RopeSimulation;

    private:
        void prepare(double dt) override
        {
            if (posing())
                throw 5;
            RopeSimulation::prepare(dt);
        }
    };
    RopeByLength settings;
    settings.massCount = 21;
    Thrower rod(settings);
    rod.setBooks(true);
    CHECK_THROWS_AS(rod.pose(0.5), int);
    CHECK(rod.keepsBooks());
    rod.advance(0.5);
    CHECK_THAT(rod.masses().front().position.y, WithinAbs(-0.5 * 9.81 * 0.25, 0.02)); // it weighs something again
}

TEST_CASE("a mass, a spring or a solid that a rod does not have is refused by its number", "[rod]")
{
    RopeByLength settings;
    settings.massCount = 11;
    RopeSimulation rod(settings);
    CHECK_THROWS_WITH(rod.pin(11), "mass 11: must be below 11");
    CHECK_THROWS_WITH(rod.unpin(11), "mass 11: must be below 11");
    CHECK_THROWS_WITH(rod.pinned(11), "mass 11: must be below 11");
    CHECK_THROWS_WITH(rod.setForce(11, Vec3(0.0)), "mass 11: must be below 11");
    CHECK_THROWS_WITH(rod.setMass(11, 1.0), "mass 11: must be below 11");
    CHECK_THROWS_WITH(rod.torque(11), "mass 11: must be below 11");
    CHECK_THROWS_WITH(rod.curvature(11), "mass 11: must be below 11");
    CHECK_THROWS_WITH(rod.tension(10), "spring 10: must be below 10");
    const rope::SolidId none{};
    CHECK_THROWS_WITH(rod.solid(none), "solid 0: must be one that is there");
    CHECK_THROWS_WITH(rod.removeSolid(none), "solid 0: must be one that is there");
}

TEST_CASE("a solid that is taken away while the rod lies on it leaves books that balance", "[rod][books]")
{
    RopeByLength settings;
    settings.massCount = 11;
    settings.radius = 0.01;
    RopeSimulation rod(settings);
    const auto upper = rod.addSolid(rope::SolidBody::plane({0.0, -0.02, 0.0}, {0.0, 1.0, 0.0}));
    const auto lower = rod.addSolid(rope::SolidBody::plane({0.0, -0.021, 0.0}, {0.0, 1.0, 0.0}));
    rod.setBooks(true);
    rod.advance(0.5);
    REQUIRE(!rod.touches().empty());
    rod.removeSolid(lower);
    rod.advance(0.1);
    rod.removeSolid(upper);
    rod.advance(0.1);
    CHECK(rod.touches().empty());
    const rope::EnergyBook book = rod.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
}
