// What the program is asked to compute with: constants of a scene, wishes of a rope.
#include "harness.hpp"

#include "cards/rope_card.hpp"
#include "scenes/scene.hpp"

#include <rope/advisor.hpp>
#include <rope/rope_simulation.hpp>

#include <cmath>
#include <memory>

using namespace ropewalk;

namespace fuzz
{

/// The first byte chooses a scene; a line each is NAME=VALUE.
void constants(std::string_view bytes)
{
    Choices choices(bytes);
    const std::unique_ptr<Scene> scene = scenes()[choices.below(scenes().size())].make();
    rope::Parameters& parameters = scene->parameters();
    while (!choices.done())
    {
        const std::string_view line = choices.line();
        const std::size_t equals = line.find('=');
        const std::string_view name = line.substr(0, equals);
        rope::Parameter* row = parameters.find(name);
        const std::string before = row ? row->text() : std::string();
        try
        {
            parameters.set(name, equals == std::string_view::npos ? std::string_view() : line.substr(equals + 1));
            row->validate();
            promise(row->read(row->text()) == row->value(), "a value changes when its text is read: " + row->text());
        }
        catch (const std::invalid_argument& error)
        {
            promiseOneLine(error.what());
            promise(!row || row->text() == before, "a refused value changed " + std::string(name));
        }
    }
    try
    {
        scene->validate();
    }
    catch (const std::invalid_argument& error)
    {
        promiseOneLine(error.what());
    }
}

namespace
{

/// From 10^-12 to 10^12, zero, negative, or not a number at all.
double anyNumber(Choices& choices)
{
    const std::size_t kind = choices.below(12);
    if (kind == 0)
        return 0.0;
    if (kind == 1)
        return std::nan("");
    const double size = std::pow(10.0, 24.0 * choices.share() - 12.0);
    return kind == 2 ? -size : size;
}

/// What somebody could mean.
double likelyNumber(Choices& choices, double usual)
{
    return choices.below(8) == 0 ? anyNumber(choices) : usual * std::pow(10.0, 4.0 * choices.share() - 2.0);
}

std::optional<int> perhapsWhole(Choices& choices, int most)
{
    if (choices.below(3) > 0)
        return std::nullopt;
    return choices.below(8) == 0 ? -1 : static_cast<int>(std::lround(std::pow(most, choices.share())));
}

} // namespace

/// A wish is refused with a sentence or granted with a rope that keeps what is promised, hangs, and has its cards.
void wishes(std::string_view bytes)
{
    Choices choices(bytes);
    const auto perhaps = [&](double usual)
    { return choices.below(3) == 0 ? std::optional(likelyNumber(choices, usual)) : std::nullopt; };
    rope::RopeWish wish;
    wish.length = likelyNumber(choices, 4.0);
    wish.mass = perhaps(4.0);
    wish.diameter = perhaps(0.01);
    if (choices.below(2) > 0)
        wish.material = rope::ropeMaterials()[choices.below(rope::ropeMaterials().size())].name;
    wish.load = choices.below(2) == 0 ? 0.0 : likelyNumber(choices, 10.0);
    wish.stretch = perhaps(0.05);
    wish.stretchCause = choices.below(2) == 0 ? rope::StretchCause::weight_and_load : rope::StretchCause::load;
    wish.dampingRatio = perhaps(0.1);
    wish.settlingTime = perhaps(2.0);
    wish.segments = perhapsWhole(choices, 2000);
    wish.massBudget = perhapsWhole(choices, 2000);
    wish.stepBudget = perhapsWhole(choices, 2000);
    wish.costBudget = perhapsWhole(choices, 1'000'000);
    if (choices.below(3) == 0)
        wish.step = likelyNumber(choices, 1.0 / 60.0);
    wish.implicit = choices.below(4) == 0;
    if (choices.below(3) == 0)
        wish.gravity = likelyNumber(choices, 9.81);

    rope::RopeAdvice advice;
    try
    {
        advice = rope::adviseRope(wish);
    }
    catch (const std::invalid_argument& error)
    {
        promiseOneLine(error.what());
        return;
    }
    if (!advice.granted())
    {
        promiseOneLine(advice.refusal);
        return;
    }
    promise(std::isfinite(advice.stretch) && std::isfinite(advice.loadStretch), "a granted stretch is not finite");
    promise(advice.stretch < 100.0, "a granted rope is a hundred times as long under its load");
    promise(advice.steps >= 1 && advice.stableStep > 0.0, "a granted rope has no step");

    const CardFacts facts = cardFacts({advice.settings, {}});
    for (const CardFormat& format : cardFormats())
    {
        const std::string card = format.make(facts);
        for (const char* number : {"nan", "inf "})
            promise(card.find(number) == std::string::npos,
                    std::string(format.name) + "'s card has a number " + number);
    }

    if (advice.settings.massCount > 200 || advice.steps > 50)
        return;
    rope::RopeSimulation rope(advice.settings);
    for (int tick = 0; tick < 12; ++tick)
        rope.advance(1.0 / 60.0);
    promise(!rope.runawayMass(), "a granted rope runs away");
}

} // namespace fuzz
