#include "user.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

using namespace ropewalk;

namespace fuzz
{
namespace
{

/// Sizes above these cost time and find nothing that smaller ones do not.
constexpr double mostMasses = 60.0;
constexpr double mostRows = 12.0;

double bounded(const rope::Parameter& row, double value)
{
    const std::string& name = row.name();
    if (name == "columns" || name == "rows" || name == "stack_rows" || name == "iterations" || name == "rope_count")
        return std::min(value, std::max(mostRows, row.minimum()));
    if (name.ends_with("_count"))
        return std::min(value, std::max(mostMasses, row.minimum()));
    return value;
}

double twoDigits(double value)
{
    return std::stod(fmt::format("{:.2g}", value));
}

std::string pointText(Choices& choices)
{
    const Vec3 at = randomPlace(choices);
    return fmt::format("{:.3f} {:.3f} {:.3f}", at.x, at.y, at.z);
}

/// Of the set-up's ropes and solids; of a name that it does not have where it has none.
template <typename Things>
std::string randomName(Choices& choices, const Things& things)
{
    return things.empty() ? std::string("none") : things[choices.below(things.size())].name;
}

/// A place on a rope, seldom beyond its ends, or an eye or a point of a solid.
std::string randomPlaceText(Choices& choices, const SetUp& setUp)
{
    const std::size_t kind = choices.below(6);
    if (kind < 4)
    {
        const std::string rope = randomName(choices, setUp.ropes);
        if (kind < 2)
            return rope + (kind == 0 ? ".first" : ".last");
        return fmt::format("{} {:.3f}", rope, 2.0 * choices.share());
    }
    const SetUpSolid* solid = solidNamed(setUp, randomName(choices, setUp.solids));
    const std::vector<Eye> eyes = solid ? eyesOf(*solid) : std::vector<Eye>{};
    if (kind == 4 && !eyes.empty())
        return fmt::format("{}.{}", solid->name, eyes[choices.below(eyes.size())].name);
    return fmt::format("{} {:.3f} 0 0", solid ? solid->name : "none", 0.2 * choices.share());
}

std::string randomStop(Choices& choices, const SetUp& setUp)
{
    switch (choices.below(4))
    {
    case 0:
        return pointText(choices);
    case 1:
        return randomName(choices, setUp.solids);
    default:
        return randomName(choices, setUp.solids) + (choices.below(2) == 0 ? " left" : " right");
    }
}

} // namespace

std::string randomVerb(Choices& choices, const SetUp& setUp)
{
    const auto place = [&] { return randomPlaceText(choices, setUp); };
    const auto stop = [&] { return randomStop(choices, setUp); };
    // One after the other: the order in which arguments are evaluated is not fixed.
    const auto two = [](std::string_view verb, const auto& first, const auto& second)
    {
        const std::string text = fmt::format("{} {}", verb, first());
        return text + " " + second();
    };
    const auto number = [&choices](double from, double to)
    { return [=, &choices] { return fmt::format("{:.3g}", from + (to - from) * choices.share()); }; };
    const auto rope = [&] { return randomName(choices, setUp.ropes); };
    const auto solid = [&] { return randomName(choices, setUp.solids); };
    const auto thing = [&] { return choices.below(2) == 0 ? rope() : solid(); };
    const auto point = [&] { return pointText(choices); };
    switch (choices.below(16))
    {
    case 0:
        return "hold " + place();
    case 1:
        return "let_go " + place();
    case 2:
        return two("hang", place, number(0.0, 20.0));
    case 3:
        return two("tie", place, place);
    case 4:
    {
        const std::string over = two("run_over", rope, solid) + (choices.below(2) == 0 ? " left" : " right");
        return choices.below(2) == 0 ? over : over + " behind " + solid();
    }
    case 5:
        return two("wind", place, number(-1.0, 1.0));
    case 6:
        return two("new_rope", point, stop) + (choices.below(2) == 0 ? "" : " " + stop());
    case 7:
        return "delete " + thing();
    case 8:
        return "copy " + thing();
    case 9:
        return two("move", solid, point);
    case 10:
        return two("pull", rope, number(0.0, 50.0));
    case 11:
        return "mirror";
    case 12:
        return "cut " + place();
    case 13:
        return two("join", place, place);
    case 14:
        return two("drag", place, point);
    default:
        return "drop";
    }
}

User::User() : bench_(makeScene("rope"), [this] { return now_ += 1e-4; })
{
    bench_.setStepBudget(8);
    small();
}

void User::act(Choices& choices)
{
    switch (choices.below(14))
    {
    case 0:
        select(scenes()[choices.below(scenes().size())].info.id);
        break;
    case 1:
        bench_.reset();
        break;
    case 2:
        bench_.tickBack();
        break;
    case 3:
        bench_.undo();
        break;
    case 4:
        bench_.redo();
        break;
    case 5:
        bench_.setPaused(!bench_.paused());
        break;
    case 6:
        bench_.restoreDefaults();
        small();
        break;
    case 7:
        copied_ = ropewalk::sceneText(bench_.scene());
        break;
    case 8:
        if (!copied_.empty())
            use(parseScene(copied_, "clipboard"));
        break;
    case 9:
        bench_.showRunaway();
        break;
    case 10:
    case 11:
        change(choices);
        break;
    case 12:
        if (const auto* host = hostOf<SetUpHost>(bench_.scene()))
            perform(randomVerb(choices, *host->wantedSetUp()));
        else
            advance(choices);
        break;
    default:
        advance(choices);
        break;
    }
    promiseSound();
}

/// Big scenes are made small at once: their cost is not what is tested. A field stays as big until it is laid out.
void User::small()
{
    for (const rope::Parameter& row : bench_.scene().parameters().rows())
        if (row.isNumber() && bounded(row, row.number()) < row.number())
            set(row, row.read(bounded(row, row.number())));
    constexpr std::size_t many = 100'000;
    if (bench_.scene().massCount() > many)
        bench_.reset();
}

void User::set(const rope::Parameter& row, const rope::Parameter::Value& value)
{
    try
    {
        bench_.setParameter(row, value, ++gesture_);
    }
    catch (const std::invalid_argument& error)
    {
        promiseOneLine(error.what());
    }
}

void User::perform(const std::string& verb)
{
    try
    {
        bench_.perform(verb);
    }
    catch (const std::invalid_argument& error)
    {
        promiseOneLine(error.what());
    }
}

void User::change(Choices& choices)
{
    const auto& rows = bench_.scene().parameters().rows();
    if (rows.empty())
        return;
    const rope::Parameter& row = rows[choices.below(rows.size())];
    const auto between = [&]
    {
        const double share = choices.share();
        if (!row.logarithmic() || row.minimum() < 0.0)
            return row.minimum() + share * (row.maximum() - row.minimum());
        const double least = std::max(row.minimum(), 1e-8 * row.maximum());
        return share == 0.0 ? row.minimum() : least * std::pow(row.maximum() / least, share);
    };
    const auto inRange = [&](double value)
    { return std::clamp(slides_ ? twoDigits(value) : value, row.minimum(), row.maximum()); };
    if (row.isNumber())
        set(row, row.read(bounded(row, inRange(between()))));
    else if (row.isChoice())
        set(row, static_cast<int>(choices.below(row.choices().size())));
    else if (std::holds_alternative<bool*>(row.field()))
        set(row, choices.below(2) == 0);
    else
        set(row, Vec3(inRange(between()), inRange(between()), inRange(between())));
}

void User::advance(Choices& choices)
{
    const Controls controls = randomControls(choices, bench_);
    for (std::size_t ticks = 1 + choices.below(6); ticks > 0; --ticks)
        bench_.advance(1.0 / 60.0, controls);
}

void User::select(std::string_view scene)
{
    bench_.selectScene(scene);
    small();
}

void User::use(std::unique_ptr<Scene> scene)
{
    bench_.useScene(std::move(scene));
    small();
}

void User::promiseSound() const
{
    const Scene& scene = bench_.scene();
    // The text of a scene is long: it is only made once a promise is broken.
    const auto promiseHere = [&scene](bool kept, const char* what)
    {
        if (!kept)
            promise(false, std::string(what) + " in " + ropewalk::sceneText(scene));
    };
    // Of very many masses every so many-th is looked at; a step that runs away is found at the end of its tick.
    for (std::size_t mass = 0; !bench_.parked() && mass < scene.massCount(); mass += 1 + scene.massCount() / 1000)
        for (const double value : scene.massRow(mass))
            promiseHere(std::isfinite(value), "a mass is not finite");
    promiseHere(std::isfinite(scene.time()) && scene.time() >= 0.0, "a wrong time");
    promiseHere(std::isfinite(bench_.stepLength()), "a step that is not finite");
    promiseHere(bench_.divergence() == std::nullopt || bench_.paused() || bench_.runawayShown().has_value(),
                "a scene goes on that has diverged");
}

Controls randomControls(Choices& choices, const Workbench& bench)
{
    Controls controls;
    for (int axis = 0; axis < 3; ++axis)
        controls.direction[axis] = static_cast<double>(choices.below(3)) - 1.0;
    const std::size_t handles = bench.snapshot().handles.size();
    if (const std::size_t masses = bench.scene().massCount(); choices.below(3) == 0 && masses > 0)
        controls.grab = Controls::Grab{choices.below(3), static_cast<int>(choices.below(masses)), randomPlace(choices)};
    else if (choices.below(3) == 0 && handles > 0)
        controls.pull = Controls::Pull{choices.below(handles), randomPlace(choices)};
    return controls;
}

Vec3 randomPlace(Choices& choices)
{
    // One after the other: the order in which arguments are evaluated is not fixed.
    const double x = 8.0 * choices.share() - 4.0;
    const double y = 4.0 * choices.share();
    const double z = 2.0 * choices.share() - 1.0;
    return {x, y, z};
}

} // namespace fuzz
