// Whatever is done to ropes on reels, each keeps its masses, and what is tied, held and pulled stays where it is.
#include "catch.hpp"
#include "random_states.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

using rope::RopeByLength;
using rope::RopeEnd;
using rope::RopeId;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr double stepLength = 1.0 / 240.0;

/// Ropes that hang beside each other, and what is done to them by chance.
class Played : public RopeSimulation
{
public:
    explicit Played(unsigned seed) : RopeSimulation(constants(seed)), random_(seed)
    {
        layOut(hung(0));
        pin(0);
        for (int number = 1; number < 4; ++number)
        {
            addRope(settings(), hung(number));
            pin(rope(ropes().back()).first);
        }
        setBooks(true);
    }

    void play()
    {
        try
        {
            act();
        }
        catch (const std::invalid_argument&)
        {
            ++refused; // an end that is held, far away or on a reel
        }
    }

    /// All that is remembered is of masses and edges that are there.
    bool sound() const
    {
        std::size_t first = 0;
        bool sound = true;
        for (std::size_t r = 0; r < state_.ropes.size(); ++r)
        {
            const rope::Rope& rope = state_.ropes[r];
            const std::size_t count = rope.masses();
            sound = sound && rope.first == first && rope.firstSlot == first + r && rope.pinned.size() == count &&
                    rope.loads.size() == count && rope.perVertexLength.size() == count &&
                    rope.springs.front().restLength == rope.reel.restLength() &&
                    (!rope.waves() || rope.twist.reference.size() == count) &&
                    rope.constants.massCount + rope.reel.netInsertions() == static_cast<int>(count);
            first += count;
        }
        const auto edge = [&](std::size_t mass) { return mass + 1 < masses_.size() && ropeWith(mass).has(mass + 1); };
        for (const rope::SolidTouch& touch : state_.touches)
            sound = sound && (touch.edge ? edge(touch.mass) : touch.mass < masses_.size());
        for (const rope::RopeTouch& touch : state_.selfTouches)
            sound = sound && edge(touch.edge) && edge(touch.other) && touch.edge < touch.other;
        for (const rope::Tie& tie : state_.ties)
            for (const rope::TiePlace& place : {tie.one, tie.other})
                sound =
                    sound && (place.on != rope::TiePlace::On::rope ||
                              (place.rope < state_.ropes.size() && place.edge < state_.ropes[place.rope].segments()));
        return sound && first == masses_.size() &&
               std::all_of(masses_.begin(), masses_.end(),
                           [](const rope::Mass& mass)
                           { return std::isfinite(glm::length(mass.position) + glm::length(mass.velocity)); });
    }

    double imbalance() const { return std::abs(energyBook().imbalance()) / energyBook().throughput(); }

    int refused = 0;

private:
    static RopeSettings constants(unsigned seed)
    {
        RopeByLength rope;
        rope.massCount = 21;
        rope.minMassCount = 6;
        rope.maxMassCount = 50;
        rope.airFriction = 0.02;
        rope.axialStiffness = 1000.0;
        rope.twist = seed % 2 == 0 ? rope::TwistModel::uniform : rope::TwistModel::waves;
        rope.spinInertia = 1e-5;
        rope.radius = seed % 3 == 0 ? 0.0 : 0.008;
        rope.selfContact = seed % 3 == 2;
        rope.contactFriction = 0.2;
        RopeSettings settings = rope;
        settings.ground = true;
        settings.groundHeight = -1.2;
        return settings;
    }
    static std::vector<Vec3> hung(int number)
    {
        std::vector<Vec3> positions;
        for (int i = 0; i < 21; ++i)
            positions.emplace_back(0.04 * number + 0.03 * i, -0.04 * i, 0.05 * number);
        return positions;
    }
    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }
    double number(double from, double to) { return std::uniform_real_distribution<>(from, to)(random_); }
    RopeId anyRope() { return ropes()[below(ropes().size())]; }
    RopeEnd anyEnd() { return below(2) == 0 ? RopeEnd::first : RopeEnd::last; }
    const rope::Rope& ropeWith(std::size_t mass) const { return state_.ropeAt(mass); }

    void act()
    {
        switch (below(9))
        {
        case 0:
        case 1:
        case 2:
            return setPayoutSpeed(anyRope(), number(-1.0, 1.0));
        case 3:
            if (ropes().size() < 12)
                cut(below(masses_.size()));
            return;
        case 4:
            if (const RopeId behind = ropes().back(); ropes().size() > 1)
                join(ropes()[ropes().size() - 2], RopeEnd::last, behind, anyEnd());
            return;
        case 5:
            if (ties_.size() < 4)
                ties_.push_back(draw(below(masses_.size()), below(masses_.size()), 1.0));
            return;
        case 6:
            if (!state_.ties.empty())
                untie(state_.ties.back().id);
            ties_.clear();
            return;
        case 7:
            if (const std::size_t mass = below(masses_.size()); below(2) == 0)
                return grab(mass, masses_[mass].position + 0.1 * Vec3(number(-1.0, 1.0), 0.5, number(-1.0, 1.0)));
            return release();
        default:
            if (ropes().size() > 5)
                removeRope(ropes()[1 + below(ropes().size() - 1)]);
        }
    }

    std::mt19937 random_;
    std::vector<rope::TieId> ties_;
};

} // namespace

TEST_CASE("Ropes on reels that are cut, joined, tied, pulled and taken away keep what they remember", "[reel][several]")
{
    const RandomStates states(24);
    int refused = 0;
    int wound = 0;
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        CAPTURE(seed);
        Played sim(static_cast<unsigned>(seed));
        double worst = 0.0;
        for (int i = 0; i < 60; ++i)
        {
            CAPTURE(i);
            sim.play();
            REQUIRE(sim.sound());
            for (int k = 0; k < 4; ++k)
                sim.step(stepLength);
            REQUIRE(sim.sound());
            worst = std::max(worst, sim.imbalance());
        }
        CHECK(worst < 1e-9);
        refused += sim.refused;
        for (const RopeId id : sim.ropes())
            wound += std::abs(sim.rope(id).reel.netInsertions());
        sim.release();
        Played opened = sim;
        opened.beginAt(sim.written());
        CHECK(opened.written() == sim.written());
        for (Played* each : {&opened, &sim})
            each->advance(0.1);
        CHECK(opened.written() == sim.written());
    }
    CHECK(refused > 0);
    CHECK(wound > 0);
}
