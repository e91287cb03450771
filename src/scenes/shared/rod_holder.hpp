#pragma once

#include <rope/parameters.hpp>
#include <rope/rod.hpp>

#include <vector>

namespace ropewalk
{

/// A simulation that is made of one rod, with the rod's masses, time and books.
class RodHolder
{
public:
    const rope::RodSimulation& rod() const { return rod_; }
    double time() const { return rod_.time(); }
    const std::vector<rope::Mass>& masses() const { return rod_.masses(); }
    rope::Vec3 momentum() const { return rod_.momentum(); }

    void setBooks(bool keep) { rod_.setBooks(keep); }
    rope::EnergyBook energyBook() const { return rod_.energyBook(); }
    rope::MomentumBook momentumBook() const { return rod_.momentumBook(); }

protected:
    explicit RodHolder(const rope::RodSettings& settings) : rod_(settings) {}
    RodHolder(const RodHolder&) = default;
    RodHolder(RodHolder&&) = default;
    RodHolder& operator=(const RodHolder&) = default;
    RodHolder& operator=(RodHolder&&) = default;
    ~RodHolder() = default;

    rope::RodSimulation rod_;
};

/// Adds the energies of twist and contact, and the lines of the books, behind the others.
void describeRodBooks(rope::Diagnostics& diagnostics, const RodHolder& sim);

} // namespace ropewalk
