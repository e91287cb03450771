#include "wish_checks.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/measured_rope.hpp>
#include <rope/statics.hpp>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace rope
{

// The swing's period gives the stretched length, l = g (j T / (4 pi))^2, of which the rope's own weight made 1.1278
// times its stretch (see LoadedChain::swingPeriod); that stretch is to the weight's as half the rope's mass to the
// weight.
MeasuredRope measuredRope(const RopeMeasurement& m)
{
    requireRange("mass", m.mass, 1e-6, 1e6, "kg");
    requireRange("load", m.load, 1e-6, 1e6, "kg");
    requireRange("elongation", m.elongation, 1e-6, 1e4, "m");
    requireRange("elongation error", m.elongationError, 0.0, 1e4, "m");
    requireRange("period", m.period, 0.05, 300.0, "s");
    requireRange("period error", m.periodError, 0.0, 300.0, "s");
    requireRange("gravity", m.gravity, 0.01, 50.0, "m/s2");

    const double root = LoadedChain::besselZero * m.period / (4.0 * std::numbers::pi);
    const double stretched = m.gravity * root * root;
    const double ownPerElongation = LoadedChain::swingStretch * 0.5 * m.mass / m.load;
    MeasuredRope rope;
    rope.length = stretched - ownPerElongation * m.elongation;
    if (rope.length <= 0.5 * stretched)
        throw std::invalid_argument("a swing of " + text::numberText(m.period) + " s and an elongation of " +
                                    text::numberText(m.elongation) + " m by " + text::numberText(m.load) +
                                    " kg fit no rope: its own weight would double its length; must be measured anew");
    rope.axialStiffness = m.load * m.gravity * rope.length / m.elongation;
    rope.stiffness = m.load * m.gravity / m.elongation;
    rope.stiffnessError = rope.stiffness * m.elongationError / m.elongation;
    rope.stretch = m.elongation / rope.length;

    // Independent errors add by their squares; the last term is what the first order in the own stretch leaves out.
    const double own = stretched - rope.length;
    rope.lengthError = elementary::hypot(2.0 * stretched * m.periodError / m.period,
                                         ownPerElongation * m.elongationError, own * own / rope.length);
    rope.axialStiffnessError =
        rope.axialStiffness * elementary::hypot(rope.lengthError / rope.length, m.elongationError / m.elongation);
    return rope;
}

} // namespace rope
