#pragma once

#include "scenes/shared/driven_rope.hpp"
#include "scenes/shared/rods.hpp"

#include <rope/parameters.hpp>
#include <rope/rod_theory.hpp>

#include <optional>
#include <vector>

// A rope that resists bending, clamped horizontally at one end: it droops by its weight and a load.

namespace ropewalk
{

/// The constants of the cantilever; SI units.
struct CantileverSettings : RodWorld
{
    CantileverSettings() : RodWorld{.damping = 0.8} {}

    double length = 1.0;
    int massCount = 81;
    double massPerLength = 0.1;
    double bendingStiffness = 0.1;
    double ropeRadius = 0.008;
    RodColours colours = RodColours::curvature;
    double tipLoad = 0.0;
    double connectionSpeed = 0.5;

    friend bool operator==(const CantileverSettings&, const CantileverSettings&) = default;

    void describe(rope::Parameters& p);

    rope::RopeByLength rope() const; ///< the rope that it is made of

    /// [N/m], where gravity points down; what theory knows.
    std::optional<rope::CantileverLoad> load() const;
};

class Cantilever : public DrivenRope
{
public:
    explicit Cantilever(const CantileverSettings& settings);

    const CantileverSettings& settings() const { return settings_; }
    void setSettings(const CantileverSettings& settings); ///< another length or number of masses begins anew

    void setClampVelocity(const Vec3& velocity) { clampVelocity_ = velocity; }

    Vec3 tip() const { return masses().back().position - masses().front().position; } ///< [m] from the clamp
    double tipAngle() const; ///< [rad] of the last segment below the clamp's direction

    /// The rope at the rest that it finds from this shape, from the clamp; none where it finds none.
    std::optional<rope::RopeSimulation> restFrom(const rope::BentShape& shape) const;

private:
    void drive(double dt) override;
    double strongestPull() const override;
    void setLoad();

    CantileverSettings settings_;
    Vec3 clampVelocity_{0.0};
};

} // namespace ropewalk
