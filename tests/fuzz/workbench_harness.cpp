// What a user does: constants, time, scenes, undo, copy and paste, one after the other.
#include "harness.hpp"

#include "app/workbench/workbench.hpp"
#include "scenes/scene_file.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
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

class User
{
public:
    User() : bench_(makeScene("rope"), [this] { return now_ += 1e-6; })
    {
        bench_.setStepBudget(8);
        small();
    }

    void act(Choices& choices)
    {
        switch (choices.below(14))
        {
        case 0:
            bench_.selectScene(scenes()[choices.below(scenes().size())].info.id);
            small();
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
            paste();
            break;
        case 9:
            bench_.showRunaway();
            break;
        case 10:
        case 11:
            change(choices);
            break;
        default:
            advance(choices);
            break;
        }
        promiseSound();
    }

private:
    /// Big scenes are made small at once: their cost is not what is tested. A field stays as big until it is laid out.
    void small()
    {
        for (const rope::Parameter& row : bench_.scene().parameters().rows())
            if (row.isNumber() && bounded(row, row.number()) < row.number())
                set(row, row.read(bounded(row, row.number())));
        constexpr std::size_t many = 100'000;
        if (bench_.scene().massCount() > many)
            bench_.reset();
    }

    void set(const rope::Parameter& row, const rope::Parameter::Value& value)
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

    void change(Choices& choices)
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
        const auto inRange = [&](double value) { return std::clamp(value, row.minimum(), row.maximum()); };
        if (row.isNumber())
            set(row, row.read(bounded(row, inRange(between()))));
        else if (row.isChoice())
            set(row, static_cast<int>(choices.below(row.choices().size())));
        else if (std::holds_alternative<bool*>(row.field()))
            set(row, choices.below(2) == 0);
        else
            set(row, Vec3(inRange(between()), inRange(between()), inRange(between())));
    }

    void advance(Choices& choices)
    {
        Controls controls;
        for (int axis = 0; axis < 3; ++axis)
            controls.direction[axis] = static_cast<double>(choices.below(3)) - 1.0;
        const auto somewhere = [&]
        { return Vec3(8.0 * choices.share() - 4.0, 4.0 * choices.share(), 2.0 * choices.share() - 1.0); };
        const std::size_t handles = bench_.snapshot().handles.size();
        if (const std::size_t masses = bench_.scene().massCount(); choices.below(3) == 0 && masses > 0)
            controls.grab = Controls::Grab{choices.below(3), static_cast<int>(choices.below(masses)), somewhere()};
        else if (choices.below(3) == 0 && handles > 0)
            controls.pull = Controls::Pull{choices.below(handles), somewhere()};
        for (std::size_t ticks = 1 + choices.below(6); ticks > 0; --ticks)
            bench_.advance(1.0 / 60.0, controls);
    }

    void paste()
    {
        if (copied_.empty())
            return;
        bench_.useScene(parseScene(copied_, "clipboard"));
        small();
    }

    void promiseSound() const
    {
        const Scene& scene = bench_.scene();
        // The text of a scene is long: it is only made once a promise is broken.
        const auto promiseHere = [&scene](bool kept, const char* what)
        {
            if (!kept)
                promise(false, std::string(what) + " in " + ropewalk::sceneText(scene));
        };
        // Of very many masses every so many-th is looked at.
        for (std::size_t mass = 0; mass < scene.massCount(); mass += 1 + scene.massCount() / 1000)
            for (const double value : scene.massRow(mass))
                promiseHere(std::isfinite(value), "a mass is not finite");
        promiseHere(std::isfinite(scene.time()) && scene.time() >= 0.0, "a wrong time");
        promiseHere(std::isfinite(bench_.stepLength()), "a step that is not finite");
        promiseHere(bench_.divergence() == std::nullopt || bench_.paused() || bench_.runawayShown().has_value(),
                    "a scene goes on that has diverged");
    }

    double now_ = 0.0;
    Workbench bench_;
    int gesture_ = 0;
    std::string copied_;
};

} // namespace

void workbench(std::string_view bytes)
{
    User user;
    Choices choices(bytes.substr(0, 600));
    while (!choices.done())
        user.act(choices);
}

} // namespace fuzz
