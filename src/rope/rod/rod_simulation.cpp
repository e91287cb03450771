#include "rope/state/rope_ends.hpp"
#include "rope/state/rope_reel.hpp"
#include "rope/steppers/newton_stepper.hpp"

#include "text/text.hpp"

#include <rope/elementary.hpp>
#include <rope/rod.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace rope
{

namespace
{

void demand(bool right, std::string_view name, double value, std::string_view range)
{
    if (!right)
        throw std::invalid_argument(std::string(name) + " = " + text::numberText(value) + ": must be " +
                                    std::string(range));
}

void demandPositive(std::string_view name, double value)
{
    demand(std::isfinite(value) && value > 0.0, name, value, "finite and above 0");
}

void demandNotNegative(std::string_view name, double value)
{
    demand(std::isfinite(value) && value >= 0.0, name, value, "finite and not below 0");
}

/// [m]
double segmentOf(const RodSettings& s)
{
    return s.length / (s.massCount - (s.closed ? 2 : 1));
}

RodSettings validated(const RodSettings& s)
{
    demand(s.massCount >= 3 && s.massCount <= 1'000'000, "mass_count", s.massCount, "3 to 1000000");
    demandPositive("length", s.length);
    demandPositive("mass_per_length", s.massPerLength);
    demandPositive("axial_stiffness", s.axialStiffness);
    demandNotNegative("bending_stiffness", s.bendingStiffness);
    demandNotNegative("torsional_stiffness", s.torsionalStiffness);
    demandNotNegative("spin_inertia", s.spinInertia);
    demandNotNegative("air_friction", s.airFriction);
    demandPositive("tolerance", s.tolerance);
    demandNotNegative("rope_radius", s.radius);
    demandNotNegative("contact_friction", s.contactFriction);
    demand(finite(s.gravity), "gravity", s.gravity.y, "finite");
    if (s.closed)
        demand(s.massCount >= 6, "mass_count", s.massCount, "at least 6 of a ring");
    if (s.closed && s.twist != TwistModel::uniform)
        throw std::invalid_argument("the twist model of a ring: must be uniform");
    if (s.surfaceFriction && s.twist != TwistModel::waves)
        throw std::invalid_argument("the twist model of a rod with friction at its surface: must be waves");
    if (s.surfaceFriction)
        demandPositive("spin_inertia", s.spinInertia);
    return s;
}

} // namespace

RodSimulation::RodSimulation(const RodSettings& settings) : settings_(validated(settings))
{
    state_.ropes.resize(1);
    const auto count = static_cast<std::size_t>(settings_.massCount);
    const std::size_t n = count - 1;
    const double segment = segmentOf(settings_);
    masses_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        masses_[i].position = Vec3(static_cast<double>(i) * segment, 0.0, 0.0);
    const double turn = 2.0 * std::numbers::pi / static_cast<double>(n - 1);
    for (std::size_t i = 0; i < count && settings_.closed; ++i)
    {
        const double angle = turn * static_cast<double>(i);
        const double ringRadius = 0.5 * segment / elementary::sin(0.5 * turn);
        masses_[i].position = ringRadius * Vec3(elementary::cos(angle), elementary::sin(angle), 0.0);
    }
    rope().springs.resize(n);
    rope().perVertexLength.assign(count, 0.0);
    rope().spinInertia.assign(n + 2, 0.0);
    rope().pinned.assign(count, 0);
    rope().loads.assign(count, Vec3(0.0));
    if (settings_.twist == TwistModel::waves)
    {
        rope().twist.angle.assign(n + 2, 0.0);
        rope().twist.spin.assign(n + 2, 0.0);
        rope().twist.reference.assign(count, 0.0);
    }
    applySettings();
    if (settings_.closed)
        closeRing();
}

/// A ring has one edge twice: the masses and the spring of that edge count half.
void RodSimulation::applySettings()
{
    setLongestStep(settings_.maxDt);
    const std::size_t n = rope().segments();
    const double segment = segmentOf(settings_);
    const bool closed = settings_.closed;
    for (std::size_t i = 0; i <= n; ++i)
    {
        const bool half = i == 0 || i == n || (closed && (i == 1 || i + 1 == n));
        masses_[i].mass = settings_.massPerLength * segment * (half ? 0.5 : 1.0);
        rope().perVertexLength[i] = 1.0 / segment;
    }
    rope().perVertexLength.front() = rope().end(RodEnd::first).clamped ? 2.0 / segment : 0.0;
    rope().perVertexLength.back() = rope().end(RodEnd::last).clamped ? 2.0 / segment : 0.0;
    for (std::size_t j = 0; j < n; ++j)
    {
        const bool half = closed && (j == 0 || j + 1 == n);
        rope().springs[j] = {j, j + 1, (half ? 0.5 : 1.0) * settings_.axialStiffness / segment, segment, 0.0};
    }
    std::fill(rope().spinInertia.begin(), rope().spinInertia.end(), settings_.spinInertia * segment);
    rope().spinInertia[1] += rope().discs[0];
    rope().spinInertia[n] += rope().discs[1];
    setConstants();
    if (!rope().touchesItself())
        state_.selfTouches.clear();
    if (!rope().touches() || state_.solids.empty())
        state_.touches.clear();
    state_.placed = true;
    rope().whole = rope().springs.back();
    if (rope().reeledLength > 0.0)
        shapeFirstSegment(rope(), rope().feed.length);
}

void RodSimulation::setConstants()
{
    RopeConstants& c = rope().constants;
    c.mass = settings_.massPerLength * segment();
    c.springConstant = settings_.axialStiffness / segment();
    c.springLength = segment();
    c.bendingStiffness = settings_.bendingStiffness;
    c.torsionalStiffness = settings_.torsionalStiffness;
    c.spinInertia = settings_.spinInertia;
    c.airFriction = settings_.airFriction;
    c.halfEnds = true;
    c.closed = settings_.closed;
    c.ropeRadius = settings_.radius;
    c.contactFriction = settings_.contactFriction;
    c.selfContact = settings_.selfContact;
    c.surfaceFriction = settings_.surfaceFriction;
    WorldConstants& world = state_.world;
    world.gravity = settings_.gravity;
    world.ground = false;
    world.integrator =
        settings_.integrator == RodIntegrator::bdf2 ? RopeIntegrator::bdf2 : RopeIntegrator::implicit_euler;
    world.tolerance = settings_.tolerance;
    world.twist = settings_.twist;
    world.watchPassages = settings_.watchPassages;
}

void RodSimulation::setSettings(const RodSettings& settings)
{
    const RodSettings next = validated(settings);
    demand(next.massCount == settings_.massCount, "mass_count", next.massCount,
           "as it was, " + std::to_string(settings_.massCount));
    if (next.twist != settings_.twist)
        throw std::invalid_argument("the twist model of a rod: must be as it was");
    if (next.closed != settings_.closed)
        throw std::invalid_argument("a ring: must stay one, and nothing else become one");
    change(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               settings_ = next;
               applySettings();
           });
}

void RodSimulation::layOut(const std::vector<Vec3>& positions)
{
    std::vector<Vec3> all = positions;
    if (settings_.closed && all.size() + 2 == masses_.size())
        all.insert(all.end(), positions.begin(), positions.begin() + 2);
    placeAtRest(all);
    std::fill(rope().twist.angle.begin(), rope().twist.angle.end(), 0.0);
    std::fill(rope().twist.spin.begin(), rope().twist.spin.end(), 0.0);
    std::fill(rope().twist.reference.begin(), rope().twist.reference.end(), 0.0);
    rope().twist.total = 0.0;
    for (EndHold& end : rope().ends)
    {
        end.angle = 0.0;
        end.tangentBefore = end.tangent;
    }
    rope().past.dt = 0.0;
    state_.touches.clear();
    state_.selfTouches.clear();
    state_.passed.reset();
    state_.placed = true;
    setBooks(keepsBooks());
}

void RodSimulation::pin(std::size_t mass, const Vec3& velocity)
{
    Mass& m = masses_[demandIndex(mass, masses_.size(), "mass")];
    rope().pinned[mass] = 1;
    if (keepsBooks())
    {
        Effect push;
        push.add(m.mass * (velocity - m.velocity), 0.5 * (velocity + m.velocity), m.position);
        books_->energy.gain(EnergyLine::connection, push.work);
        gain(MomentumLine::connection, push);
    }
    m.velocity = velocity;
}

void RodSimulation::unpin(std::size_t mass)
{
    rope().pinned[demandIndex(mass, masses_.size(), "mass")] = 0;
}

void RodSimulation::clamp(RodEnd end, const Vec3& tangent)
{
    const double length = glm::length(tangent);
    if (!finite(tangent) || length == 0.0)
        throw std::invalid_argument("tangent of a clamp: must be finite and not zero");
    if (settings_.closed)
        throw std::invalid_argument("a clamp of a ring: a ring has no end");
    const std::size_t mass = end == RodEnd::first ? 0 : masses_.size() - 1;
    EndHold& hold = rope().end(end);
    if (hold.clamped)
    {
        changeHold([&] { hold.tangent = tangent / length; });
        return;
    }
    pin(mass);
    changeHold(
        [&]
        {
            hold.tangent = tangent / length;
            hold.tangentBefore = hold.tangent;
            hold.angle = angle(end);
            hold.clamped = hold.angleHeld = true;
            const std::size_t edge = end == RodEnd::first ? 0 : rope().segments() - 1;
            rope().perVertexLength[mass] = 2.0 / rope().springs[edge].restLength;
            holdAngle(rope(), end, hold.angle);
        });
}

/// The edge that a ring has twice is one: its angle at the end is that at the beginning.
void RodSimulation::closeRing()
{
    for (EndHold& end : rope().ends)
        end.angleHeld = true;
}

/// Books what another hold of an end stores in bends and twist as work of what holds it.
template <typename Change>
void RodSimulation::changeHold(const Change& make)
{
    const double before = keepsBooks() ? bendingEnergy() + twistEnergy() : 0.0;
    make();
    if (keepsBooks())
        books_->energy.gain(EnergyLine::connection, bendingEnergy() + twistEnergy() - before);
}

double RodSimulation::angle(RodEnd end) const
{
    return angleOf(rope(), end);
}

void RodSimulation::turn(RodEnd end, double angle)
{
    if (rope().end(end).angleHeld && this->angle(end) == angle)
        return;
    changeHold([&] { holdAngle(rope(), end, angle); });
}

void RodSimulation::release(RodEnd end, double torque)
{
    const EndHold& hold = rope().end(end);
    const auto let = [&] { letTurn(rope(), end, torque); };
    if (hold.angleHeld || hold.torque != torque)
        changeHold(let);
    else
        let();
}

void RodSimulation::setForce(std::size_t mass, const Vec3& force)
{
    rope().loads[demandIndex(mass, masses_.size(), "mass")] = force;
    if (state_.pull.mass == mass)
        state_.pull.force = Vec3(0.0);
}

void RodSimulation::setForce(std::size_t mass, const Vec3& load, const Vec3& pull)
{
    rope().loads[demandIndex(mass, masses_.size(), "mass")] = load + pull;
    state_.pull = {mass, pull};
}

void RodSimulation::setMass(std::size_t mass, double kilograms)
{
    Mass& m = masses_[demandIndex(mass, masses_.size(), "mass")];
    change(EnergyLine::constants, MomentumLine::constants, [&] { m.mass = kilograms; });
}

void RodSimulation::setDisc(RodEnd end, double inertia)
{
    double& disc = rope().discs[static_cast<std::size_t>(end)];
    change(EnergyLine::constants, MomentumLine::constants,
           [&] { rope().spinInertia[end == RodEnd::first ? 1 : rope().segments()] += inertia - disc; });
    disc = inertia;
}

void RodSimulation::pose(const std::function<void()>& moves)
{
    const auto stop = [this](double now)
    {
        WrittenMoment moment = writtenMasses();
        moment.time = now;
        std::fill(moment.velocities.begin(), moment.velocities.end(), Vec3(0.0));
        placeMasses(moment);
        std::fill(rope().twist.spin.begin(), rope().twist.spin.end(), 0.0);
        forgetPast();
    };
    change(EnergyLine::connection, MomentumLine::connection,
           [&]
           {
               std::optional<Books> books;
               books.swap(books_); // the whole of it is one line
               const double payoutSpeed = std::exchange(payoutSpeed_, 0.0);
               state_.world.gravity = Vec3(0.0);
               const auto goOn = [&]
               {
                   state_.world.gravity = settings_.gravity;
                   payoutSpeed_ = payoutSpeed;
                   books_.swap(books);
               };
               const double now = time();
               stop(now);
               try
               {
                   moves();
               }
               catch (...)
               {
                   goOn();
                   throw;
               }
               stop(now);
               goOn();
           });
}

std::size_t RodSimulation::addSolid(const SolidBody& solid)
{
    state_.solids.push_back(solid);
    state_.placed = true;
    return state_.solids.size() - 1;
}

void RodSimulation::removeSolid(std::size_t number)
{
    demandIndex(number, state_.solids.size(), "solid");
    // Its own energy is counted before it goes, by the numbers that the touches know.
    change(EnergyLine::constants, MomentumLine::constants,
           [&] { std::erase_if(state_.touches, [number](const RodTouch& touch) { return touch.solid == number; }); });
    state_.solids.erase(state_.solids.begin() + static_cast<std::ptrdiff_t>(number));
    for (RodTouch& touch : state_.touches)
        touch.solid -= touch.solid > number ? 1 : 0;
}

void RodSimulation::setContact(double radius, double contactFriction)
{
    RodSettings settings = settings_;
    settings.radius = radius;
    settings.contactFriction = contactFriction;
    change(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               settings_ = validated(settings);
               setConstants();
           });
    state_.placed = true;
}

/// What the stepper tells of the pieces of a step.
class RodSimulation::StepBooks final : public PieceBooks
{
public:
    explicit StepBooks(RodSimulation& rod) : rod_(rod) {}

    void changes(const std::function<void()>& change) override
    {
        rod_.change(EnergyLine::integrator, MomentumLine::integrator, change);
    }
    void pieceEnds(double dt) override
    {
        if (rod_.keepsBooks())
            rod_.bookPiece(dt);
        if (rod_.keepsBooks() && rod_.rope().feed.speed != 0.0)
            rod_.bookFeed(dt);
    }

private:
    RodSimulation& rod_;
};

void RodSimulation::integrate(double dt)
{
    if (reel_)
        rope().feed.speed =
            (reel_->nextRestLength(reelSettings(), dt, static_cast<int>(masses_.size())) - reel_->restLength()) / dt;
    StepBooks books(*this);
    stepper_->step(masses_, state_, dt, time(), effort_, books);
    if (reel_)
        wind(dt);
}

bool RodSimulation::rest()
{
    // A rope whose angles nothing holds rests in any of them: it keeps the first.
    EndHold& holder = rope().ends[0];
    const bool loose = rope().waves() && !holder.angleHeld && !rope().ends[1].angleHeld;
    holder.angleHeld = holder.angleHeld || loose;
    const bool found = stepper_->rest(masses_, state_, effort_);
    holder.angleHeld = holder.angleHeld && !loose;
    setBooks(keepsBooks());
    std::fill(rope().twist.spin.begin(), rope().twist.spin.end(), 0.0);
    rope().past.dt = 0.0;
    return found;
}

int RodSimulation::modesBelow(double squaredFrequency)
{
    return stepper_->modesBelow(masses_, state_, squaredFrequency);
}

double RodSimulation::frequency(int number)
{
    constexpr double all = 1e30; // [1/s2], above the square of every frequency
    if (const int count = modesBelow(all); number < 0 || number >= count)
        throw std::out_of_range("motion " + std::to_string(number) + ": must be 0 to " + std::to_string(count - 1));
    double high = 1.0;
    while (modesBelow(high) <= number && high < all)
        high *= 4.0;
    double low = 0.25 * high;
    while (modesBelow(low) > number && low > 1e-30)
        low *= 0.25;
    for (int i = 0; i < 60 && high - low > 1e-15 * high; ++i)
    {
        const double middle = 0.5 * (low + high);
        (modesBelow(middle) > number ? high : low) = middle;
    }
    return std::sqrt(0.5 * (low + high));
}

} // namespace rope
