// Moments: written, changed as no program would, read, and gone on from, while solids and pins come and go.
#include "user.hpp"

#include "scene_bits.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"

#include <rope/step_watch.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <vector>

using namespace ropewalk;
using nlohmann::json;

namespace fuzz
{
namespace
{

constexpr std::string_view parts[] = {"state", "lists", "positions", "velocities"};

/// A number that a moment had better not have.
json oddNumber(Choices& choices, double usual)
{
    const std::array odd{
        0.0,          -usual, 1e6 * usual, 1e-6 * usual,      1e300,       -1e300, 1.0, 2.0, 4294967295.0,
        4294967296.0, 1e15,   1e19,        std::floor(usual), usual + 1.0, -1.0};
    return odd[choices.below(odd.size())];
}

/// One of the numbers within, however deep; null where there is none.
json* numberWithin(json& value, Choices& choices)
{
    if (value.is_number())
        return &value;
    if (!value.is_structured() || value.empty())
        return nullptr;
    return numberWithin(*std::next(value.begin(), static_cast<std::ptrdiff_t>(choices.below(value.size()))), choices);
}

void changeList(json& list, Choices& choices)
{
    if (!list.is_array() || list.empty())
        return;
    switch (choices.below(4))
    {
    case 0:
        list.erase(list.size() - 1);
        break;
    case 1:
        list.push_back(json(list.front()));
        break;
    case 2:
        list = json::array();
        break;
    default:
        for (json& value : list)
            if (value.is_number() && choices.below(3) == 0)
                value = static_cast<int>(choices.below(60));
    }
}

/// The text of a file with a moment, some of which is changed.
std::string changed(const std::string& text, Choices& choices)
{
    json file = json::parse(text);
    json& moment = file["moment"];
    for (std::size_t changes = 1 + choices.below(3); changes > 0; --changes)
    {
        json& part = choices.below(8) == 0 ? file["parameters"] : moment[parts[choices.below(std::size(parts))]];
        if (choices.below(3) == 0 && part.is_object() && !part.empty())
            changeList(*std::next(part.begin(), static_cast<std::ptrdiff_t>(choices.below(part.size()))), choices);
        else if (choices.below(6) == 0)
            for (const char* list : {"positions", "velocities"}) // of another number of masses
                if (json& points = moment[list]; points.is_array() && points.size() > 1)
                    points.erase(points.size() - 1);
        if (json* const number = numberWithin(part, choices))
            *number = oddNumber(choices, number->get<double>());
    }
    return file.dump();
}

/// Everything that the panels ask of a scene.
void lookAt(const Scene& scene)
{
    Snapshot snapshot;
    scene.fill(snapshot);
    scene.fillTheory(snapshot);
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        static_cast<void>(row.value());
    static_cast<void>(scene.profiles());
    static_cast<void>(scene.stepLimits());
    static_cast<void>(scene.energyBook());
    static_cast<void>(scene.momentumBook());
    if (const auto* const host = hostOf<RemarkHost>(scene))
        static_cast<void>(host->remark());
}

/// Steps of a scene so hard that nothing is found in the time that they take.
struct TooMuch
{
};

class MomentUser
{
public:
    /// A third of them begin with the scene whose moments hold most.
    explicit MomentUser(Choices& choices)
    {
        user_.select(choices.below(3) == 0 ? "real_rope" : scenes()[choices.below(scenes().size())].info.id);
    }

    void act(Choices& choices)
    {
        switch (choices.below(8))
        {
        case 0:
            solids(choices);
            break;
        case 1:
            pin(choices);
            break;
        case 2:
        case 3:
            goOnFromFile(choices);
            break;
        case 4:
            openChanged(choices);
            break;
        case 5:
            user_.advance(choices);
            break;
        default:
            user_.act(choices);
        }
        user_.promiseSound();
        lookAt(bench().scene());
    }

private:
    Workbench& bench() { return user_.bench(); }

    void solids(Choices& choices)
    {
        const auto* const host = hostOf<SolidHost>(bench().scene());
        if (!host)
            return;
        SolidList list = host->wantedSolids();
        const auto one = [&] { return list.begin() + static_cast<std::ptrdiff_t>(choices.below(list.size())); };
        const auto made = [&]
        {
            constexpr std::size_t shapes = 5;
            SceneSolid solid = host->newSolid(static_cast<SceneSolid::Shape>(choices.below(shapes)));
            if (choices.below(2) == 0)
                solid.position = randomPlace(choices);
            if (choices.below(4) == 0)
                solid.axis = randomPlace(choices);
            return solid;
        };
        const std::size_t what = choices.below(4);
        if (list.empty() || what == 0)
            list.push_back(made());
        else if (what == 1)
            list.erase(one());
        else if (what == 2)
            *one() = made();
        else
            one()->position += 0.2 * randomPlace(choices);
        refusable([&] { bench().setSolids(OwnSolids(list)); });
    }

    void pin(Choices& choices)
    {
        const int mass = static_cast<int>(choices.below(60)) - 10;
        const std::optional<Vec3> at = choices.below(3) > 0 ? std::optional(randomPlace(choices)) : std::nullopt;
        refusable([&] { bench().setPin(mass, at); });
    }

    /// What the program writes it reads: the same text, and the same bits from there on.
    void goOnFromFile(Choices& choices)
    {
        bench().settle();
        const Scene& scene = bench().scene();
        if (!scene.momentNote().empty() || bench().divergence())
            return;
        const std::string text = ropewalk::sceneText(scene, {.moment = true});
        const auto opened = opens(text);
        promise(opened != nullptr, "its own file is refused: " + refusal_ + " in " + text);
        promise(ropewalk::sceneText(*opened, {.moment = true}) == text,
                "another moment than that of the file: " + text);
        const Controls controls = rounded(randomControls(choices, bench())); // as the window takes them
        const rope::StepWatch watch(
            [looks = 0](int) mutable
            {
                constexpr int most = 3000;
                if (++looks > most)
                    throw TooMuch();
            });
        for (int ticks = 0; ticks < 3; ++ticks)
        {
            opened->advance(bench().tickLength(), controls);
            do
                bench().tick(controls);
            while (bench().parked());
            if (bench().divergence()) // it is back at its last sound moment
                break;
            promise(bitsOf(*opened) == bitsOf(bench().scene()), "other bits than from its file: " + text);
        }
    }

    void openChanged(Choices& choices)
    {
        bench().settle();
        const Scene& scene = bench().scene();
        if (!scene.momentNote().empty() || bench().divergence())
            return;
        if (auto opened = opens(changed(ropewalk::sceneText(scene, {.moment = true}), choices)))
            user_.use(std::move(opened));
    }

    /// Null where the text is refused, in one line.
    std::unique_ptr<Scene> opens(const std::string& text)
    {
        std::unique_ptr<Scene> scene;
        refusable([&] { scene = parseScene(text, "file"); });
        return scene;
    }

    template <typename Action>
    void refusable(const Action& action)
    {
        try
        {
            action();
        }
        catch (const std::invalid_argument& error)
        {
            refusal_ = error.what();
            promiseOneLine(refusal_);
        }
    }

    User user_;
    std::string refusal_; ///< the last one
};

} // namespace

void moments(std::string_view bytes)
{
    Choices choices(bytes.substr(0, 600));
    MomentUser user(choices);
    try
    {
        while (!choices.done())
            user.act(choices);
    }
    catch (const TooMuch&)
    {
    }
}

} // namespace fuzz
