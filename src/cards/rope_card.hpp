#pragma once

#include "card_format.hpp"
#include "scenes/rope_description.hpp"

#include <rope/statics.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

class Scene;

/// The numbers from which the cards of all systems are made.
struct CardFacts
{
    rope::RopeSettings settings;
    std::vector<std::string> besides; ///< as RopeDescription::besides
    rope::LoadedChain chain;

    double massPerLength;       ///< [kg/m]
    double diameter;            ///< [m], of the rope, or of a hemp rope (900 kg/m3) of the same mass; it is drawn so
    double segmentHertz;        ///< [Hz] of one segment between two free masses
    double segmentDampingRatio; ///< of that oscillation
    double airRate;             ///< [1/s] at which air brakes a mass
    double largestStep;         ///< [s], stable with semi-implicit Euler, of the hanging rope
    double step;                ///< [s], as in its scene, or a stable one where the scene's steps are implicit
    double bend;                ///< [N/m], B/L³: the energy of a small bend is this times |x0 - 2 x1 + x2|²/2
    double swingPeriod;         ///< [s] of the slowest small swing, hung by one end; infinite without gravity

    /// What a card says beside its code, in the reader's language; null leaves it English.
    std::function<std::string(std::string_view)> words;
};
CardFacts cardFacts(const RopeDescription& rope);

/// A sentence: how the rope should stretch and swing when it hangs by one end.
std::string expectedOf(const CardFacts& facts);

/// What the terms of a system say of a rope that is more than masses and springs.
struct CardTerms
{
    bool bends = false;
    bool twist = false;
    bool thickness = false;
    bool friction = false; ///< Coulomb's, where it touches
};
/// "bending_stiffness (0.01 N m2), rope_radius (0.005 m)": what the rope has and these terms do not say; mostly
/// nothing.
std::string unsaidBy(const CardTerms& terms, const CardFacts& facts);
/// The same as a sentence.
std::string doesNotCarryOver(const CardTerms& terms, const CardFacts& facts);

std::string inWords(const CardFacts& facts, std::string_view line);
/// The lines that are not empty, and one on all else that acts on the rope in its scene, in the reader's language: each
/// between these texts.
std::string comments(const CardFacts& facts, std::string_view before, const std::vector<std::string>& lines,
                     std::string_view after = "\n");

/// "10000.0", nine digits at most, and "10000.0f": a number that languages take for no whole one.
std::string doubleText(double value);
std::string floatText(double value);

/// The rope of a scene. Throws std::invalid_argument if there is none, or naming a constant that no card can express.
RopeDescription cardRope(const Scene& scene);

/// The number of steps in a frame of 1/60 s.
int stepsOfFrame(const CardFacts& facts);

// Each system's card: the rope's constants in its terms, with comments on the parts that do not carry over.
std::string cppCard(const CardFacts& facts);
std::string jsonCard(const CardFacts& facts);
std::string tableCard(const CardFacts& facts);
std::string mjcfCard(const CardFacts& facts);
std::string moordynCard(const CardFacts& facts);
std::string box2dCard(const CardFacts& facts);
std::string joltCard(const CardFacts& facts);
std::string bulletCard(const CardFacts& facts);
std::string xpbdCard(const CardFacts& facts);
std::string unityCard(const CardFacts& facts);
std::string unrealCard(const CardFacts& facts);
std::string godotCard(const CardFacts& facts);
std::string rapierCard(const CardFacts& facts);
std::string pyelasticaCard(const CardFacts& facts);
std::string dismechCard(const CardFacts& facts);
std::string newtonCard(const CardFacts& facts);

} // namespace ropewalk
