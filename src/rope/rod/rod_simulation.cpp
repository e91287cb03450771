#include "rod_closure.hpp"
#include "rod_contacts.hpp"
#include "rod_passages.hpp"
#include "rod_self_contacts.hpp"
#include "rod_solver.hpp"

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
    model_.springs.resize(n);
    model_.perVertexLength.assign(count, 0.0);
    model_.spinInertia.assign(n + 2, 0.0);
    model_.waves = settings_.twist == TwistModel::waves;
    model_.pinned.assign(count, 0);
    model_.loads.assign(count, Vec3(0.0));
    if (model_.waves)
    {
        twist_.angle.assign(n + 2, 0.0);
        twist_.spin.assign(n + 2, 0.0);
        twist_.reference.assign(count, 0.0);
    }
    applySettings();
    if (settings_.closed)
        closeRing();
}

/// What is in a ring twice counts half: the masses of its doubled edge, and that edge's spring.
void RodSimulation::applySettings()
{
    setLongestStep(settings_.maxDt);
    const std::size_t n = model_.segments();
    const double segment = segmentOf(settings_);
    const bool closed = settings_.closed;
    for (std::size_t i = 0; i <= n; ++i)
    {
        const bool half = i == 0 || i == n || (closed && (i == 1 || i + 1 == n));
        masses_[i].mass = settings_.massPerLength * segment * (half ? 0.5 : 1.0);
        model_.perVertexLength[i] = 1.0 / segment;
    }
    model_.perVertexLength.front() = model_.end(RodEnd::first).clamped ? 2.0 / segment : 0.0;
    model_.perVertexLength.back() = model_.end(RodEnd::last).clamped ? 2.0 / segment : 0.0;
    for (std::size_t j = 0; j < n; ++j)
    {
        const bool half = closed && (j == 0 || j + 1 == n);
        model_.springs[j] = {j, j + 1, (half ? 0.5 : 1.0) * settings_.axialStiffness / segment, segment, 0.0};
    }
    std::fill(model_.spinInertia.begin(), model_.spinInertia.end(), settings_.spinInertia * segment);
    model_.spinInertia[1] += discs_[0];
    model_.spinInertia[n] += discs_[1];
    model_.bendingStiffness = settings_.bendingStiffness;
    model_.torsionalStiffness = settings_.torsionalStiffness;
    model_.gravity = settings_.gravity;
    model_.airFriction = settings_.airFriction;
    if (!touchesItself())
        selfTouches_.clear();
    if (!touchesSolids())
        touches_.clear();
    placed_ = true;
    feed_.whole = model_.springs.back();
    if (model_.reeledLength > 0.0)
        shapeFirstSegment(feed_.length);
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
    std::fill(twist_.angle.begin(), twist_.angle.end(), 0.0);
    std::fill(twist_.spin.begin(), twist_.spin.end(), 0.0);
    std::fill(twist_.reference.begin(), twist_.reference.end(), 0.0);
    twist_.total = 0.0;
    for (RodHold& end : model_.ends)
    {
        end.angle = 0.0;
        end.tangentBefore = end.tangent;
    }
    past_.dt = 0.0;
    touches_.clear();
    selfTouches_.clear();
    passed_.reset();
    placed_ = true;
    setBooks(keepsBooks());
}

void RodSimulation::pin(std::size_t mass, const Vec3& velocity)
{
    Mass& m = masses_[demandIndex(mass, masses_.size(), "mass")];
    model_.pinned[mass] = 1;
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
    model_.pinned[demandIndex(mass, masses_.size(), "mass")] = 0;
}

void RodSimulation::clamp(RodEnd end, const Vec3& tangent)
{
    const double length = glm::length(tangent);
    if (!finite(tangent) || length == 0.0)
        throw std::invalid_argument("tangent of a clamp: must be finite and not zero");
    if (settings_.closed)
        throw std::invalid_argument("a clamp of a ring: a ring has no end");
    const std::size_t mass = end == RodEnd::first ? 0 : masses_.size() - 1;
    RodHold& hold = model_.end(end);
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
            const std::size_t edge = end == RodEnd::first ? 0 : model_.segments() - 1;
            model_.perVertexLength[mass] = 2.0 / model_.springs[edge].restLength;
            setAngle(end, hold.angle);
        });
}

/// The edge that a ring has twice is one: its angle at the end is that at the beginning.
void RodSimulation::closeRing()
{
    for (RodHold& end : model_.ends)
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
    const RodHold& hold = model_.end(end);
    if (model_.waves && !hold.clamped)
        return twist_.angle[end == RodEnd::first ? 1 : model_.segments()];
    const RodHold& other = model_.end(end == RodEnd::first ? RodEnd::last : RodEnd::first);
    if (hold.angleHeld || !other.angleHeld)
        return hold.angle;
    const double difference = rope::uniformTwist(model_, twist_.total) - twist_.total;
    return end == RodEnd::first ? other.angle - difference : other.angle + difference;
}

void RodSimulation::turn(RodEnd end, double angle)
{
    if (model_.end(end).angleHeld && this->angle(end) == angle)
        return;
    changeHold([&] { setAngle(end, angle); });
}

void RodSimulation::setAngle(RodEnd end, double angle)
{
    RodHold& hold = model_.end(end);
    hold.angle = angle;
    hold.angleHeld = true;
    if (!model_.waves)
        return;
    const std::size_t inner = end == RodEnd::first ? 1 : model_.segments();
    const std::size_t outer = end == RodEnd::first ? 0 : model_.segments() + 1;
    twist_.angle[hold.clamped ? outer : inner] = angle;
}

void RodSimulation::release(RodEnd end, double torque)
{
    RodHold& hold = model_.end(end);
    const auto let = [&]
    {
        hold.angle = angle(end);
        hold.angleHeld = hold.clamped = false;
        hold.torque = torque;
        model_.perVertexLength[end == RodEnd::first ? 0 : model_.segments()] = 0.0;
    };
    if (hold.angleHeld || hold.torque != torque)
        changeHold(let);
    else
        let();
}

void RodSimulation::setForce(std::size_t mass, const Vec3& force)
{
    model_.loads[demandIndex(mass, masses_.size(), "mass")] = force;
    if (pull_.mass == mass)
        pull_.force = Vec3(0.0);
}

void RodSimulation::setForce(std::size_t mass, const Vec3& load, const Vec3& pull)
{
    model_.loads[demandIndex(mass, masses_.size(), "mass")] = load + pull;
    pull_ = {mass, pull};
}

void RodSimulation::setMass(std::size_t mass, double kilograms)
{
    Mass& m = masses_[demandIndex(mass, masses_.size(), "mass")];
    change(EnergyLine::constants, MomentumLine::constants, [&] { m.mass = kilograms; });
}

void RodSimulation::setDisc(RodEnd end, double inertia)
{
    double& disc = discs_[static_cast<std::size_t>(end)];
    change(EnergyLine::constants, MomentumLine::constants,
           [&] { model_.spinInertia[end == RodEnd::first ? 1 : model_.segments()] += inertia - disc; });
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
        std::fill(twist_.spin.begin(), twist_.spin.end(), 0.0);
        forgetPast();
    };
    change(EnergyLine::connection, MomentumLine::connection,
           [&]
           {
               std::optional<Books> books;
               books.swap(books_); // the whole of it is one line
               const double payoutSpeed = std::exchange(payoutSpeed_, 0.0);
               model_.gravity = Vec3(0.0);
               const auto goOn = [&]
               {
                   model_.gravity = settings_.gravity;
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
    solids_.push_back(solid);
    placed_ = true;
    return solids_.size() - 1;
}

void RodSimulation::removeSolid(std::size_t number)
{
    demandIndex(number, solids_.size(), "solid");
    // Its own energy is counted before it goes, by the numbers that the touches know.
    change(EnergyLine::constants, MomentumLine::constants,
           [&] { std::erase_if(touches_, [number](const RodTouch& touch) { return touch.solid == number; }); });
    solids_.erase(solids_.begin() + static_cast<std::ptrdiff_t>(number));
    for (RodTouch& touch : touches_)
        touch.solid -= touch.solid > number ? 1 : 0;
}

void RodSimulation::setContact(double radius, double contactFriction)
{
    RodSettings settings = settings_;
    settings.radius = radius;
    settings.contactFriction = contactFriction;
    change(EnergyLine::constants, MomentumLine::constants, [&] { settings_ = validated(settings); });
    placed_ = true;
}

} // namespace rope
