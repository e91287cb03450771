#pragma once

#include "scenes/rope_description.hpp"

#include <rope/statics.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

class Scene;

/// What the cards of all systems are made of.
struct CardFacts
{
    rope::RopeSettings settings;
    std::vector<std::string> besides; ///< as RopeDescription::besides
    rope::LoadedChain chain;

    double massPerLength;       ///< [kg/m]
    double diameter;            ///< [m], of hemp rope (900 kg/m3) of that mass: as it is drawn
    double segmentHertz;        ///< [Hz] of one segment between two free masses
    double segmentDampingRatio; ///< of that
    double airRate;             ///< [1/s] at which air brakes a mass
    double swingPeriod;         ///< [s] of the slowest small swing, hung by one end; infinite without gravity
};
CardFacts cardFacts(const RopeDescription& rope);

/// How it should stretch and swing, hung by one end: a sentence.
std::string expectedOf(const CardFacts& facts);
/// A sentence on what acts on it besides, in a list: empty where nothing does.
std::vector<std::string> besidesOf(const CardFacts& facts);

/// Lines, each a comment of the other system's language.
std::string commentLines(std::string_view mark, const std::vector<std::string>& lines);

/// "10000.0f": a float for C++.
std::string floatText(double value);

/// A system that a card is written for.
struct CardFormat
{
    std::string_view name;  ///< on the command line: "box2d"
    std::string_view title; ///< in the window: "Box2D"
    std::string_view file;  ///< what a card of it is usually saved as: "rope_box2d.hpp"
    std::string (*make)(const CardFacts&);
};
const std::vector<CardFormat>& cardFormats();

/// Throws std::invalid_argument naming the nearest known name.
const CardFormat& cardFormat(std::string_view name);
std::string cardFormatList(); ///< "cpp, json, ..."

/// The rope of a scene. Throws std::invalid_argument where there is none, or naming the constant that no card can be
/// made of.
RopeDescription cardRope(const Scene& scene);

/// Steps of a frame of 1/60 s.
int stepsOfFrame(const CardFacts& facts);

// One card a system: the rope's constants in its terms, and as comments what does not carry over.
std::string cppCard(const CardFacts& facts);
std::string jsonCard(const CardFacts& facts);
std::string tableCard(const CardFacts& facts);
std::string mjcfCard(const CardFacts& facts);
std::string moordynCard(const CardFacts& facts);
std::string box2dCard(const CardFacts& facts);
std::string joltCard(const CardFacts& facts);
std::string bulletCard(const CardFacts& facts);
std::string xpbdCard(const CardFacts& facts);

} // namespace ropewalk
