#include "rod_closure.hpp"
#include "rod_contacts.hpp"
#include "rod_self_contacts.hpp"
#include "rod_solver.hpp"

#include <rope/rod.hpp>

#include <numbers>

// What is read off a rod: energies, twist, torque, tension, forces.

namespace rope
{

double RodSimulation::bendingEnergy() const
{
    RodShape shape;
    std::vector<Vec3> positions;
    for (const Mass& mass : masses_)
        positions.push_back(mass.position);
    shape.set(model_, positions);
    return rope::bendingEnergy(model_, shape);
}

double RodSimulation::torque(std::size_t vertex) const
{
    if (model_.perVertexLength[demandIndex(vertex, masses_.size(), "mass")] == 0.0)
        return 0.0;
    if (model_.waves)
        return model_.torsionalStiffness * model_.perVertexLength[vertex] *
               (twist_.angle[vertex + 1] - twist_.angle[vertex] + twist_.reference[vertex]);
    return model_.torsionalStiffness * twist() / model_.twistedLength();
}

double RodSimulation::curvature(std::size_t vertex) const
{
    const auto tangent = [this](std::size_t slot)
    {
        if (slot == 0 || slot == masses_.size())
            return model_.ends[slot == 0 ? 0 : 1].tangent;
        return glm::normalize(masses_[slot].position - masses_[slot - 1].position);
    };
    if (model_.perVertexLength[demandIndex(vertex, masses_.size(), "mass")] == 0.0)
        return 0.0;
    const Vec3 before = tangent(vertex);
    const Vec3 behind = tangent(vertex + 1);
    return 2.0 * model_.perVertexLength[vertex] * glm::length(before - behind) / glm::length(before + behind);
}

double RodSimulation::twist() const
{
    if (!model_.waves)
        return uniformTwist(model_, twist_.total);
    double sum = 0.0;
    for (std::size_t i = 0; i < twist_.reference.size(); ++i)
        if (model_.perVertexLength[i] > 0.0)
            sum += twist_.angle[i + 1] - twist_.angle[i] + twist_.reference[i];
    return sum;
}

std::vector<double> RodSimulation::turned() const
{
    const std::size_t edges = model_.segments();
    std::vector<double> turned;
    turned.reserve(edges + 1);
    double before = angle(RodEnd::first); // of the edge before the mass
    const double twist = this->twist();
    for (std::size_t i = 0; i <= edges && !model_.waves; ++i)
        turned.push_back(before + twist * static_cast<double>(i) / static_cast<double>(edges));
    for (std::size_t i = 0; i <= edges && model_.waves; ++i)
    {
        const bool inner = i > 0 && i < edges;
        const double here = inner ? twist_.angle[i + 1] - twist_.angle[i] + twist_.reference[i] : 0.0;
        turned.push_back(before + 0.5 * here);
        before += here;
    }
    return turned;
}

double RodSimulation::twistEnergy() const
{
    if (model_.torsionalStiffness == 0.0)
        return 0.0;
    if (model_.reeledLength > 0.0 && !model_.waves)
        return 0.5 * model_.torsionalStiffness * twist() * twist() / model_.reeledLength;
    const double uniform = model_.waves ? 0.0 : model_.torsionalStiffness * twist() / model_.twistedLength();
    double sum = 0.0;
    for (std::size_t i = 0; i < model_.perVertexLength.size(); ++i)
        if (model_.perVertexLength[i] > 0.0)
        {
            const double m = model_.waves ? torque(i) : uniform;
            sum += 0.5 * m * m / (model_.torsionalStiffness * model_.perVertexLength[i]);
        }
    return sum;
}

double RodSimulation::elasticEnergy() const
{
    const double springs = rope::elasticEnergy(masses_, model_.springs);
    if (!settings_.closed)
        return springs;
    RodClosure closure;
    closure.begin(masses_.size(), model_.springs[model_.segments() / 2].springConstant);
    double ties = 0.0;
    for (const FarCoupling& tie : closure.ties())
    {
        const Vec3 gap = tie.relative([this](std::size_t i) { return masses_[i].position; });
        ties += 0.5 * closure.stiffness() * glm::dot(gap, gap);
    }
    return springs + ties;
}

double RodSimulation::link() const
{
    std::vector<Vec3> points;
    for (std::size_t i = 0; i + 2 < masses_.size(); ++i)
        points.push_back(masses_[i].position);
    return writhe(points) + twist() / (2.0 * std::numbers::pi);
}

double RodSimulation::potentialEnergy() const
{
    return gravityEnergy(masses_, settings_.gravity);
}

double RodSimulation::spinEnergy() const
{
    double spin = 0.0;
    for (std::size_t slot = 1; slot + 1 < twist_.spin.size(); ++slot)
        spin += 0.5 * model_.spinInertia[slot] * twist_.spin[slot] * twist_.spin[slot];
    return spin;
}

double RodSimulation::energyOf(const RodTouch& touch) const
{
    const double stiffness = pressesBody(touch) ? touch.stiffness : contactLaw(0.0).stiffness;
    return 0.5 * (touch.pressure * touch.pressure / stiffness + stiffness * glm::dot(touch.slip, touch.slip));
}

double RodSimulation::contactEnergy() const
{
    double sum = 0.0;
    for (const RodTouch& touch : touches_)
        sum += energyOf(touch);
    RodContactLaw itself = contactLaw(0.0);
    itself.stiffness *= selfSoftness;
    for (const RodSelfTouch& touch : selfTouches_)
        sum += RodSelfContacts::energy(itself, touch);
    return sum;
}

double RodSimulation::totalEnergy() const
{
    return kineticEnergy() + potentialEnergy() + elasticEnergy() + bendingEnergy() + twistEnergy() + spinEnergy() +
           contactEnergy();
}

double RodSimulation::tension(std::size_t spring) const
{
    const Spring& one = model_.springs[demandIndex(spring, model_.springs.size(), "spring")];
    return one.tension(springLength(masses_, one));
}

std::vector<Vec3> RodSimulation::elasticForces()
{
    solver_->begin(model_, twist_, masses_);
    solver_->derive<RodHessian::none>(model_);
    std::vector<Vec3> forces;
    for (std::size_t i = 0; i < masses_.size(); ++i)
        forces.push_back(solver_->elasticForce(i));
    return forces;
}

} // namespace rope
