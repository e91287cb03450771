#pragma once

#include "scene.hpp"

#include <rope/written_moment.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Position [m] and velocity [m/s], as Scene::massColumns says.
inline std::vector<double> massRowOf(const Vec3& position, const Vec3& velocity)
{
    return {position.x, position.y, position.z, velocity.x, velocity.y, velocity.z};
}

/// What SimulationScene saves: the simulation, or its moment() where it has a smaller one.
template <typename Sim>
auto momentOf(const Sim& sim)
{
    if constexpr (requires { sim.moment(); })
        return sim.moment();
    else
        return sim;
}

/// A scene made of one simulation with settings. A scene's file says only its own part: its
/// diagnostics, what keys and mouse do, its shapes and its check.
///
/// `Sim` has settings(), setSettings(), time() and advance(h). Its pose(), masses(), groundHeight(), longestStep(),
/// stepLimits(), books, written() and moment() are used where it has them; a scene whose simulation lacks one answers
/// for it where the scene's answer differs from "none".
template <typename Sim>
class SimulationScene : public Scene
{
public:
    using Settings = std::remove_cvref_t<decltype(std::declval<const Sim&>().settings())>;

    void validate() const override
    {
        if constexpr (requires(const Settings& s) { s.validate(); })
            settings_.validate();
    }

    void reset() override
    {
        simulation_ = begun();
        lastStep_ = 0.0;
    }

    int advance(double h, const Controls& controls) override
    {
        bringUpToDate();
        tick_ = h;
        return ends(run(h, controls));
    }
    bool rests() const override { return simulation_ && simulation_->rests(); }
    int goOn() override { return ends(simulation().goOn()); }

    bool canPose() const override
    {
        return requires(Sim & sim)
        {
            sim.pose(0.0);
        };
    }

    double time() const override { return simulation_ ? simulation_->time() : 0.0; }

    std::unique_ptr<SceneState> save() const override
    {
        return std::make_unique<State>(momentOf(simulation()), lastStep_);
    }
    void restore(const SceneState& state) override
    {
        const auto& saved = dynamic_cast<const State&>(state);
        if constexpr (requires(Sim & sim) { sim.restore(saved.moment); })
            simulation().restore(saved.moment);
        else
            simulation_ = saved.moment;
        lastStep_ = saved.lastStep;
        bringUpToDate();
    }

    std::optional<rope::WrittenMoment> writtenMoment() const override
    {
        if constexpr (writesMoments)
            return askPresent([](const Sim& sim) { return sim.written(); });
        else
            return std::nullopt;
    }
    std::string_view momentNote() const override { return writesMoments ? std::string_view() : Scene::momentNote(); }
    void setBeginning(const Beginning& beginning) override
    {
        if constexpr (writesMoments)
        {
            if (beginning)
                made().beginAt(*beginning); // throws
            beginning_ = beginning;
        }
        else
            Scene::setBeginning(beginning);
    }

    void setPins(const rope::Pins& pins) override
    {
        if constexpr (takesPins)
        {
            pins_ = rope::sorted(pins);
            simulation().setPins(pins_);
        }
        else
            Scene::setPins(pins);
    }

    double longestStep() const override
    {
        if constexpr (requires(const Sim& s) { s.longestStep(); })
            return askPresent([](const Sim& sim) { return sim.longestStep(); });
        else if constexpr (requires(const Settings& s) { s.longestStep(); })
            return settings_.longestStep();
        else
            return settings_.maxDt;
    }
    rope::StepLimits stepLimits() const override
    {
        if constexpr (requires(const Sim& s) { s.stepLimits(); })
            return askPresent([](const Sim& sim) { return sim.stepLimits(); });
        else
            return Scene::stepLimits();
    }
    StepPlan stepPlan() const override
    {
        if constexpr (requires(const Settings& s) { worstStepLimits(s); })
            return {settings_.longestStep(), worstStepLimits(settings_).stable};
        else if constexpr (requires(const Settings& s) { s.stableStep(); })
            return {settings_.longestStep(), settings_.stableStep()};
        else
            return Scene::stepPlan();
    }

    void fill(Snapshot& snapshot) const override
    {
        snapshot.clear();
        snapshot.time = time();
        if constexpr (requires(const Sim& s) { s.groundHeight(); })
        {
            snapshot.hasGround = true;
            snapshot.groundHeight = static_cast<float>(simulation().groundHeight());
        }
        fillShapes(snapshot);
    }

    std::size_t massCount() const override
    {
        if constexpr (hasMasses)
            return simulation().masses().size();
        else
            return 0;
    }
    std::vector<double> massRow(std::size_t mass) const override
    {
        if constexpr (hasMasses)
            return massRowOf(simulation().masses()[mass].position, simulation().masses()[mass].velocity);
        else
            return {};
    }

    std::optional<rope::EnergyBook> energyBook() const override
    {
        if constexpr (hasEnergyBook)
            return simulation().energyBook();
        else
            return std::nullopt;
    }
    std::optional<rope::MomentumBook> momentumBook() const override
    {
        if constexpr (hasMomentumBook)
            return simulation().momentumBook();
        else
            return std::nullopt;
    }

protected:
    explicit SimulationScene(const Settings& settings = Settings()) : settings_(settings)
    {
        if constexpr (requires(Settings & s, rope::Parameters & rows) { s.describe(rows); })
            settings_.describe(parameters_);
    }

    /// A simulation at its beginning; overridden where it takes more than the settings.
    virtual Sim made() const
    {
        if constexpr (std::constructible_from<Sim, const Settings&>)
            return Sim(settings_);
        else
            return Sim();
    }

    /// Advances the simulation by `h` seconds under what keys and mouse do; returns how many steps it took.
    virtual int run(double h, const Controls& controls) = 0;
    /// Called once at the end of a tick.
    virtual void endTick() {}

    /// Adds the scene's shapes to a snapshot that has the time and the ground.
    virtual void fillShapes(Snapshot& snapshot) const = 0;

    /// Whether the simulation has the present constants and pins, and what else a scene lets a user change.
    virtual bool isUpToDate(const Sim& sim) const
    {
        if constexpr (takesPins)
            if (sim.pins() != pins_)
                return false;
        return settings_ == sim.settings();
    }
    /// Gives it those.
    virtual void bringUpToDate(Sim& sim) const
    {
        if (settings_ != sim.settings())
            sim.setSettings(settings_);
        if constexpr (takesPins)
            if (sim.pins() != pins_)
                sim.setPins(pins_);
    }

    /// A simulation at the beginning, at the moment of a file where there is one.
    Sim begun() const
    {
        const auto anew = [this]
        {
            Sim sim = made();
            if constexpr (takesPins)
                sim.setPins(pins_);
            return sim;
        };
        Sim sim = anew();
        if constexpr (writesMoments)
            if (!beginsAtMoment(sim))
                sim = anew(); // what refuses a moment may be left in the middle of it
        if constexpr (requires(Sim & s) { s.setBooks(true); })
            sim.setBooks(true);
        return sim;
    }

    /// Made when it is first needed: who asks for the constants only does not pay for a million masses. It stays at
    /// its address, so diagnostics may refer to it.
    const Sim& simulation() const { return madeOnce(); }
    Sim& simulation() { return madeOnce(); }

    /// Asks the simulation as the next tick will find it: a copy brought up to date, where something has changed.
    template <typename Question>
    auto askPresent(const Question& question) const
    {
        if (isUpToDate(simulation()))
            return question(simulation());
        Sim changed = simulation();
        bringUpToDate(changed);
        return question(std::as_const(changed));
    }

    double lastStep() const { return lastStep_; } ///< [s]; 0 before the first tick

    Settings settings_;

private:
    static constexpr bool hasMasses = requires(const Sim& s) { s.masses()[0].position; };
    static constexpr bool writesMoments = requires(const Sim& s) { s.written(); };
    static constexpr bool takesPins = requires(Sim & s) { s.setPins(rope::Pins()); };
    static constexpr bool hasEnergyBook = requires(const Sim& s) { s.energyBook(); };
    static constexpr bool hasMomentumBook = requires(const Sim& s) { s.momentumBook(); };

    struct State : SceneState
    {
        using Moment = decltype(momentOf(std::declval<const Sim&>()));
        State(Moment m, double step) : moment(std::move(m)), lastStep(step) {}
        Moment moment;
        double lastStep;
    };

    void bringUpToDate() { bringUpToDate(simulation()); }

    int ends(int steps)
    {
        if (!rests())
        {
            lastStep_ = tick_ / std::max(1, steps);
            endTick();
        }
        return steps;
    }

    Sim& madeOnce() const
    {
        if (!simulation_)
            simulation_.emplace(begun());
        return *simulation_;
    }

    /// A moment of other columns or rows than the constants have by now is left aside.
    bool beginsAtMoment(Sim& sim) const
    {
        try
        {
            if (beginning_)
                sim.beginAt(*beginning_);
            return true;
        }
        catch (const std::invalid_argument&)
        {
            return false;
        }
    }

    mutable std::optional<Sim> simulation_;
    double tick_ = 0.0;     ///< [s], the one under way
    double lastStep_ = 0.0; ///< [s]
};

} // namespace ropewalk
