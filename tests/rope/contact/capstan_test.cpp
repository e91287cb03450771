#include "ropes_on_solids.hpp"

#include <rope/rope_by_length.hpp>

namespace
{

/// A rope round a fixed post, with straight tails: `touching` masses lie on a circle of the radius 1 about the origin,
/// each a corner of the turn angle/touching. The last mass is pulled with `load`, the first held with `hold`.
struct Capstan
{
    Capstan(double angle, int touching, int tail, double friction, double bendingStiffness = 0.0, double scale = 1.0,
            double axialStiffness = 1e6, // it stretches by less than a segment
            bool atSurface = false,      // friction acts at the rope's surface
            double radius = 0.1)         // of the rope, by that of its line
        : turn(angle / touching)
    {
        const double segment = 2.0 * scale * std::sin(0.5 * turn);
        Path path(Vec3(-segment * tail, scale, 0.0), 0.0, segment);
        path.draw(tail);
        path.draw(touching, -turn);
        path.draw(tail - 1);
        directionOfLoad = glm::normalize(path.points().back() - path.points()[path.points().size() - 2]);
        RopeByLength settings = limpRope(path.points(), 0.1);
        settings.bendingStiffness = bendingStiffness;
        settings.axialStiffness = axialStiffness;
        settings.radius = radius * scale;
        settings.contactFriction = friction;
        settings.surfaceFriction = atSurface;
        settings.twist = atSurface ? TwistModel::waves : TwistModel::uniform;
        settings.spinInertia = 0.5 * settings.massPerLength * settings.radius * settings.radius;
        settings.airFriction = 0.1 * settings.massPerLength * segment / stepLength;
        rod.emplace_back(settings);
        rod[0].layOut(path.points());
        // The first touching mass lies where the first tail ends, half a turn before the circle's highest point.
        const Vec3 first = path.points()[static_cast<std::size_t>(tail)];
        const Vec3 middle = first - scale * Vec3(std::sin(0.5 * turn), std::cos(0.5 * turn), 0.0);
        rod[0].addSolid(
            SolidBody::cylinder(middle - Vec3(0.0, 0.0, 1.0), middle + Vec3(0.0, 0.0, 1.0), (1.0 - radius) * scale));
    }

    void pull(double hold, double load)
    {
        rod[0].setForce(0, {-hold, 0.0, 0.0});
        rod[0].setForce(rod[0].masses().size() - 1, load * directionOfLoad);
    }

    /// Raises the load from `hold` within `rise` [s], and waits.
    void run(double hold, double load, double rise, double wait)
    {
        for (double t = 0.0; t < rise + wait; t += stepLength)
        {
            pull(hold, hold + (load - hold) * (t < rise ? t / rise : 1.0));
            rod[0].step(stepLength);
        }
    }

    /// Waits under the load; returns how far the loaded end has gone along it [m].
    double slip(double hold, double load, double wait)
    {
        const Vec3 before = rod[0].masses().back().position;
        run(hold, load, 0.0, wait);
        return glm::dot(rod[0].masses().back().position - before, directionOfLoad);
    }

    double turn;
    Vec3 directionOfLoad;
    std::vector<RopeSimulation> rod; // one
};

/// The largest ratio of tensions that masses on a polygon of these turns hold.
double ratioOfPolygon(double turn, int touching, double friction)
{
    const double share = friction * std::tan(0.5 * turn);
    return std::pow((1.0 + share) / (1.0 - share), touching);
}

} // namespace

TEST_CASE("contact.capstan: a rope round a post holds up to its polygon's ratio and slides beyond", "[contact]")
{
    const std::string id = GENERATE("contact.capstan.a", "contact.capstan.b", "contact.capstan.c");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double friction = reference["inputs"]["mu"];
    const double angle = reference["inputs"]["angle_rad"];
    const int touching = reference["inputs"]["nodes_in_contact"];
    const double ratio = reference["expected"]["ratio_polygon"];
    CHECK_THAT(ratioOfPolygon(angle / touching, touching, friction), WithinRel(ratio, 1e-8));
    CHECK_THAT(ratio, WithinRel(reference["expected"]["ratio"].get<double>(), 0.012));

    Capstan holds(angle, touching, 2, friction);
    holds.run(1.0, 0.99 * ratio, 2.0, 3.0);
    CHECK(fastest(holds.rod[0]) < 1e-10);

    // The normal force over T1, of all masses in contact: those of a limit at which all would slide.
    Capstan slides(angle, touching, 2, friction);
    slides.run(1.0, 0.99 * ratio, 2.0, 1.0);
    CHECK(std::abs(slides.slip(1.0, 0.99 * ratio, 1.0)) < 1e-8);
    CHECK(slides.slip(1.0, 1.01 * ratio, 1.0) > 1e-5);
    double pressure = 0.0;
    for (const SolidTouch& touch : slides.rod[0].touches())
        pressure += touch.pressure;
    CHECK_THAT(pressure, WithinRel(reference["expected"]["normal_force_over_T1"].get<double>(), 0.03));
}

// About the post's axis the tensions turn at R + r, and friction at R.
TEST_CASE("A thick limp rope that rubs at its surface holds e^(mu phi R/(R + r)) round a post", "[contact]")
{
    constexpr double friction = 0.3;
    constexpr double angle = 2.0 * pi;
    const double ratio = std::exp(friction * angle * 0.9);
    const auto slips = [&](double load)
    {
        Capstan capstan(angle, 100, 4, friction, 0.0, 1.0, 1e6, true);
        capstan.run(1.0, load, 2.0, 2.0);
        return capstan.slip(1.0, load, 1.0);
    };
    CHECK(std::abs(slips(0.98 * ratio)) < 1e-9);
    CHECK(slips(1.02 * ratio) > 1e-5);
}

TEST_CASE("knot2.thick_capstan.3: a thick rope on a post of three of its radii holds less than a thin one", "[contact]")
{
    const nlohmann::json item = referenceItem("knot2.thick_capstan.3", "rigging.json");
    const nlohmann::json& in = item.at("inputs");
    const double ratio = item.at("expected").at("T2").get<double>() / in.at("T1").get<double>();
    const auto slips = [&](double load)
    {
        Capstan capstan(in.at("wrap_rad"), 50, 4, in.at("mu"), 0.0, 1.0, 1e6, true,
                        1.0 / (in.at("R_over_r").get<double>() + 1.0));
        capstan.run(1.0, load, 2.0, 2.0);
        return capstan.slip(1.0, load, 1.0);
    };
    CHECK(std::abs(slips(0.96 * ratio)) < 1e-9);
    CHECK(slips(1.04 * ratio) > 1e-5);
}

TEST_CASE("knot2.turns.a: round turns on a post never hold without a pull on their tail", "[contact]")
{
    const nlohmann::json item = referenceItem("knot2.turns.a", "rigging.json");
    const nlohmann::json& in = item.at("inputs");
    const auto number = static_cast<std::size_t>(GENERATE(0, 1, 2));
    const double ratio = in.at("load").get<double>() / item.at("expected").at("tail_pull")[number].get<double>();
    CAPTURE(number, ratio);
    const auto slips = [&](double load)
    {
        Capstan capstan(in.at("wrap_rad")[number], 67 * (static_cast<int>(number) + 1), 2, in.at("mu"));
        capstan.run(1.0, load, 2.0, 2.0);
        return capstan.slip(1.0, load, 0.5);
    };
    CHECK(std::abs(slips(0.96 * ratio)) < 1e-9);
    CHECK(slips(1.04 * ratio) > 1e-5);
}

TEST_CASE("A rope round a post from a quarter turn to three turns holds at 0.99 and slides at 1.01", "[contact]")
{
    constexpr double friction = 0.3;
    const double angle = pi * GENERATE(0.5, 1.0, 2.0, 3.0, 6.0);
    const double axialStiffness = GENERATE(2e4, 1e6);
    CAPTURE(angle, axialStiffness);
    const int touching = std::max(24, static_cast<int>(std::lround(200.0 * angle / (6.0 * pi))));
    const double ratio = ratioOfPolygon(angle / touching, touching, friction);
    CHECK_THAT(ratio, WithinRel(std::exp(friction * angle), 0.005));
    Capstan holds(angle, touching, 2, friction, 0.0, 1.0, axialStiffness);
    holds.run(1.0, 0.99 * ratio, 2.0, 2.0);
    CHECK(fastest(holds.rod[0]) < 1e-10);
    // Air alone takes up what the friction does not: F = b v on all masses.
    Capstan slides(angle, touching, 2, friction, 0.0, 1.0, axialStiffness);
    slides.run(1.0, 1.01 * ratio, 2.0, 2.0);
    const double air = slides.rod[0].settings().airFriction;
    double carried = 0.0; // by the load, of air on each mass
    const std::size_t count = slides.rod[0].masses().size();
    for (std::size_t i = 0; i < count; ++i)
        carried += air * std::exp(friction * angle * (1.0 - static_cast<double>(i) / static_cast<double>(count)));
    const double expected = 0.01 * ratio / carried;
    CHECK_THAT(slides.slip(1.0, 1.01 * ratio, 0.5), WithinRel(0.5 * expected, 0.2));
}

TEST_CASE("contact.stiff_capstan: a stiff rope round a post lifts off and holds less", "[contact]")
{
    const std::string id = GENERATE("contact.stiff_capstan.a", "contact.stiff_capstan.b");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double friction = reference["inputs"]["mu"];
    const double angle = reference["inputs"]["angle_rad"];
    const double hold = reference["inputs"]["T1"];
    const double stiffness = reference["inputs"]["B"];
    const double radius = reference["inputs"]["centreline_radius"];
    const double load = reference["expected"]["T2"];
    const nlohmann::json& expected = reference["expected"];
    const int touching = static_cast<int>(std::ceil(angle / 0.05));
    const int tail = static_cast<int>(std::ceil(8.0 * std::sqrt(stiffness / hold) / (0.05 * radius)));
    Capstan holds(angle, touching, tail, friction, stiffness, radius, 1e5);
    holds.run(hold, 0.97 * load, 2.0, 2.0);
    CHECK(fastest(holds.rod[0]) < 1e-6);
    CHECK(std::abs(holds.slip(hold, 0.97 * load, 0.5)) < 1e-6);
    CHECK(holds.slip(hold, 1.03 * load, 0.5) > 1e-4);

    // Drawn on slowly, all of it slips. A corner of the polygon is as much as an angle can be off.
    Capstan drawn(angle, touching, tail, friction, stiffness, radius, 1e5);
    drawn.run(hold, 0.97 * load, 2.0, 0.5);
    RopeSimulation& rod = drawn.rod[0];
    const std::size_t last = rod.masses().size() - 1;
    rod.setForce(last, Vec3(0.0));
    const double segment = rod.springs().front().restLength;
    rod.pin(last, 0.5 * segment / 2.0 * drawn.directionOfLoad);
    for (int step = 0; step < 480; ++step)
        rod.step(stepLength);
    CHECK_THAT(rod.tension(last - 1) / rod.tension(0), WithinRel(expected["ratio"].get<double>(), 0.03));
    const auto liftOff = [](const SolidTouch& touch, const Vec3& pull)
    { return std::acos(glm::dot(touch.normal, Vec3(-pull.y, pull.x, 0.0))); };
    const std::vector<SolidTouch>& touches = rod.touches();
    CHECK_THAT(liftOff(touches.front(), Vec3(1.0, 0.0, 0.0)),
               WithinAbs(expected["liftoff_angle_1_rad"].get<double>(), 0.05));
    CHECK_THAT(liftOff(touches.back(), drawn.directionOfLoad),
               WithinAbs(expected["liftoff_angle_2_rad"].get<double>(), 0.05));
    // The force where it lifts off, T1 sin(theta), brings its friction; from there on the pressure a metre grows as
    // e^(mu phi).
    const double pressure = expected["pressure_starts_with"].get<double>() +
                            friction * hold * std::sin(expected["liftoff_angle_1_rad"].get<double>()) / radius;
    double start = 0.0;
    constexpr std::size_t from = 4;
    constexpr std::size_t count = 8;
    for (std::size_t i = from; i < from + count; ++i)
        start += touches[i].pressure / segment * std::exp(-friction * drawn.turn * static_cast<double>(i)) / count;
    CHECK_THAT(start, WithinRel(pressure, 0.03));
}
