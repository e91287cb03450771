// The momentum book of the wrecking ball: every line comes from what acts, so rounding is all that may be left over.

#include "catch.hpp"

#include "scenes/scene.hpp"
#include "scenes/wrecking_ball/wrecking_ball.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

using namespace ropewalk;
using rope::MomentumBook;
using rope::MomentumLine;

namespace
{

/// 20,000 steps, and each rounds by 2e-16 of what it adds up to: 4e-12 where all of them err to the same side. They do
/// not, and 3e-15 is measured.
constexpr double rounding = 1e-11;
constexpr double aTick = 1.0 / 60.0;

double imbalance(const MomentumBook& book)
{
    REQUIRE(book.linear.throughput() > 0.0);
    return std::max(glm::length(book.linear.imbalance()) / book.linear.throughput(),
                    glm::length(book.angular.imbalance()) / book.angular.throughput());
}

/// All numbers of a book.
std::vector<double> numbers(const MomentumBook& book)
{
    std::vector<double> all;
    for (const rope::MomentumAccount* account : {&book.linear, &book.angular})
    {
        std::vector<Vec3> vectors{account->start, account->now};
        for (const rope::CompensatedVector& line : account->lines)
            vectors.push_back(line.value());
        for (const Vec3& v : vectors)
            all.insert(all.end(), {v.x, v.y, v.z});
    }
    return all;
}

std::vector<double> state(const WreckingBall& sim)
{
    std::vector<double> all;
    for (const rope::Mass& mass : sim.rope().masses())
        for (int k = 0; k < 3; ++k)
            all.insert(all.end(), {mass.position[k], mass.velocity[k]});
    for (const rope::RigidBody& body : sim.bodies().bodies())
        all.insert(all.end(), {body.position.x, body.position.y, body.angle, body.angularVelocity});
    return all;
}

WreckingBallSettings thick()
{
    WreckingBallSettings s;
    s.ropeRadius = 0.03;
    s.contactFriction = 0.3;
    s.bendingStiffness = 5.0;
    s.torsionalStiffness = 10.0;
    s.selfContact = true;
    return s;
}

using Act = std::function<void(WreckingBall&, int tick)>;

struct Situation
{
    const char* name;
    WreckingBallSettings settings;
    Act act;
    std::vector<MomentumLine> lines; ///< on which it brings something, besides gravity, air, contact and connection
    bool touching = false;           ///< the rope pushes bodies
    bool unsolved = false;           ///< so hard that Newton's method leaves some of its steps unsolved
};

/// Let down on the stack and to the right, then pulled back over it.
void moveCrane(WreckingBall& sim, int tick)
{
    sim.setConnectionVelocity(tick < 240 ? Vec2{0.5, -2.0} : Vec2{-1.0, 0.3});
}

void pullMass(WreckingBall& sim, std::size_t mass, int tick)
{
    sim.release();
    if (tick > 100 && tick < 300)
        sim.grabMass(mass, {2.0, 5.0});
}

std::vector<Situation> situations()
{
    const Act nothing = [](WreckingBall&, int) {};
    const Act pins = [](WreckingBall& sim, int tick) {
        sim.setPins(tick < 300 ? rope::Pins{{10, {1.0, 7.0, 0.0}}} : rope::Pins{});
    };
    const Act pullBox = [](WreckingBall& sim, int tick)
    {
        sim.release();
        if (tick > 10 && tick < 300)
            sim.grabBody(10, {2.0, 5.0 + 0.01 * tick});
    };
    const Act change = [](WreckingBall& sim, int tick)
    {
        WreckingBallSettings s = sim.settings();
        if (tick == 150)
        {
            s.ballMass = 600.0;
            s.mass = 1.0;
            s.gravity.x = 1.0;
        }
        if (tick == 300)
        {
            s.ropeRadius = 0.03;
            s.springLength = 0.22;
        }
        if (s != sim.settings())
            sim.setSettings(s);
        if (tick == 400)
            sim.setBallVelocity({3.0, 1.0});
    };
    const Act lower = [](WreckingBall& sim, int tick) {
        sim.setConnectionVelocity(tick < 300 ? Vec2{0.6, -0.6} : Vec2{-0.3, 0.0});
    };
    return {{"the constants as they are", {}, nothing, {}},
            {"the crane moves", {}, moveCrane, {MomentumLine::ground}},
            {"the mouse pulls a mass", {}, [](WreckingBall& s, int t) { pullMass(s, 15, t); }, {}},
            {"the mouse pulls the ball", {}, [](WreckingBall& s, int t) { pullMass(s, 30, t); }, {MomentumLine::grab}},
            {"the mouse pulls a box", {}, pullBox, {MomentumLine::grab}},
            {"a mass is pinned", {}, pins, {}},
            {"constants change", {}, change, {MomentumLine::constants}},
            {"a thick rope on boxes", thick(), lower, {}, true},
            {"a thick rope on boxes and ground", thick(), moveCrane, {MomentumLine::ground}, true, true},
            {"the mouse pulls a mass of a thick rope", thick(), [](WreckingBall& s, int t) { pullMass(s, 15, t); }, {}},
            {"a mass of a thick rope is pinned", thick(), pins, {}}};
}

} // namespace

TEST_CASE("the wrecking ball's momentum balances over ten seconds", "[wrecking ball][books]")
{
    for (const Situation& situation : situations())
    {
        CAPTURE(situation.name);
        WreckingBall sim(situation.settings);
        sim.setBooks(true);
        bool touched = false;
        for (int i = 0; i < 600; ++i)
        {
            situation.act(sim, i);
            sim.advance(aTick);
            for (std::size_t body = 0; body < sim.bodies().bodies().size(); ++body)
                touched = touched || sim.push(body) != Vec3(0.0);
        }
        const MomentumBook book = sim.momentumBook();
        CHECK(imbalance(book) < rounding);
        std::vector<MomentumLine> lines = situation.lines;
        lines.insert(lines.end(), {MomentumLine::gravity, MomentumLine::connection, MomentumLine::air,
                                   MomentumLine::contact, MomentumLine::contact_friction});
        for (const MomentumLine line : lines)
        {
            CAPTURE(rope::momentumLines[static_cast<std::size_t>(line)].name);
            CHECK(glm::length(book.linear.gained(line)) > 1.0);
        }
        for (std::size_t i = 0; i < book.unused.size(); ++i)
            if (book.unused[i])
            {
                CHECK(book.linear.gained(static_cast<MomentumLine>(i)) == Vec3(0.0));
                CHECK(book.angular.gained(static_cast<MomentumLine>(i)) == Vec3(0.0));
            }
        CHECK(book.linear.gained(MomentumLine::plane).z == 0.0); // the rope is in the plane
        if (situation.touching)
            CHECK(touched);
        // The rope's own book takes for the integrator's what its forces leave: 1e-9 of a segment, or a wrong force.
        const double left = glm::length(sim.rope().momentumLine(MomentumLine::integrator)) / book.linear.throughput();
        CHECK((situation.unsolved || left < 1e-9));
    }
}

TEST_CASE("what hangs and what lies at rest bring their weights", "[wrecking ball][books]")
{
    WreckingBallSettings settings;
    settings.startAngle = 0.0;
    WreckingBall sim(settings);
    sim.setBooks(true);
    const double time = 0.25; // boxes fall asleep after 0.5 s
    sim.advance(time);
    const MomentumBook book = sim.momentumBook();
    const double hanging = settings.massCount * settings.mass + settings.ballMass;
    const double lying = settings.stackColumns * settings.stackRows * settings.boxMass;
    CHECK(book.linear.gained(MomentumLine::gravity).y == Approx(-(hanging + lying) * 9.81 * time).epsilon(1e-12));
    CHECK(book.linear.gained(MomentumLine::connection).y == Approx(hanging * 9.81 * time).epsilon(1e-6));
    CHECK(book.linear.gained(MomentumLine::contact).y == Approx(lying * 9.81 * time).epsilon(1e-6));
    // A weight at x turns by x m g; the columns of boxes stand beside each other, and the rope hangs at x = 0.
    double turning = 0.0;
    for (const rope::RigidBody& body : sim.bodies().bodies())
        turning -= body.position.x * body.mass * 9.81 * time;
    CHECK(book.angular.gained(MomentumLine::gravity).z == Approx(turning).epsilon(1e-6));
    CHECK(book.angular.gained(MomentumLine::contact).z == Approx(-turning).epsilon(1e-6));
}

TEST_CASE("a ball that hits boxes which move brings nothing", "[wrecking ball][books]")
{
    // No weight, air or ground: only the crane holds.
    const bool isThick = GENERATE(false, true);
    CAPTURE(isThick);
    WreckingBallSettings settings = isThick ? thick() : WreckingBallSettings();
    settings.gravity = Vec3(0.0);
    settings.airFriction = 0.0;
    settings.startAngle = 0.0;
    const double y = settings.ballHeight();
    const auto box = [y](int row) { return rope::boxBody(Vec2(0.6), 20.0, {0.8, y - 0.9 + 0.6 * row}); };
    WreckingBall sim(settings, {box(0), box(1), box(2), box(3)});
    sim.setBallVelocity({5.0, -1.0});
    sim.setBooks(true);
    for (int i = 0; i < 60; ++i)
        sim.advance(aTick);
    CHECK(glm::length(sim.bodies().bodies()[2].velocity) > 1.0);
    const MomentumBook book = sim.momentumBook();
    CHECK(imbalance(book) < rounding);
    for (const MomentumLine line :
         {MomentumLine::gravity, MomentumLine::grab, MomentumLine::constants, MomentumLine::air, MomentumLine::ground,
          MomentumLine::contact, MomentumLine::plane})
    {
        CAPTURE(rope::momentumLines[static_cast<std::size_t>(line)].name);
        CHECK(book.linear.gained(line) == Vec3(0.0));
        CHECK(book.angular.gained(line) == Vec3(0.0));
    }
    CHECK(book.linear.gained(MomentumLine::contact_friction) == Vec3(0.0));
    const Vec3 change = book.linear.now - book.linear.start;
    CHECK(glm::length(change) > 10.0);
    // What Newton's method leaves of a thick rope's steps, at most 1e-9 of a segment, is all that steps make.
    CHECK(glm::distance(change, book.linear.gained(MomentumLine::connection)) < 1e-9 * book.linear.throughput());
}

TEST_CASE("the line of the plane is its momentum, and bodies that are fixed are contact", "[wrecking ball][books]")
{
    // Thrown out of the plane, the rope pushes boxes, ball and a fixed beam beside their middle.
    WreckingBallSettings settings = thick();
    settings.startAngle = 0.0;
    const double y = settings.ballHeight();
    WreckingBall sim(settings,
                     {rope::boxBody({40.0, 1.0}, 0.0, {0.0, -0.5}), rope::boxBody({0.5, 0.5}, 20.0, {0.5, y + 2.0}),
                      rope::boxBody({0.5, 0.5}, 0.0, {-0.3, y + 3.0})});
    WreckingBall::Moment moment = sim.moment();
    rope::WrittenMoment written = moment.rope.written();
    for (std::size_t i = 1; i < written.velocities.size(); ++i)
    {
        const double s = 0.3 * static_cast<double>(i);
        written.velocities[i] = Vec3(3.0 * std::sin(s), 0.0, 0.3 + 0.2 * std::cos(s));
    }
    moment.rope.beginAt(written);
    sim.restore(moment);
    sim.setBooks(true);
    bool touchesFixed = false;
    for (int i = 0; i < 300; ++i)
    {
        sim.setConnectionVelocity({i % 100 < 50 ? 2.0 : -2.0, 0.0});
        sim.advance(aTick);
        touchesFixed = touchesFixed || sim.push(3) != Vec3(0.0);
    }
    const MomentumBook book = sim.momentumBook();
    CHECK(touchesFixed);
    CHECK(imbalance(book) < rounding);
    const Vec3 plane = book.linear.gained(MomentumLine::plane);
    CHECK(std::abs(plane.z) > 1.0);
    CHECK(plane.z == Approx(-sim.planeMomentum()).epsilon(1e-12)); // two sums of the same impulses
    CHECK(plane.x == 0.0);
    CHECK(plane.y == 0.0);
    CHECK(book.angular.gained(MomentumLine::plane).x != 0.0);
    CHECK(book.angular.gained(MomentumLine::plane).y != 0.0);
    CHECK(book.angular.gained(MomentumLine::plane).z == 0.0);
    CHECK(book.linear.gained(MomentumLine::contact).x != 0.0);
    CHECK(book.linear.gained(MomentumLine::contact_friction).z != 0.0);
}

TEST_CASE("implicit Euler's loss of angular momentum is what its free masses leave", "[wrecking ball][books]")
{
    // The forces of the books act at the places after a step of h, where those of a spring turn nothing. A free mass
    // changes its angular momentum by m (x+ x v+ - x x v) and takes x+ x m (v+ - v): what is left is m (x+ - x) x v.
    WreckingBallSettings settings;
    settings.ropeRadius = 0.03;
    settings.stackRows = 0;
    WreckingBall sim(settings);
    sim.setBooks(true);
    const double h = settings.maxDt;
    rope::CompensatedVector expected;
    for (int i = 0; i < 1000; ++i)
    {
        const std::vector<rope::Mass> before = sim.rope().masses();
        sim.step(h);
        const std::vector<rope::Mass>& after = sim.rope().masses();
        for (std::size_t j = 1; j < after.size(); ++j)
            expected.add(glm::cross(after[j].position - before[j].position, before[j].mass * before[j].velocity));
    }
    const MomentumBook book = sim.momentumBook();
    CHECK(imbalance(book) < rounding);
    const double made = book.angular.gained(MomentumLine::integrator).z;
    CHECK(std::abs(made) > 1e-3);
    // Newton's method ends at 1e-9 of a segment.
    CHECK(made == Approx(expected.value().z).margin(1e-9 * book.angular.throughput()));
    CHECK(glm::length(book.linear.gained(MomentumLine::integrator)) < 1e-9 * book.linear.throughput());
}

TEST_CASE("moments and copies carry the momentum book, and it changes no bit", "[wrecking ball][books]")
{
    const bool isThick = GENERATE(false, true);
    CAPTURE(isThick);
    WreckingBall sim(isThick ? thick() : WreckingBallSettings());
    WreckingBall without = sim;
    sim.setBooks(true);
    const auto go = [](WreckingBall& ball, int from, int to)
    {
        for (int i = from; i < to; ++i)
        {
            moveCrane(ball, i);
            ball.advance(aTick);
        }
    };
    go(sim, 0, 100);
    const WreckingBall::Moment moment = sim.moment();
    WreckingBall copy = sim;
    const std::vector<double> then = numbers(sim.momentumBook());
    go(sim, 100, 160);
    const std::vector<double> later = numbers(sim.momentumBook());
    CHECK(later != then);
    go(copy, 100, 160);
    CHECK(numbers(copy.momentumBook()) == later);
    sim.restore(moment);
    CHECK(numbers(sim.momentumBook()) == then);
    go(sim, 100, 160);
    CHECK(numbers(sim.momentumBook()) == later);

    go(without, 0, 160);
    CHECK(state(without) == state(sim));
    CHECK(without.momentumBook().linear.throughput() == 0.0);
}

TEST_CASE("the scene keeps a momentum book from each beginning on", "[wrecking ball][books]")
{
    const std::unique_ptr<Scene> scene = makeScene("wrecking_ball");
    CHECK_FALSE(scene->energyBook());
    CHECK_FALSE(scene->booksNote().empty());
    const auto go = [&scene](int ticks)
    {
        Controls controls;
        controls.direction = {1.0, -0.5, 0.0};
        for (int i = 0; i < ticks; ++i)
            scene->advance(aTick, controls);
    };
    go(60);
    const std::unique_ptr<SceneState> saved = scene->save();
    const std::vector<double> then = numbers(*scene->momentumBook());
    go(30);
    const std::vector<double> later = numbers(*scene->momentumBook());
    scene->restore(*saved);
    CHECK(numbers(*scene->momentumBook()) == then);
    go(30);
    CHECK(numbers(*scene->momentumBook()) == later);
    CHECK(imbalance(*scene->momentumBook()) < rounding);
    scene->parameters().set("stack_rows", "2"); // lays out anew
    go(1);
    CHECK(imbalance(*scene->momentumBook()) < rounding);
    scene->reset();
    CHECK(scene->momentumBook()->linear.throughput() == 0.0);
}
