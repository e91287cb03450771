#include <rope/deployment.hpp>

// The books of a thread that is deployed: docs/physics.md, "Where the energy goes". They watch and change nothing.

namespace rope
{

void DeploymentSimulation::setBooks(bool kept)
{
    books_.reset();
    if (!kept)
        return;
    books_.emplace(totals());
    books_->energy.hasGround = false;
    for (const EnergyLine line : {EnergyLine::connection, EnergyLine::grab, EnergyLine::spring_friction,
                                  EnergyLine::ground_friction, EnergyLine::ground_absorption})
        books_->energy.kept[static_cast<std::size_t>(line)] = false;
    for (const MomentumLine line : {MomentumLine::grab, MomentumLine::ground, MomentumLine::spring_friction})
        books_->momentum.kept[static_cast<std::size_t>(line)] = false;
}

EnergyBook DeploymentSimulation::energyBook() const
{
    return books_ ? books_->energyAt(totals(), sway()) : EnergyBook{};
}

double DeploymentSimulation::energyLine(EnergyLine line) const
{
    return books_ ? books_->amountAt(line, sway()) : 0.0;
}

Vec3 DeploymentSimulation::momentumLine(MomentumLine line) const
{
    return books_ ? books_->momentum.linear.gained(line) : Vec3(0.0);
}

Vec3 DeploymentSimulation::momentum() const
{
    Vec3 sum(0.0);
    for (const Mass& mass : masses_)
        sum += mass.mass * mass.velocity;
    return sum;
}

MomentumBook DeploymentSimulation::momentumBook() const
{
    return books_ ? books_->momentumAt(totals()) : MomentumBook{};
}

RopeTotals DeploymentSimulation::totals() const
{
    RopeTotals sum;
    for (std::size_t i = 1; i < masses_.size(); ++i)
        sum.add(masses_[i]);
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), 0.0};
    return sum;
}

/// h/2 dV/dt: semi-implicit Euler moves the positions with velocities of the middle of the step, so that between two
/// steps the potential belongs h/2 later than the velocities. Forward Euler has no such middle.
double DeploymentSimulation::sway() const
{
    if (!books_ || settings_.integrator == EulerMethod::forward_euler)
        return 0.0;
    double power = 0.0; // dV/dt
    for (const Mass& mass : masses_)
        power -= mass.mass * glm::dot(settings_.gravity, mass.velocity);
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const Vec3 d = masses_[i].position - masses_[i + 1].position;
        const double r = glm::length(d);
        if (r > 0.0)
            power += tension(i) / r * glm::dot(d, masses_[i].velocity - masses_[i + 1].velocity);
    }
    return 0.5 * books_->dt * power;
}

/// A step pulls first, v1 = v + h F/m, and then damps, v+ = d v1. Springs and gravity do the work h F.(v + v1)/2, and
/// m (v1² - v+²)/2 is lost.
void DeploymentSimulation::bookStep(double dt)
{
    const std::vector<Mass>& before = *books_->massesBefore;
    const Vec3 g = settings_.gravity;
    double work = 0.0;
    double potential = 0.0;
    double lost = 0.0;
    Vec3 weight(0.0);
    Vec3 braked(0.0);
    Vec3 weightTurning(0.0);
    Vec3 brakedTurning(0.0);
    for (std::size_t i = 1; i < masses_.size(); ++i)
    {
        const Mass& was = before[i];
        const Mass& is = masses_[i];
        const Vec3 pulled = was.velocity + was.force / was.mass * dt;
        work += 0.5 * dt * glm::dot(was.force, was.velocity + pulled);
        potential -= was.mass * glm::dot(g, is.position - was.position);
        lost += 0.5 * was.mass * glm::dot(pulled - is.velocity, pulled + is.velocity);
        weight += dt * was.mass * g;
        const Vec3 brake = was.mass * (is.velocity - pulled);
        braked += brake;
        weightTurning += glm::cross(was.position, dt * was.mass * g);
        brakedTurning += glm::cross(was.position, brake);
    }
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const double r = glm::distance(before[i].position, before[i + 1].position);
        const double after = glm::distance(masses_[i].position, masses_[i + 1].position);
        potential += 0.5 * springs_[i].springConstant * (after - r) * (after + r - 2.0 * springs_[i].restLength);
    }
    EnergyBook& energy = books_->energy;
    energy.gain(EnergyLine::air, -lost);
    energy.gain(EnergyLine::integrator, potential + work);

    // The anchor pulls the first mass as the first segment pulls the anchor.
    const Vec3 pull = -dt * (before[0].force - before[0].mass * g);
    MomentumAccount& linear = books_->momentum.linear;
    linear.gain(MomentumLine::gravity, weight);
    linear.gain(MomentumLine::connection, pull);
    linear.gain(MomentumLine::air, braked);
    MomentumAccount& angular = books_->momentum.angular;
    angular.gain(MomentumLine::gravity, weightTurning);
    angular.gain(MomentumLine::connection, glm::cross(before[0].position, pull));
    angular.gain(MomentumLine::air, brakedTurning);
    if (settings_.integrator == EulerMethod::forward_euler)
        // x + h v moves on with the velocity before the pull, which turns as well.
        for (std::size_t i = 1; i < masses_.size(); ++i)
            angular.gain(MomentumLine::integrator,
                         glm::cross(masses_[i].position - before[i].position, masses_[i].mass * masses_[i].velocity));
    books_->dt = dt;
}

} // namespace rope
