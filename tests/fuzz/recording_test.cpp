// Whatever somebody does in the window is in the recording, which replays with the same bits.
#include "user.hpp"

#include "files/output_file.hpp"
#include "scenes/constant_presets.hpp"
#include "scenes/document/recording.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/state_hash.hpp"
#include "scenes/hosts.hpp"

#include "catch.hpp"
#include "random_states.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace fuzz;
using namespace ropewalk;

namespace
{

std::string randomBytes(unsigned seed, std::size_t count)
{
    std::mt19937 random(seed);
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i)
        bytes += static_cast<char>(random() & 0xff);
    return bytes;
}

/// What User::act does not do.
void actMore(User& user, Choices& choices)
{
    Workbench& bench = user.bench();
    const Scene& scene = bench.scene();
    switch (choices.below(8))
    {
    case 0:
    case 1:
        if (const auto* host = hostOf<SetUpHost>(scene))
            user.perform(randomVerb(choices, *host->wantedSetUp()));
        break;
    case 2:
        bench.setPin(1 + static_cast<int>(choices.below(20)), randomPlace(choices));
        break;
    case 3:
        bench.usePreset(constantPresets()[choices.below(constantPresets().size())]);
        break;
    case 4:
        bench.seek(bench.moment().first + static_cast<long long>(choices.below(9)) - 6);
        break;
    case 5: // a pull while time stands
        bench.setPaused(true);
        user.advance(choices);
        break;
    case 6:
        bench.beginHere();
        break;
    default:
        bench.setPaused(false);
        user.advance(choices);
        break;
    }
}

/// With ROPEWALK_WRITE_SESSIONS=FOLDER writes a file of each recording, for others to replay (python/sessions_test.py).
class SessionFiles
{
public:
    explicit SessionFiles(unsigned seed) : seed_(seed)
    {
        if (const char* folder = std::getenv("ROPEWALK_WRITE_SESSIONS")) // NOLINT(concurrency-mt-unsafe)
            folder_ = folder;
    }

    /// After each act: with another scene, or a scene as no script says it, another recording begins.
    void look(const Workbench& bench)
    {
        if (!folder_.empty() && bench.stretch() != stretch_ && bench.branches().empty())
            write(last_);
        stretch_ = bench.stretch();
        if (!folder_.empty())
            last_ = bench.recorded();
    }
    void end(const Workbench& bench)
    {
        write(bench.recorded());
        for (const Branch& branch : bench.branches())
            write(branch.course.writer(), "-branch");
    }

private:
    void write(const RecordingWriter& recorded, const char* kind = "")
    {
        if (!folder_.empty() && recorded.complete() && recorded.recording().ticks > 0)
            writeFile(folder_ / fmt::format("{}-{}{}.json", seed_, ++written_, kind),
                      recordingText(recorded.recording()));
    }

    std::filesystem::path folder_;
    unsigned seed_;
    int written_ = 0;
    int stretch_ = 0;
    RecordingWriter last_;
};

void playSession(User& user, unsigned seed)
{
    const std::string bytes = randomBytes(seed, 250);
    Choices choices(bytes);
    const std::vector<SceneEntry>& all = scenes();
    user.select(all[seed % all.size()].info.id);
    if (const rope::Parameter* preset = user.bench().scene().parameters().find("preset"))
        user.bench().setParameter(*preset, static_cast<int>(seed / all.size() % preset->choices().size()), 0);
    SessionFiles files(seed);
    while (!choices.done())
    {
        try
        {
            choices.below(3) == 0 ? actMore(user, choices) : user.act(choices);
        }
        catch (const std::invalid_argument&)
        {
            // what cannot be done changes nothing
        }
        files.look(user.bench());
    }
    user.bench().settle();
    user.bench().endReplay(); // where it stepped back last
    files.end(user.bench());
}

/// Replays what the session has recorded, from the text of its file.
void checkReplay(const Workbench& bench)
{
    if (!bench.recorded().complete())
        return;
    const std::string text = recordingText(bench.recorded().recording());
    INFO(text);
    SceneFile file = parseSceneFile(text, "recording");
    Replay replay(file.recording.value());
    for (;;)
    {
        const Controls controls = replay.before(*file.scene, replay.time());
        if (replay.over())
            break;
        file.scene->advance(TickRunner::tickLength, controls);
        replay.after(*file.scene);
    }
    CHECK(replay.parted().empty());
    // What was gone back to last is written once something follows.
    if (bench.recorded().settled())
        CHECK(stateHash(*file.scene) == stateHash(bench.scene()));
}

/// The hash after each tick of a recording; none where the scene had run away.
std::vector<std::optional<std::uint32_t>> hashesOf(const Recording& recording)
{
    const std::unique_ptr<Scene> scene = parseScene(recording.start, "recording");
    Replay replay(recording);
    std::vector<std::optional<std::uint32_t>> hashes{stateHash(*scene)};
    while (replay.goesOn())
    {
        const Controls controls = replay.before(*scene, replay.time());
        scene->advance(TickRunner::tickLength, controls);
        replay.after(*scene);
        hashes.push_back(scene->divergence() ? std::nullopt : std::optional(stateHash(*scene)));
    }
    return hashes;
}

/// Goes to some moments of the session.
void checkMoments(Workbench& bench, unsigned seed)
{
    if (!bench.recorded().complete())
        return;
    const Recording recording = bench.recorded().recording();
    const std::vector<std::optional<std::uint32_t>> hashes = hashesOf(recording);
    const std::uint32_t end = stateHash(bench.scene());
    std::mt19937 random(seed);
    for (int i = 0; i < 6; ++i)
    {
        const auto tick = i < 5 ? static_cast<long long>(random() % hashes.size()) : recording.ticks;
        CAPTURE(tick);
        bench.seek(tick);
        for (int frame = 0; frame < 100'000 && bench.seekGoal(); ++frame)
            bench.advance(0.0, {});
        if (tick == recording.ticks && bench.recorded().settled())
            CHECK(stateHash(bench.scene()) == end);
        else if (const auto& hash = hashes[static_cast<std::size_t>(tick)]; hash && tick < recording.ticks)
            CHECK(stateHash(bench.scene()) == *hash);
    }
    CHECK(bench.recorded().recording().script == recording.script);
}

/// A quarter of a second to a second and a half of a drag as a hand does it, slow at both ends and along an arc, in
/// whole pixels of a picture that is seen from the side.
void dragByHand(Workbench& bench, Choices& choices)
{
    constexpr double pixel = 0.004; // [m]
    const glm::dvec3 across(0.92, 0.0, -0.39);
    const glm::dvec3 up(0.08, 0.98, 0.19);
    Controls held;
    held.grab = Controls::Grab{0, static_cast<int>(choices.below(bench.scene().massCount())), randomPlace(choices)};
    const Vec3 from = held.grab->target;
    const double right = 4.0 * (choices.share() - 0.5);
    const double high = 2.0 * (choices.share() - 0.5);
    const auto ticks = static_cast<int>(15 + choices.below(75));
    for (int tick = 1; tick <= ticks; ++tick)
    {
        const double share = static_cast<double>(tick) / ticks;
        const double way = share * share * share * (10.0 - share * (15.0 - 6.0 * share));
        const double x = std::round(right * way / pixel);
        const double y = std::round((high * way + 0.6 * way * (1.0 - way)) / pixel);
        held.grab->target = from + pixel * (x * across + y * up);
        bench.tick(held);
    }
    bench.tick({});
}

void checkSessions(unsigned from, unsigned count)
{
    for (unsigned seed = from; seed < from + count; ++seed)
    {
        CAPTURE(seed);
        User user;
        playSession(user, seed);
        checkReplay(user.bench());
        checkMoments(user.bench(), seed);
    }
}

} // namespace

TEST_CASE("a hundred random sessions replay with the same bits", "[recording]")
{
    checkSessions(0, 100);
}

TEST_CASE("ten minutes of a monkey's play are less than 100 kB", "[recording][long]")
{
    const RandomStates states(1);
    constexpr long long tenMinutes = 36'000; // ticks
    constexpr int pause = 30;                // ticks: it does two things a second
    User user;
    user.slides();
    Workbench& bench = user.bench();
    bench.setStepBudget(10'000);
    std::mt19937 random(5 + static_cast<unsigned>(states.first));
    while (bench.moment().first < tenMinutes)
    {
        const std::string bytes = randomBytes(static_cast<unsigned>(random()), 40);
        Choices choices(bytes);
        const std::size_t act = choices.below(10);
        if (act < 3)
            user.advance(choices); // a key, or the mouse stands
        else if (act < 4)
            dragByHand(bench, choices);
        else if (act < 7)
            user.change(choices);
        else if (act == 7)
            bench.undo();
        else if (act == 8)
            bench.reset();
        else
            bench.restoreDefaults();
        bench.setPaused(false);
        for (int tick = 0; tick < pause; ++tick)
            bench.tick({});
        if (bench.divergence())
            bench.restoreDefaults();
    }
    SessionFiles(0).end(bench);
    const std::string text = recordingText(bench.recorded().recording());
    WARN(text.size() << " bytes, " << bench.moment().second << " events");
    CHECK(text.size() < 100'000);
    CHECK(bench.moment().second > 1000);
}

TEST_CASE("a thousand random sessions replay with the same bits", "[recording][long]")
{
    const RandomStates states(1000);
    checkSessions(1000 + static_cast<unsigned>(states.first), static_cast<unsigned>(states.count));
}
