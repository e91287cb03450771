#include "spring_pendulum.hpp"

#include "pendulum_books.hpp"

#include <rope/detail/step_causes.hpp>
#include <rope/stability.hpp>
#include <rope/step_watch.hpp>

#include <utility>

namespace ropewalk
{

void PendulumSettings::describe(rope::Parameters& p)
{
    p.group("Bodies");
    p.add("mass", &mass, {1e-3, 1000.0, "kg", "Mass of the sphere.", rope::StepRole::mass});
    p.add("sphere_position", &spherePosition, {-100.0, 100.0, "m", "Where the sphere starts; acts at the next reset."});
    p.add("cube_position", &cubePosition, {-100.0, 100.0, "m", "Where the cube starts; acts at the next reset."});

    p.group("Spring");
    p.add("spring_constant", &springConstant,
          {0.0, 1e4, "N/m", "Stiffness of the spring; its rest length is the distance at the start.",
           rope::StepRole::springs});
    p.add("spring_friction", &springFriction,
          {0.0, 100.0, "N s/m", "Internal friction of the spring.", rope::StepRole::springFriction});

    p.group("Surroundings");
    p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
    p.add("medium_drag", &mediumDrag,
          {0.0, 100.0, "N s/m", "Friction of the sphere in the medium.", rope::StepRole::other});

    p.group("Run");
    p.add("integrator", &integrator,
          {"forward_euler", "semi_implicit_euler", "velocity_verlet", "runge_kutta_4", "implicit_midpoint"},
          "forward_euler: the tutorial's, gains energy; semi_implicit_euler and velocity_verlet: keep it on the "
          "mean; runge_kutta_4: the most accurate, loses a little; implicit_midpoint: stable at any step.",
          rope::StepRole::integrator);
    p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the cube while a key is held."});
    p.add("max_dt", &maxDt,
          {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit.", rope::StepRole::longestStep});
    p.add("auto_steps", &autoSteps,
          "Steps also stay below what is stable with these constants. Off, max_dt alone decides, and the sphere may "
          "fly away.",
          rope::StepRole::automatic);
}

double PendulumSettings::stableStep() const
{
    const double gamma = (springFriction + mediumDrag) / mass;
    return std::min(rope::stableStep(integrator, std::sqrt(springConstant / mass), gamma),
                    rope::stableStep(integrator, 0.0, gamma));
}

double PendulumSettings::advisedStep() const
{
    const double w = std::sqrt(springConstant / mass);
    const double gamma = (springFriction + mediumDrag) / mass;
    double step = 0.9 * stableStep();
    if (integrator == Integrator::forward_euler)
    {
        // Only an oscillation grows slowly: beyond 2/gamma friction turns the velocity round.
        const double turning = gamma > 0.0 ? 2.0 / gamma : rope::StepLimits::none;
        step = std::max(step, std::min(w > 0.0 ? 0.02 / (w * w) : rope::StepLimits::none, 0.9 * turning));
    }
    else if (integrator != Integrator::implicit_midpoint && gamma < 2e-3 * w)
        step = std::min(step, 1.2 / w);
    return step;
}

/// Of small motions about the present moment: along the spring with the stiffness k, across it with k (1 - L/r). Below
/// zero that stiffness is no oscillation and counts as none.
rope::StepLimits SpringPendulum::stepLimits() const
{
    using rope::StepCause;
    const PendulumSettings& s = settings_;
    const double r = springLength(sphere_);
    const double across = r > 0.0 ? std::max(0.0, 1.0 - restLength_ / r) : 0.0;
    const auto stableWith = [&](const rope::StepCauses& causes)
    {
        if (grabTarget_ && causes.has(StepCause::grab)) // it bears all other forces
            return rope::stableStep(s.integrator, grabFrequency(), 2.0 * grabFrequency());
        const double w2 = causes.has(StepCause::springs) ? s.springConstant / s.mass : 0.0;
        const double friction = (causes.has(StepCause::spring_friction) ? s.springFriction / s.mass : 0.0) +
                                (causes.has(StepCause::air) ? s.mediumDrag / s.mass : 0.0);
        const auto stable = [&](double part) { return rope::stableStep(s.integrator, std::sqrt(part * w2), friction); };
        return std::min(stable(across), stable(1.0));
    };
    rope::StepLimits limits;
    limits.stable = stableWith(rope::StepCauses::all());
    limits.advised = s.advisedStep();
    limits.mass = 1;
    rope::splitByCause(limits, stableWith);
    return limits;
}

void SpringPendulum::setSettings(const PendulumSettings& settings)
{
    booked(rope::EnergyLine::constants, rope::MomentumLine::constants, [&] { settings_ = settings; });
    exact_ = sphere_; // with other constants the comparison begins anew
}

int SpringPendulum::pose(double h)
{
    int steps = 0;
    booked(rope::EnergyLine::connection, rope::MomentumLine::connection,
           [&]
           {
               std::optional<rope::Books> books;
               books.swap(books_);
               const Vec3 gravity = std::exchange(settings_.gravity, Vec3(0.0));
               const double time = time_;
               sphere_.velocity = Vec3(0.0);
               steps = advanceWhole(h);
               time_ = time;
               settings_.gravity = gravity;
               sphere_.velocity = cubeVelocity_ = cubeBefore_ = Vec3(0.0);
               books_.swap(books);
           });
    exact_ = sphere_;
    return steps;
}

void SpringPendulum::step(double h)
{
    rope::StepWatch::look();
    const auto a = [this](double t, const Vec3& x, const Vec3& v) { return acceleration(t, x, v); };
    ForceNodes nodes;
    const auto watched = [&](double t, const Vec3& x, const Vec3& v)
    {
        nodes.add(t, x, v);
        return acceleration(t, x, v);
    };
    PendulumStep taken{settings_.integrator, h, settings_.mass, sphere_, sphere_, cubeVelocity_, cubeBefore_};
    taken.potentialChange = -potentialEnergy(sphere_) - elasticEnergy(sphere_);
    sphere_ = rope::integrated(settings_.integrator, sphere_, 0.0, h, watched);
    // Always far below its own limit: implicit steps may be as long as they like.
    const double rate = h * (std::sqrt(settings_.springConstant / settings_.mass) +
                             (settings_.springFriction + settings_.mediumDrag) / settings_.mass);
    const int fine = std::max(8, static_cast<int>(std::ceil(rate)));
    for (int i = 0; i < fine; ++i)
        exact_ = rope::integrated(Integrator::runge_kutta_4, exact_, i * h / fine, h / fine, a);
    const auto forces = [this, cube = cube_](double t, const Vec3& x, const Vec3& v)
    { return forcesAt(cube + cubeVelocity_ * t, x, v); };
    taken.after = sphere_;
    cube_ += cubeVelocity_ * h;
    taken.potentialChange += potentialEnergy(sphere_) + elasticEnergy(sphere_);
    if (keepsBooks())
        book(taken, pendulumWork(taken, nodes, forces));
    cubeBefore_ = cubeVelocity_;
    time_ += h;
}

rope::WrittenMoment SpringPendulum::written() const
{
    rope::WrittenMoment moment{time_, {cube_, sphere_.position}, {cubeVelocity_, sphere_.velocity}, {}, {}};
    moment.note(state());
    return moment;
}

void SpringPendulum::beginAt(const rope::WrittenMoment& moment)
{
    moment.check(2, 2);
    restLength_ = moment.numbers(state())[0];
    time_ = moment.time;
    cube_ = moment.positions[0];
    cubeVelocity_ = cubeBefore_ = moment.velocities[0];
    sphere_ = exact_ = {moment.positions[1], moment.velocities[1]};
    setBooks(true);
}

std::array<rope::StateNumber, 1> SpringPendulum::state() const
{
    const double atStart = glm::length(settings_.cubePosition - settings_.spherePosition);
    return {{{"rest_length", restLength_, atStart, 0.0, 1e6}}};
}

Vec3 SpringPendulum::acceleration(double t, const Vec3& x, const Vec3& v) const
{
    if (grabTarget_)
        return grabAcceleration(x, v);
    const Vec3 pull = spring().force(x - (cube_ + cubeVelocity_ * t), v - cubeVelocity_, rope::FrictionDirection::full);
    return settings_.gravity + (pull - settings_.mediumDrag * v) / settings_.mass;
}

PendulumForces SpringPendulum::forcesAt(const Vec3& cube, const Vec3& x, const Vec3& v) const
{
    PendulumForces forces;
    forces.gravity = settings_.mass * settings_.gravity;
    const Vec3 pull = spring().force(x - cube, v - cubeVelocity_, rope::FrictionDirection::full);
    forces.friction = -settings_.springFriction * (v - cubeVelocity_);
    forces.elastic = pull - forces.friction;
    forces.drag = -settings_.mediumDrag * v;
    if (grabTarget_)
        forces.grab = settings_.mass * grabAcceleration(x, v) - forces.sum();
    return forces;
}

Vec3 SpringPendulum::grabAcceleration(const Vec3& x, const Vec3& v) const
{
    const double w = grabFrequency();
    return w * w * (*grabTarget_ - x) - 2.0 * w * v;
}

void SpringPendulum::book(const PendulumStep& step, const rope::StepWork& work)
{
    bookStep(work, step.h);
    const Vec3 turned = step.mass * (glm::cross(step.after.position, step.after.velocity) -
                                     glm::cross(step.before.position, step.before.velocity));
    gain(rope::MomentumLine::integrator,
         {0.0, Vec3(0.0), turned - work.gravity.turning - work.support.turning - work.air.turning - work.grab.turning});
}

bool SpringPendulum::uses(rope::EnergyLine line) const
{
    return BookKeeper::uses(line) && line != rope::EnergyLine::reel && line != rope::EnergyLine::ground_friction &&
           line != rope::EnergyLine::ground_absorption;
}

bool SpringPendulum::uses(rope::MomentumLine line) const
{
    return BookKeeper::uses(line) && line != rope::MomentumLine::reel && line != rope::MomentumLine::ground &&
           line != rope::MomentumLine::spring_friction;
}

rope::BookTotals SpringPendulum::totals() const
{
    rope::BookTotals sum;
    sum.add({settings_.mass, sphere_.position, sphere_.velocity});
    sum.energy = {0.5 * glm::dot(settings_.mass * sphere_.velocity, sphere_.velocity), potentialEnergy(sphere_),
                  elasticEnergy(sphere_), 0.0};
    return sum;
}

double SpringPendulum::swayPower() const
{
    if (settings_.integrator != Integrator::semi_implicit_euler)
        return 0.0;
    const Vec3 pull = forcesAt(cube_, sphere_.position, sphere_.velocity).elastic;
    return -(glm::dot(pull, sphere_.velocity - cubeVelocity_) +
             settings_.mass * glm::dot(settings_.gravity, sphere_.velocity));
}

} // namespace ropewalk
