#include "bodies.hpp"

#include "catch.hpp"

#include <rope/rope_by_length.hpp>

using namespace rope;

namespace
{

constexpr double g = 9.81;

Vec3 angularMomentumOf(const RopeSimulation& sim)
{
    Vec3 sum(0.0);
    for (const BodyId id : sim.bodies())
    {
        const Body& body = sim.body(id);
        sum +=
            body.mass * glm::cross(body.position, body.velocity) + body.axes * (body.inertia * (body.spin * body.axes));
    }
    return sum;
}

double fastest(const RopeSimulation& sim)
{
    double speed = 0.0;
    for (const BodyId id : sim.bodies())
        speed = std::max(speed, glm::length(sim.body(id).velocity));
    return speed;
}

} // namespace

TEST_CASE("A free body keeps its momenta, and its axis goes round with the rate of Euler's equations")
{
    RopeSimulation sim = aside(Vec3(0.0));
    Body top = weight(2.0, {1.0, 1.0, 1.0});
    top.inertia = {0.02, 0.02, 0.03};
    top.velocity = {0.3, 0.1, 0.0};
    top.spin = {0.5, 0.0, 6.0};
    const BodyId id = sim.addBody(top);
    const Vec3 momentum = sim.body(id).velocity;
    const Vec3 turning = angularMomentumOf(sim);
    const Vec3 about = glm::normalize(top.inertia * top.spin);
    const Vec3 axisBefore = sim.body(id).axes[2];
    constexpr double seconds = 0.5;
    sim.advance(seconds);
    CHECK(glm::length(sim.body(id).velocity - momentum) < 1e-13);
    CHECK(glm::length(angularMomentumOf(sim) - turning) < 1e-12 * glm::length(turning));
    // The axis of a symmetric top turns about the angular momentum by L/I1 (L. Landau, E. Lifshitz, Mechanics, § 33).
    const Vec3 was = axisBefore - glm::dot(axisBefore, about) * about;
    const Vec3 is = sim.body(id).axes[2] - glm::dot(sim.body(id).axes[2], about) * about;
    const double turned = std::atan2(glm::dot(glm::cross(was, is), about), glm::dot(was, is));
    const double full = glm::length(top.inertia * top.spin) / top.inertia.x * seconds;
    CHECK(std::remainder(full - turned, 2.0 * std::numbers::pi) == Approx(0.0).margin(1e-3 * full));
    CHECK(glm::length(is) == Approx(glm::length(was)).epsilon(0.01));
}

TEST_CASE("A ball that falls lies still, and its books say where the energy went")
{
    RopeSimulation sim = aside();
    sim.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    const BodyId id = sim.addBody(ball(1.0, 0.1, {1.0, 0.5, 0.0}));
    sim.advance(1.0);
    // Its weight presses it in by g h²/100, h a 240th of a second.
    CHECK(sim.body(id).position.y == Approx(0.1 - g / (100.0 * 240.0 * 240.0)).margin(1e-7));
    CHECK(fastest(sim) < 1e-10);
    const EnergyBook book = sim.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-11 * book.throughput());
    const double fallen = g * 0.4;
    CHECK(book.amount(EnergyLine::contact_absorption) - book.gained(EnergyLine::integrator) ==
          Approx(fallen).epsilon(0.02));
    // The floor takes all that its weight of 1 kg gave.
    CHECK(sim.momentumBook().linear.gained(MomentumLine::contact).y == Approx(g).epsilon(0.01));
}

TEST_CASE("A post stands on another one that is beside it, as long as its middle is above where both are")
{
    constexpr double radius = 0.05;
    const double apart = GENERATE(0.8, 1.2) * radius;
    RopeSimulation sim = aside();
    const SolidBody post = SolidBody::cylinder({0.0, -radius, 0.0}, {0.0, radius, 0.0}, radius);
    sim.addSolid(post);
    Body upper;
    upper.shapes = {post};
    upper.friction = 1.0;
    upper.inertia = radius * radius * Vec3(0.25 + 1.0 / 3.0, 0.5, 0.25 + 1.0 / 3.0);
    upper.position = Vec3(apart / std::sqrt(2.0), 2.0 * radius, apart / std::sqrt(2.0));
    const BodyId id = sim.addBody(upper);
    sim.advance(1.0);
    CHECK((sim.body(id).axes[1].y > 1.0 - 1e-8) == (apart < radius));
    CHECK((fastest(sim) < 1e-12) == (apart < radius));
    CHECK(sim.effort().iterations < 2 * sim.effort().steps);
}

TEST_CASE("Eight boxes on each other rest, also those that are dropped")
{
    const double gap = GENERATE(0.0, 0.02);
    RopeSimulation sim = aside();
    sim.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    for (int i = 0; i < 8; ++i)
        sim.addBody(box(1.0, Vec3(0.1), {1.0, 0.1 + 0.2 * i + gap * (i + 1), 0.0}));
    sim.advance(1.0);
    const Vec3 top = sim.body(sim.bodies().back()).position;
    sim.advance(1.0);
    CHECK(fastest(sim) < 1e-8);
    CHECK(glm::distance(sim.body(sim.bodies().back()).position, top) < 1e-9);
    CHECK(top.y == Approx(1.5).margin(1e-4));
    CHECK(sim.effort().stood == 0);
    CHECK(static_cast<double>(sim.effort().iterations) < 5.0 * static_cast<double>(sim.effort().steps));
}

TEST_CASE("A brick rests on a box as long as its middle is above it, and tips over the edge like a pendulum")
{
    const bool fixed = GENERATE(true, false);
    const double beyond = GENERATE(-0.003, 0.003); // [m], its middle the edge
    CAPTURE(fixed, beyond);
    RopeSimulation sim = aside();
    sim.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    const Vec3 half(0.1, 0.03, 0.03);
    Body brick = box(1.0, half, {0.1 + beyond, 0.1 + half.y, 0.0});
    brick.friction = 1.0;
    const BodyId id = sim.addBody(brick); // the first of two boxes has the edges
    Body below = box(10.0, {0.1, 0.05, 0.05}, {0.0, 0.05, 0.0});
    below.friction = 1.0;
    if (fixed)
        sim.addSolid(SolidBody::box(below.position, below.shapes[0].halfSize));
    else
        sim.addBody(below);
    const auto lean = [&] { return -std::asin(sim.body(id).axes[0].y); };
    while (sim.time() < 1.0 && lean() < 0.2)
        sim.advance(1.0 / 240.0);
    CHECK(sim.effort().stood == 0);
    CHECK(sim.effort().iterations < 4 * sim.effort().steps);
    if (beyond < 0.0)
    {
        CHECK(lean() < 1e-4);
        CHECK(fastest(sim) < 1e-10);
        return;
    }
    const double inertia = brick.inertia.z + beyond * beyond + half.y * half.y; // about the edge
    const double fallen = half.y * (1.0 - std::cos(lean())) + beyond * std::sin(lean());
    CHECK(-sim.body(id).spin.z == Approx(std::sqrt(2.0 * g * fallen / inertia)).epsilon(0.02));
    const EnergyBook book = sim.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
}

TEST_CASE("What stands holds bodies by its own points and edges, and a plank rocks on a bar")
{
    RopeSimulation sim = aside();
    const Vec3 half(0.1, 0.01, 0.05);
    const double sunk = g / (100.0 * 240.0 * 240.0); // by a weight on one place
    SECTION("a ball below the middle of a face")
    {
        sim.addSolid(SolidBody::sphere(Vec3(0.0), 0.05));
        const BodyId plank = sim.addBody(box(1.0, half, {0.0, 0.06, 0.0}));
        sim.advance(0.5);
        CHECK(sim.body(plank).position.y == Approx(0.06 - sunk).margin(1e-7));
    }
    SECTION("the corners of a box below a face")
    {
        sim.addSolid(SolidBody::box(Vec3(0.0), {0.02, 0.05, 0.02}));
        const BodyId plank = sim.addBody(box(1.0, half, {0.0, 0.06, 0.0}));
        sim.advance(0.5);
        CHECK(sim.body(plank).position.y == Approx(0.06 - sunk / 4.0).margin(1e-7));
    }
    SECTION("bars that cross, and a heavy ball on a plank")
    {
        sim.addSolid(SolidBody::capsule({0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, 0.05));
        Body bar = box(1.0, half, {0.0, 0.07, 0.0});
        bar.shapes = {SolidBody::capsule({-0.1, 0.0, 0.0}, {0.1, 0.0, 0.0}, 0.02)};
        const BodyId across = sim.addBody(bar);
        sim.addSolid(SolidBody::plane({0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}));
        const BodyId plank = sim.addBody(box(1.0, {0.5, 0.01, 0.2}, {1.0, -0.99, 0.0}));
        const BodyId heavy = sim.addBody(ball(50.0, 0.2, {1.1, -0.78, 0.0}));
        sim.advance(0.5);
        CHECK(sim.body(across).position.y == Approx(0.07 - sunk).margin(1e-7));
        CHECK(sim.body(plank).position.y == Approx(-0.99).margin(1e-3));
        CHECK(sim.body(heavy).position.y == Approx(-0.78).margin(1e-3));
        CHECK(fastest(sim) < 1e-3);
    }
    SECTION("a plank rocks")
    {
        const double radius = 0.05;
        sim.addSolid(SolidBody::capsule({0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, radius));
        Body plank = box(1.0, half, Vec3(0.0));
        plank.friction = 1.0;
        const double tilt = 0.1;
        plank.axes = turned(plank.axes, {0.0, 0.0, tilt});
        const Vec3 up = plank.axes[1];
        plank.position = (radius + half.y) * up + radius * tilt * plank.axes[0];
        const BodyId id = sim.addBody(plank);
        while (sim.body(id).axes[0].y > 0.0 && sim.time() < 1.0)
            sim.advance(1.0 / 240.0);
        // It rolls by the way R θ along the bar: m (k² + h²) θ'' = -m g (R - h) θ.
        const double period = std::sqrt((plank.inertia.z + half.y * half.y) / (g * (radius - half.y)));
        CHECK(sim.time() == Approx(0.5 * std::numbers::pi * period).epsilon(0.02));
    }
    CHECK(sim.effort().stood == 0);
}

TEST_CASE("Balls and posts with flat ends roll on as fast as they turn, and a coin that leans runs in a circle")
{
    RopeSimulation sim = aside();
    sim.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    const auto roll = [&](const SolidBody& shape, const Vec3& inertia, double lean, double speed)
    {
        Body body;
        body.shapes = {shape};
        body.inertia = inertia;
        body.friction = 1.0;
        body.axes = turned(body.axes, {lean, 0.0, 0.0});
        const double radius = shape.halfSize.x;
        body.position.y = radius * std::cos(lean) + shape.halfSize.y * std::sin(lean);
        body.velocity.x = speed;
        body.spin = body.axes * Vec3(0.0, 0.0, -speed / radius);
        return sim.addBody(body);
    };
    SECTION("straight on")
    {
        constexpr double radius = 0.02;
        const bool round = GENERATE(true, false);
        const double speed = GENERATE(0.4, 2.0); // it turns by 5 and 24 degrees a step
        const SolidBody shape = round ? SolidBody::sphere(Vec3(0.0), radius)
                                      : SolidBody::cylinder({0.0, 0.0, -radius}, {0.0, 0.0, radius}, radius);
        const BodyId id = roll(shape, (round ? 0.4 : 0.5) * radius * radius * Vec3(1.0), 0.0, speed);
        sim.advance(1.0);
        const Body& body = sim.body(id);
        CHECK(body.velocity.x == Approx(speed).epsilon(2e-3));
        CHECK(-body.spin.z * radius == Approx(body.velocity.x).epsilon(1e-5));
        CHECK(std::abs(body.position.z) < 1e-9);
        CHECK(sim.effort().iterations < 2 * sim.effort().steps);
    }
    SECTION("leaning")
    {
        constexpr double radius = 0.05;
        const Vec3 inertia = radius * radius * Vec3(0.25, 0.25, 0.5);
        const SolidBody coin = SolidBody::cylinder({0.0, 0.0, -1e-3}, {0.0, 0.0, 1e-3}, radius);
        constexpr double lean = 0.2;
        constexpr double speed = 2.0;
        const BodyId id = roll(coin, inertia, lean, speed);
        const double energy = sim.kineticEnergy() + sim.potentialEnergy();
        sim.advance(0.5);
        // Round a circle by the rate W a thin disc leans by φ from upright: R W² cos φ sin φ/4 + 3/2 v W cos φ = g sin
        // φ, with the spin about its axis v/R.
        const Vec3& v = sim.body(id).velocity;
        const double rate = g * std::tan(lean) / (1.5 * speed);
        CHECK(std::atan2(v.z, v.x) == Approx(0.5 * rate).epsilon(0.1));
        CHECK(sim.kineticEnergy() + sim.potentialEnergy() == Approx(energy).epsilon(2e-3));
    }
}

TEST_CASE("What begins within each other is let out slowly, and its books say by how much work")
{
    RopeSimulation sim = aside(Vec3(0.0));
    const bool fixed = GENERATE(true, false);
    const bool round = GENERATE(true, false);
    CAPTURE(fixed, round);
    if (fixed)
        sim.addSolid(SolidBody::box(Vec3(0.0), Vec3(0.2)));
    else
        sim.addBody(box(5.0, Vec3(0.2), Vec3(0.0)));
    // Ten centimetres within the upper face.
    const BodyId id =
        sim.addBody(round ? ball(1.0, 0.05, {0.01, 0.15, 0.02}) : box(1.0, Vec3(0.05), {0.05, 0.15, 0.03}));
    double speed = 0.0;
    while (sim.time() < 10.0)
    {
        sim.advance(0.1);
        speed = std::max(speed, fastest(sim));
    }
    CHECK(speed < 0.025);
    CHECK(sim.body(id).position.y > 0.25 - 1e-3);
    CHECK(sim.effort().stood == 0);
    const EnergyBook book = sim.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
    CHECK(book.gained(EnergyLine::solids) >= sim.kineticEnergy());
}

TEST_CASE("What begins one through the other jams without pressing harder and harder")
{
    RopeSimulation sim = aside();
    sim.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    const double thin = GENERATE(0.02, 0.2);
    CAPTURE(thin);
    sim.addBody(box(5.0, Vec3(0.2, thin, 0.2), {0.0, thin, 0.0}));
    sim.addBody(box(5.0, Vec3(0.2, thin, 0.2), {0.1, 1.5 * thin, 0.0}));
    double speed = 0.0;
    for (int i = 0; i < 20; ++i)
    {
        sim.advance(0.1);
        speed = std::max(speed, fastest(sim));
    }
    CHECK(speed < 0.2);
    // Springs of k = 100 m/(1/240 s)², in 24 places at most, drawn by 0.1 mm and as much again in a blow.
    const double most = 24.0 * 0.5 * 100.0 * 2.5 * 240.0 * 240.0 * 2e-4 * 2e-4;
    CHECK(sim.contactEnergy() < most);
    CHECK(sim.effort().stood < 5);
}

TEST_CASE("A box on a slope slides below the tangent of its angle only, and a ball rolls at 5/7 of its pull")
{
    constexpr double angle = 20.0 / 180.0 * std::numbers::pi;
    const Vec3 up(-std::sin(angle), std::cos(angle), 0.0);
    const Vec3 along(std::cos(angle), std::sin(angle), 0.0);
    RopeSimulation sim = aside();
    sim.addSolid(SolidBody::plane(Vec3(0.0), up));
    SECTION("box")
    {
        const double mu = GENERATE(0.36, 0.37); // tan 20° = 0.36397
        Body body = box(1.0, Vec3(0.1), 2.0 * along + 0.1 * up);
        body.axes = {along, up, {0.0, 0.0, 1.0}};
        body.friction = mu;
        const BodyId id = sim.addBody(body);
        sim.advance(1.0);
        const Vec3 before = sim.body(id).position;
        sim.advance(1.0);
        const double slid = glm::distance(sim.body(id).position, before);
        const double pull = std::sin(angle) - mu * std::cos(angle);
        CHECK(slid == Approx(pull > 0.0 ? 1.5 * g * pull : 0.0).epsilon(2e-3).margin(1e-10));
        const double rubbed = mu * g * std::cos(angle) * glm::distance(sim.body(id).position, body.position);
        const EnergyBook book = sim.energyBook();
        CHECK(book.amount(EnergyLine::contact_friction) == Approx(rubbed).epsilon(0.01).margin(1e-3));
        CHECK(std::abs(book.amount(EnergyLine::contact_absorption)) < 0.01 * rubbed + 1e-3);
    }
    SECTION("ball")
    {
        Body body = ball(1.0, 0.1, 4.0 * along + 0.1 * up);
        body.friction = 1.0;
        const BodyId id = sim.addBody(body);
        sim.advance(1.0);
        CHECK(glm::distance(sim.body(id).position, body.position) ==
              Approx(0.5 * 5.0 / 7.0 * g * std::sin(angle)).epsilon(3e-3));
    }
}

namespace
{

/// By how much the angular momentum of a box and a ball on a rope changes in a second of free flight [kg m2/s].
double angularMomentumLost(double step)
{
    RopeByLength constants;
    constants.massCount = 21;
    constants.length = 1.0;
    constants.gravity = Vec3(0.0);
    constants.radius = 0.005;
    constants.contactFriction = 0.3;
    constants.maxDt = step;
    RopeSimulation sim(constants);
    Body one = box(0.5, Vec3(0.05), {-0.05, 0.0, 0.0});
    one.velocity = {0.0, 1.0, 0.3};
    Body other = ball(0.3, 0.05, {1.05, 0.0, 0.0});
    other.velocity = {0.0, -1.0, 0.0};
    const BodyId a = sim.addBody(one);
    const BodyId b = sim.addBody(other);
    sim.tie(TieEnd(std::size_t{0}), BodyPlace{a, {0.05, 0.0, 0.0}});
    sim.tie(TieEnd(sim.masses().size() - 1), BodyPlace{b, {-0.05, 0.0, 0.0}});
    sim.setBooks(true);
    const MomentumBook before = sim.momentumBook();
    sim.advance(1.0);
    const MomentumBook after = sim.momentumBook();
    CHECK(glm::length(after.linear.now - before.linear.now) < 1e-10);
    const EnergyBook book = sim.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
    CHECK(book.gained(EnergyLine::integrator) <= 1e-6);
    return glm::length(after.angular.now - before.angular.now);
}

} // namespace

TEST_CASE("Ropes and bodies that fly freely keep momentum, and angular momentum to the order of their steps")
{
    const double whole = angularMomentumLost(1.0 / 240.0);
    const double half = angularMomentumLost(1.0 / 480.0);
    CHECK(whole < 5e-4);
    CHECK(half < 0.4 * whole);
}

TEST_CASE("A tie draws two bodies together, and its books say by how much work")
{
    RopeSimulation sim = aside(Vec3(0.0));
    const BodyId one = sim.addBody(weight(1.0, {1.0, 0.0, 0.0}));
    const BodyId other = sim.addBody(weight(1.0, {2.0, 0.0, 0.0}));
    const TieId tie = sim.draw(BodyPlace{one, Vec3(0.0)}, BodyPlace{other, Vec3(0.0)}, 2.0);
    CHECK(sim.gap(tie) == Approx(1.0));
    sim.advance(0.25);
    CHECK(sim.gap(tie) == Approx(0.5));
    CHECK(glm::distance(sim.body(one).position, sim.body(other).position) == Approx(0.5).margin(0.02));
    sim.advance(0.5);
    CHECK(sim.gap(tie) == 0.0);
    const EnergyBook book = sim.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
    CHECK(book.gained(EnergyLine::joins) > 0.9);
}

TEST_CASE("The work of a slow draw stretches a rope, and little of it is the integrator's")
{
    RopeByLength rope;
    rope.massCount = 3;
    rope.length = 1.0;
    rope.axialStiffness = 1000.0;
    rope.gravity = Vec3(0.0);
    rope.airFriction = 1.0;
    RopeSimulation sim(rope);
    sim.layOut({Vec3(0.0), {0.5, 0.0, 0.0}, {1.0, 0.0, 0.0}});
    sim.pin(0);
    sim.setBooks(true);
    const Vec3 to(1.1, 0.0, 0.0);
    const TieId tie = sim.draw(std::size_t{2}, to, 0.05);
    sim.advance(4.0);
    CHECK(sim.gap(tie) == 0.0);
    const EnergyBook book = sim.energyBook();
    const double work = 0.5 * rope.axialStiffness / rope.length * 0.1 * 0.1;
    CHECK(book.gained(EnergyLine::joins) == Approx(work).epsilon(0.01));
    CHECK(std::abs(book.gained(EnergyLine::integrator)) < 0.01 * work);
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
}

TEST_CASE("A body that a ring is tied to touches it nowhere near, also beyond the ring's seam")
{
    constexpr int edges = 24;
    constexpr double radius = 0.2;
    RopeByLength rope;
    rope.closed = true;
    rope.massCount = edges + 2;
    rope.length = 2.0 * radius * std::sin(std::numbers::pi / edges) * edges;
    rope.radius = 0.005;
    rope.gravity = Vec3(0.0);
    RopeSimulation sim(rope);
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
    {
        const double angle = 2.0 * std::numbers::pi * i / edges;
        line.push_back(radius * Vec3(std::cos(angle), std::sin(angle), 0.0));
    }
    sim.layOut(line);
    const std::size_t tied = GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{12}, std::size_t{edges});
    CAPTURE(tied);
    const BodyId id = sim.addBody(ball(1.0, 0.03, line[tied]));
    sim.tie(tied, BodyPlace{id, Vec3(0.0)});
    sim.advance(0.5);
    CHECK(sim.touches().empty());
    CHECK(glm::distance(sim.body(id).position, line[tied]) < 1e-3);
}

TEST_CASE("The mouse pulls a body to where it points")
{
    RopeSimulation sim = aside();
    const BodyId id = sim.addBody(weight(1.0, {1.0, 0.0, 0.0}));
    sim.grab(BodyPlace{id, Vec3(0.0)}, {1.2, 0.3, 0.0}, 100.0);
    sim.advance(2.0);
    // A tenth of its strength bears the weight: a tenth of its reach of 0.05 m is left.
    CHECK(glm::distance(sim.body(id).position, {1.2, 0.3 - 0.05 * 0.0981 / std::sqrt(1.0 - 0.0981 * 0.0981), 0.0}) <
          1e-4);
    sim.release();
    sim.advance(0.1);
    CHECK(sim.body(id).velocity.y < -0.9);
}

TEST_CASE("A body that rolls over held masses moves none of them, and they do no work")
{
    RopeByLength rope;
    rope.massCount = 41;
    rope.length = 1.0;
    rope.radius = 0.005;
    rope.contactFriction = 0.3;
    RopeSimulation sim(rope);
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
        line.push_back(Vec3(i * rope.segment(), 0.0, 0.0));
    sim.layOut(line);
    for (std::size_t i = 0; i < line.size(); ++i)
        sim.pin(i);
    sim.setBooks(true);
    Body rolling = ball(1.0, 0.05, {0.2, 0.055, 0.0});
    rolling.velocity = Vec3(0.5, 0.0, 0.0);
    rolling.spin = Vec3(0.0, 0.0, -10.0);
    const BodyId id = sim.addBody(rolling);
    sim.advance(0.5);
    CHECK(sim.body(id).position.x > 0.4);
    CHECK(sim.body(id).position.y > 0.05);
    for (std::size_t i = 0; i < line.size(); ++i)
        CHECK(sim.masses()[i].position == line[i]);
    CHECK(sim.energyBook().gained(EnergyLine::connection) == 0.0);
}
