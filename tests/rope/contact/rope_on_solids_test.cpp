#include "ropes_on_solids.hpp"

#include <rope/rope_by_length.hpp>

namespace
{

constexpr double g = 9.81;

/// A chain over a horizontal post, its own line with the radius given; `left` and `right` masses hanging on its sides.
RopeSimulation hungOver(double radius, int touching, int left, int right, double friction, double massPerLength,
                        double axialStiffness)
{
    const double turn = pi / touching;
    const double segment = 2.0 * radius * std::sin(0.5 * turn);
    Path path(Vec3(0.0), 0.5 * pi, segment);
    path.draw(left - 1);
    path.draw(touching, -turn);
    path.draw(right);
    RopeByLength settings = limpRope(path.points(), massPerLength);
    settings.gravity = Vec3(0.0, -g, 0.0);
    settings.radius = 0.1 * radius;
    settings.contactFriction = friction;
    settings.axialStiffness = axialStiffness;
    settings.airFriction = 5.0 * massPerLength * segment;
    RopeSimulation rod(settings);
    rod.layOut(path.points());
    const Vec3 first = path.points()[static_cast<std::size_t>(left - 1)];
    const Vec3 middle = first + radius * Vec3(std::cos(0.5 * turn), -std::sin(0.5 * turn), 0.0);
    rod.addSolid(SolidBody::cylinder(middle - Vec3(0, 0, 1), middle + Vec3(0, 0, 1), 0.9 * radius));
    return rod;
}

/// A rope along x on the plane y = 0, or along the slope down.
RopeSimulation onPlane(RopeByLength settings, double slope)
{
    settings.radius = 0.01;
    RopeSimulation rod(settings);
    const Vec3 down(std::cos(slope), -std::sin(slope), 0.0);
    const Vec3 normal(std::sin(slope), std::cos(slope), 0.0);
    const double edge = rod.springs().front().restLength;
    std::vector<Vec3> positions;
    for (int i = 0; i < settings.massCount; ++i)
        positions.push_back(edge * i * down + settings.radius * normal);
    rod.layOut(positions);
    rod.addSolid(SolidBody::plane(Vec3(0.0), normal));
    return rod;
}

} // namespace

TEST_CASE("contact.atwood: two weights on a rope over a rough post", "[contact]")
{
    const std::string id = GENERATE("contact.atwood.a", "contact.atwood.b");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double m1 = reference["inputs"]["m1"];
    const double m2 = reference["inputs"]["m2"];
    RopeSimulation rod = hungOver(0.1, 32, 60, 60, reference["inputs"]["mu"], 0.005, 1e5);
    const std::size_t last = rod.masses().size() - 1;
    rod.setMass(0, m1);
    rod.setMass(last, m2);
    // Held until the stretch has settled, then let go.
    rod.pin(last);
    for (int step = 0; step < 480; ++step)
        rod.step(stepLength);
    rod.unpin(last);
    if (!reference["expected"]["slides"].get<bool>())
    {
        for (int step = 0; step < 240; ++step)
            rod.step(stepLength);
        const double before = rod.masses()[last].position.y;
        for (int step = 0; step < 480; ++step)
            rod.step(stepLength);
        CHECK(std::abs(rod.masses()[last].position.y - before) < 1e-10);
        return;
    }
    // The first tenth of a second is left to the rope's stretch.
    for (int step = 0; step < 24; ++step)
        rod.step(stepLength);
    const double before = rod.masses()[last].velocity.y;
    double first = 0.0;
    double second = 0.0;
    for (int step = 0; step < 24; ++step)
    {
        rod.step(stepLength);
        first += rod.tension(1) / 24.0;
        second += rod.tension(last - 2) / 24.0;
    }
    const double acceleration = (before - rod.masses()[last].velocity.y) / (24.0 * stepLength);
    CHECK_THAT(acceleration, WithinRel(reference["expected"]["acceleration"].get<double>(), 0.03));
    CHECK_THAT(first, WithinRel(reference["expected"]["T1"].get<double>(), 0.03));
    CHECK_THAT(second, WithinRel(reference["expected"]["T2"].get<double>(), 0.03));
}

TEST_CASE("contact.heavy_over: a heavy chain over a rough post holds a longer overhang", "[contact]")
{
    const std::string id = GENERATE("contact.heavy_over.a", "contact.heavy_over.b");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double radius = reference["inputs"]["centreline_radius"];
    const double a = reference["inputs"]["overhang_a"];
    const double b = reference["expected"]["overhang_b"];
    constexpr int touching = 64;
    const double segment = 2.0 * radius * std::sin(0.5 * pi / touching);
    // A tail begins half a segment beyond the last mass that touches, and the mass at its end is half a mass.
    const int left = static_cast<int>(std::lround(a / segment + 1.5));
    const auto sunkWith = [&](double part)
    {
        const double exact = (left - 1.5) * segment / a; // the overhang that the masses make of a
        const int right = static_cast<int>(std::lround(part * b * exact / segment - 0.5));
        RopeSimulation rod = hungOver(radius, touching, left, right, reference["inputs"]["mu"], 0.5, 1e4);
        // Friction is doubled until the stretch has settled.
        const std::size_t last = rod.masses().size() - 1;
        const double friction = reference["inputs"]["mu"];
        setFriction(rod, 2.0 * friction);
        for (int step = 0; step < 240; ++step)
            rod.step(stepLength);
        setFriction(rod, friction);
        for (int step = 0; step < 240; ++step)
            rod.step(stepLength);
        const double before = rod.masses()[last].position.y;
        for (int step = 0; step < 120; ++step)
            rod.step(stepLength);
        return before - rod.masses()[last].position.y;
    };
    CHECK(std::abs(sunkWith(0.97)) < 1e-7);
    CHECK(sunkWith(1.03) > 1e-2);
}

TEST_CASE("contact.slide: a rope slides to rest on a rough plane, and down a slope", "[contact]")
{
    const nlohmann::json reference = item("contact.slide.a");
    RopeByLength settings;
    settings.massCount = 41;
    settings.torsionalStiffness = 0.0;
    settings.contactFriction = reference["inputs"]["mu"];
    const double speed = reference["inputs"]["speed"];
    const double dt = 1.0 / 960.0;
    RopeSimulation rod = onPlane(settings, 0.0);
    // All are driven at the speed, and let go.
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        rod.pin(i, Vec3(speed, 0.0, 0.0));
    for (int step = 0; step < 10; ++step)
        rod.step(dt);
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        rod.unpin(i);
    const double start = rod.masses()[20].position.x;
    double stopped = 0.0;
    for (int step = 1; step <= 960; ++step)
    {
        rod.step(dt);
        if (rod.masses()[20].velocity.x > 1e-3 * speed)
            stopped = step * dt;
    }
    const nlohmann::json& expected = reference["expected"];
    CHECK_THAT(rod.masses()[20].position.x - start, WithinRel(expected["stops_after_m"].get<double>(), 0.01));
    CHECK_THAT(stopped, WithinRel(expected["stops_after_s"].get<double>(), 0.01));
    CHECK(fastest(rod) < 1e-10);

    const double slope = reference["inputs"]["slope_deg"].get<double>() * pi / 180.0;
    RopeSimulation sliding = onPlane(settings, slope);
    for (int step = 0; step < 120; ++step)
        sliding.step(stepLength);
    const double before = glm::length(sliding.masses()[20].velocity);
    for (int step = 0; step < 120; ++step)
        sliding.step(stepLength);
    const double acceleration = (glm::length(sliding.masses()[20].velocity) - before) / (120 * stepLength);
    CHECK(expected["on_slope_slides"].get<bool>());
    CHECK_THAT(acceleration, WithinRel(expected["acceleration_on_slope"].get<double>(), 0.01));
}

TEST_CASE("A rope rests on a slope below the angle of friction without creep", "[contact]")
{
    RopeByLength settings;
    settings.massCount = 41;
    settings.torsionalStiffness = 0.0;
    settings.contactFriction = 0.35;
    const double angle = std::atan(0.35);
    RopeSimulation holds = onPlane(settings, 0.99 * angle);
    RopeSimulation slides = onPlane(settings, 1.01 * angle);
    for (int step = 0; step < 480; ++step)
    {
        holds.step(stepLength);
        slides.step(stepLength);
    }
    CHECK(fastest(holds) < 1e-10);
    CHECK(fastest(slides) > 0.01);
}

TEST_CASE("contact.pull: friction of a stretchy rope is mobilised from the end that is pulled", "[contact]")
{
    const nlohmann::json reference = item("contact.pull.a");
    const double weight = reference["inputs"]["w"];
    const double way = reference["inputs"]["end_displacement"];
    RopeByLength settings;
    settings.massCount = 200;
    settings.length = reference["inputs"]["L"];
    settings.massPerLength = weight / g;
    settings.axialStiffness = reference["inputs"]["EA"];
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.contactFriction = reference["inputs"]["mu"];
    settings.tolerance = 1e-6;
    RopeSimulation rod = onPlane(settings, 0.0);
    for (int step = 0; step < 60; ++step)
        rod.step(stepLength);
    const std::size_t last = rod.masses().size() - 1;
    const auto pull = [&](double distance)
    {
        constexpr int steps = 1920;
        rod.pin(last, Vec3(distance / (steps * stepLength), 0.0, 0.0));
        for (int step = 0; step < steps; ++step)
            rod.step(stepLength);
        rod.pin(last);
        for (int step = 0; step < 240; ++step)
            rod.step(stepLength);
    };
    const nlohmann::json& expected = reference["expected"];
    pull(way);
    CHECK_THAT(rod.tension(last - 1), WithinRel(expected["force"].get<double>(), 0.03));
    // What slips has moved by more than the depth of a contact.
    double slipping = 0.0;
    for (std::size_t i = 0; i < last; ++i)
        slipping += rod.tension(i) > 1e-3 * rod.tension(last - 1) ? rod.springs()[i].restLength : 0.0;
    CHECK_THAT(slipping, WithinRel(expected["slipping_length"].get<double>(), 0.03));
    CHECK(fastest(rod) < 1e-10);
    pull(-0.25 * way);
    CHECK_THAT(rod.tension(last - 1), WithinRel(expected["force_after_moving_back_by_a_quarter"].get<double>(), 0.03));
    pull(-0.25 * way);
    CHECK_THAT(rod.tension(last - 1), WithinAbs(0.0, 0.03 * expected["force"].get<double>()));
    pull(1.5 * way); // beyond the last hinge: all of it slips
    CHECK_THAT(rod.tension(last - 1), WithinRel(expected["force_all_slips"].get<double>(), 0.03));
}

namespace
{

/// What a chain does that falls onto a scale, from where a fifth of it has arrived to where seven tenths have.
struct Weighing
{
    double byPressure = 0.0; ///< the impulse of its pressures on the scale, over that of the weight which has fallen
    double byMomentum = 0.0; ///< the same impulse by what the chain's momentum lacks of its weight's
    double freely = 0.0;     ///< the way of its top over that of a free fall
};

/// The segments lean to both sides by turns, by the angle `lean` [rad] and in the direction `phase` [rad], so that it
/// folds. It bends as stiffly as a thread: segments without that fall into each other by chance, and with them the
/// scale's reading goes up and down by a twentieth.
Weighing weigh(double lean, double phase)
{
    constexpr int edges = 200;
    RopeByLength settings;
    settings.massCount = edges + 1;
    settings.massPerLength = 1.0;
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = 1e-6;
    settings.torsionalStiffness = 0.0;
    settings.radius = 0.002;
    settings.contactFriction = 1.0;
    RopeSimulation rod(settings);
    const double edge = rod.springs().front().restLength;
    const Vec3 aside(std::cos(phase), 0.0, std::sin(phase));
    std::vector<Vec3> positions;
    for (int i = 0; i <= edges; ++i)
        positions.push_back(Vec3(0.0, settings.radius + std::cos(lean) * edge * i, 0.0) +
                            (i % 2 == 0 ? 0.0 : std::sin(lean) * edge) * aside);
    rod.layOut(positions);
    rod.addSolid(SolidBody::plane(Vec3(0.0), Vec3(0.0, 1.0, 0.0)));
    const double dt = 1.0 / 7680.0;
    const auto fallen = [&] { return positions.back().y - rod.masses().back().position.y; };
    while (fallen() < 0.2)
        rod.step(dt);
    const double momentum = rod.momentum().y;
    double impulse = 0.0;
    double ideal = 0.0;
    double weight = 0.0;
    while (fallen() < 0.7)
    {
        rod.step(dt);
        for (const SolidTouch& touch : rod.touches())
            impulse += touch.pressure * dt;
        ideal += fallen() / std::cos(lean) * settings.massPerLength * g * dt;
        weight += settings.massPerLength * settings.length * g * dt;
    }
    return {impulse / ideal, (rod.momentum().y - momentum + weight) / ideal,
            fallen() / (0.5 * g * rod.time() * rod.time())};
}

} // namespace

TEST_CASE("contact.scale: a chain that falls onto a scale weighs three times what has fallen", "[contact]")
{
    const double expected = item("contact.scale")["expected"]["ratio_while_falling"];
    // What the last bit of a position decides moves the reading of a fall by up to 3.5 %.
    constexpr int falls = 4;
    double mean = 0.0;
    for (int i = 0; i < falls; ++i)
    {
        CAPTURE(i);
        const Weighing fall = weigh(0.005 + 0.01 * i, 0.7 * i);
        CHECK_THAT(fall.byMomentum, WithinRel(expected, 0.05));
        CHECK_THAT(fall.byPressure, WithinRel(expected, 0.08));
        CHECK_THAT(fall.freely, WithinRel(1.0, 0.04));
        mean += fall.byMomentum / falls;
    }
    CHECK_THAT(mean, WithinRel(expected, 0.03));
}

TEST_CASE("contact.table: a straight chain slides off a table round its edge", "[contact]")
{
    const std::string id = GENERATE("contact.table.a", "contact.table.b");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double length = reference["inputs"]["L"];
    const double overhang = reference["inputs"]["overhang"];
    const double friction = reference["inputs"]["mu"];
    constexpr int edges = 200;
    RopeByLength settings;
    settings.massCount = edges + 1;
    settings.length = length;
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.axialStiffness = 1e4;
    settings.radius = 0.004;
    settings.contactFriction = friction;
    RopeSimulation rod(settings);
    // The table ends a segment before x = 0, where the greased bar begins that is its edge.
    constexpr double bar = 0.01;
    const double round = bar + settings.radius;
    const double edge = rod.springs().front().restLength;
    std::vector<Vec3> positions;
    for (int i = 0; i <= edges; ++i)
    {
        // Beyond the table's end along the rope. What lies on the bar pulls with as much as its radius.
        const double s = edge * i - (length - overhang) + (0.5 * pi - 1.0) * round;
        const double turned = std::clamp(s / round, 0.0, 0.5 * pi);
        positions.emplace_back(std::min(s, 0.0) + round * std::sin(turned),
                               settings.radius - round * (1.0 - std::cos(turned)) - std::max(0.0, s - 0.5 * pi * round),
                               0.0);
    }
    rod.layOut(positions);
    rod.addSolid(SolidBody::box(Vec3(-2.0 - edge, -0.5, 0.0), Vec3(2.0, 0.5, 1.0)));
    SolidBody edgeBar = SolidBody::cylinder(Vec3(0.0, -bar, -1.0), Vec3(0.0, -bar, 1.0), bar);
    edgeBar.roughness = 0.0;
    rod.addSolid(edgeBar);
    // x'' = (g/L)(x - mu (L - x)), to four fifths of the time.
    const double until = 0.8 * reference["expected"]["time_to_leave"].get<double>();
    const double threshold = friction * length / (1.0 + friction);
    CHECK_THAT(threshold, WithinAbs(reference["expected"]["starts_beyond"].get<double>(), 1e-8));
    const double rate = std::sqrt(g * (1.0 + friction) / length);
    const double dt = 1.0 / 960.0;
    while (rod.time() < until)
        rod.step(dt);
    const double way = rod.masses().back().position.y - positions.back().y;
    CHECK_THAT(-way, WithinRel((overhang - threshold) * (std::cosh(rate * rod.time()) - 1.0), 0.03));
}
