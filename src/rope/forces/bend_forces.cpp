#include "bend_forces.hpp"

namespace rope
{

void BendForces::book(const SteppedMasses& masses, double dt, StepWork& work) const
{
    if (none())
        return;
    const auto strain = [&masses](std::size_t i) { return masses.meanVelocity(i) - masses.meanVelocity(i + 1); };
    visit(masses.before,
          [&](std::size_t i, const Bend& bend)
          {
              work.bending += dt * (glm::dot(bend.byBefore(), strain(i - 1)) + glm::dot(bend.byBehind(), strain(i)));
              work.potentialChange -= bend.energy();
          });
    work.potentialChange += energy(masses.after);
}

void BendForces::book(std::span<const Mass> masses, std::span<const Vec3> u, const MeanPiece& piece,
                      StepWork& work) const
{
    const auto sum = [&work](double sign)
    { return [&work, sign](std::size_t, const Bend& bend) { work.potentialChange += sign * bend.energy(); }; };
    visit(masses, sum(-1.0));
    visitAt([&](std::size_t i) { return masses[i].position + piece.h * u[i]; }, sum(1.0));
}

} // namespace rope
