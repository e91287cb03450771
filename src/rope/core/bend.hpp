#pragma once

#include <rope/vec.hpp>

#include <algorithm>
#include <cmath>

// How a rope resists bending: one hinge at each mass between two segments.

namespace rope
{

/// A segment e as the hinges at its ends see it: by its tangent t = p e.
///
/// p = 1/|e|, and p = (2 - |e|/s)/s for a segment that is compressed below the length s. There t shrinks with e, else
/// the hinges would turn a vanishing segment with a force without limit. t and its first derivative are continuous:
///
///     dt/de = p (1 - q t tᵀ),   q = 1, or 1/(s p)²/(p |e|) below s
struct BentSegment
{
    static constexpr double shortest = 0.8; ///< s, as a share of the rest length

    /// `e` [m] leads from one mass to the other.
    BentSegment(const Vec3& e, double restLength)
    {
        const double least = shortest * restLength;
        const double r = glm::length(e);
        if (r >= least)
        {
            perLength = 1.0 / r;
            tangent = perLength * e;
            return;
        }
        squeezed = true;
        perLength = (2.0 - r / least) / least;
        tangent = perLength * e;
        lack = 1.0 - glm::dot(tangent, tangent);
        const double length = least * least * perLength * perLength * perLength * r;
        radial = length > 0.0 ? 1.0 / length : 0.0;
    }

    Vec3 tangent{0.0};
    double perLength = 0.0; ///< p [1/m]
    double lack = 0.0;      ///< 1 - |t|²
    double radial = 1.0;    ///< q
    bool squeezed = false;
};

/// B/l [N m] of the hinge between two segments of these rest lengths [m], each at most `whole` long, with l the length
/// of rope that belongs to the hinge. A segment that the reel makes longer than a whole one counts as a whole one: so
/// the moment does not jump where the reel divides it. A segment shorter than half a whole one bends the more easily
/// the shorter it is, as it comes and goes: otherwise no step would be short enough for it.
inline double hingeStiffness(double bendingStiffness, double before, double behind, double whole)
{
    const double half = 0.5 * whole;
    const double share = std::min({before, behind, half}) / half;
    return 2.0 * bendingStiffness * share * share / (std::min(before, whole) + std::min(behind, whole));
}

/// A hinge of the stiffness B/l between two segments of the tangents t and u, c = t.u, which encloses the energy of
/// discrete elastic rods (M. Bergou et al., Discrete elastic rods, SIGGRAPH 2008),
///
///     E = (2 B/l) (1 - c)/(1 + c) = (2 B/l) tan²(phi/2)
///
/// up to phi = 60 degrees. From there on E grows linearly with -c, hence the moment with sin(phi) only: a fold has a
/// finite energy, and an explicit step a limit. A rope that bends by so much at one mass needs shorter segments.
///
/// E depends on one dot product, hence its forces keep momentum and angular momentum.
class Bend
{
public:
    static constexpr double sharpest = 0.5; ///< cos 60 degrees

    Bend(double stiffness, const BentSegment& before, const BentSegment& behind)
        : stiffness_(stiffness), before_(before), behind_(behind), c_(glm::dot(before.tangent, behind.tangent)),
          limited_(std::max(c_, sharpest)), slope_(4.0 * stiffness / ((1.0 + limited_) * (1.0 + limited_)))
    {
    }

    double energy() const ///< [J]
    {
        // 1 - c keeps its digits where t and u are nearly the same.
        const Vec3 difference = before_.tangent - behind_.tangent;
        const double fromOne = 0.5 * (glm::dot(difference, difference) + before_.lack + behind_.lack);
        if (c_ >= sharpest)
            return 2.0 * stiffness_ * fromOne / (2.0 - fromOne);
        return 2.0 * stiffness_ * (1.0 - sharpest) / (1.0 + sharpest) + slope_ * (sharpest - c_);
    }

    /// dE/de [N] for the segment e before the mass, and for the one behind it.
    Vec3 byBefore() const { return derivative(before_, behind_.tangent); }
    Vec3 byBehind() const { return derivative(behind_, before_.tangent); }

    /// An upper bound of the Hessian of E: `across` |w|² + `along` (w.t)² of the change w [m] of one segment, added
    /// over both. Exact for the fastest mode of a straight rope, where neighbouring segments turn against each other.
    struct Stiffness
    {
        double across = 0.0; ///< [N/m]
        double along = 0.0;  ///< [N/m]
    };
    Stiffness ofBefore() const { return bound(before_); }
    Stiffness ofBehind() const { return bound(behind_); }

private:
    Vec3 derivative(const BentSegment& segment, const Vec3& other) const
    {
        return -slope_ * segment.perLength * (other - segment.radial * c_ * segment.tangent);
    }

    // By the angle, with T = tan²(phi/2): E'' = (B/l) (1 + T)(1 + 3 T) bounds E'/sin(phi), which resists a bend out of
    // the plane, as well. E' = dE/d(phi) pulls along and across a segment at once.
    Stiffness bound(const BentSegment& segment) const
    {
        const double t = (1.0 - limited_) / (1.0 + limited_);
        const double second = stiffness_ * (1.0 + t) * (1.0 + 3.0 * t);
        const double first = slope_ * std::sqrt(std::max(0.0, 1.0 - c_ * c_));
        const double square = segment.perLength * segment.perLength;
        const double across = square * (2.0 * second + first);
        return {across, segment.squeezed ? across : square * first};
    }

    double stiffness_; ///< B/l [N m]
    const BentSegment& before_;
    const BentSegment& behind_;
    double c_;
    double limited_; ///< c, at least `sharpest`
    double slope_;   ///< -dE/dc [J]
};

} // namespace rope
