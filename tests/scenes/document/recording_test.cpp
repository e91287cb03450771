#include "scenes/document/constants_text.hpp"
#include "scenes/document/recording.hpp"
#include "scenes/document/recording_writer.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/state_hash.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene_constants.hpp"

#include "scene_bits.hpp"

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

/// A scene whose every move is written down.
class Written
{
public:
    explicit Written(const std::string& id) : scene(makeScene(id)) { writer.start(*scene); }

    void say(std::string_view line)
    {
        const InputEvent event = parseInputLine("0 " + std::string(line), 0.0);
        perform(*scene, event, {});
        writer.note(event);
    }
    void run(int ticks, const Controls& controls = {})
    {
        for (int i = 0; i < ticks; ++i)
        {
            scene->advance(tick, controls);
            writer.noteTick(*scene, controls);
        }
    }
    std::string text() const { return recordingText(writer.recording()); }

    std::unique_ptr<Scene> scene;
    RecordingWriter writer;
};

/// The scene of a recording after its last tick; what parts is told.
std::unique_ptr<Scene> replayed(const std::string& text, std::string& parted)
{
    SceneFile file = parseSceneFile(text, "recording");
    Replay replay(file.recording.value());
    while (!replay.over())
    {
        const Controls controls = replay.before(*file.scene, replay.time());
        if (replay.over())
            break;
        file.scene->advance(tick, controls);
        replay.after(*file.scene);
    }
    parted = replay.parted();
    return std::move(file.scene);
}

void checkReplay(const Written& written)
{
    std::string parted;
    const std::unique_ptr<Scene> scene = replayed(written.text(), parted);
    CHECK(parted.empty());
    CHECK(bitsOf(*scene) == bitsOf(*written.scene));
}

std::string errorOf(const std::string& recording)
{
    try
    {
        parseSceneFile("{\"ropewalk\": 1, \"scene\": \"rope\", \"recording\": " + recording + "}", "r.json");
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

std::string withEvents(const std::string& events)
{
    return R"({"version": 1, "ticks": 100, "hashes": [], "events": [)" + events + "]}";
}

} // namespace

TEST_CASE("a recording of constants, drags, poses and resets replays with the same bits", "[recording]")
{
    Written rope("rope");
    rope.run(20);
    rope.say("set spring_constant 12345.678901234567");
    Controls held;
    held.grab = Controls::Grab{0, 40, {1.0, 2.0, 0.5}};
    rope.run(10, held);
    held.grab->target.x = 1.50012;
    rope.run(60, rounded(held));
    rope.say("constants mass=0.02 pins=[[60,1,2,0.25]]");
    rope.run(30);
    rope.say("preset moon");
    Controls moved;
    moved.velocity = Vec3(0.5, 0.0, 0.25);
    rope.run(30, moved);
    held.posing = true;
    for (int i = 0; i < 3; ++i)
    {
        rope.scene->advance(2.0 * tick, held);
        rope.writer.notePose(2.0, held);
    }
    rope.run(5);
    rope.say("begin_here");
    rope.run(10, held);
    rope.say("reset");
    rope.run(70);
    checkReplay(rope);
    CHECK(rope.writer.recording().hashes.size() == 3);
    CHECK(rope.text().find("+0 pose 2 3") != std::string::npos);
}

TEST_CASE("a recording goes back to a moment and on from there with the same bits", "[recording]")
{
    Written rope("rope");
    rope.run(10);
    rope.say("set mass_count 30");
    const std::unique_ptr<SceneState> kept = rope.scene->save();
    rope.writer.close();
    const RecordedMoment moment = rope.writer.moment();
    Controls held;
    held.grab = Controls::Grab{0, 20, {1.0, 2.0, 0.5}};
    for (int i = 0; i < 2; ++i)
    {
        rope.run(25, held);
        rope.scene->restore(*kept);
        rope.writer.goBack(moment);
    }
    rope.say("set mass 0.1");
    rope.run(40);
    checkReplay(rope);
    CHECK(rope.writer.recording().script.find("back 10 1\n") != std::string::npos);
}

TEST_CASE("a recording of the workshop has its verbs and set-ups", "[recording]")
{
    Written workshop("workshop");
    workshop.run(5);
    workshop.say("do hang rope 0.3 2");
    workshop.run(20);
    workshop.say("set heavy.mass 3");
    workshop.say("do cut rope 0.5");
    workshop.run(30);
    workshop.say("constants gravity=0,-1.62,0 setup=" + setUpText(hostOf<SetUpHost>(*workshop.scene)->wantedSetUp()));
    workshop.run(10);
    workshop.say("set preset tackle");
    workshop.run(20);
    checkReplay(workshop);
}

TEST_CASE("a replay tells where it parts, and goes on", "[recording]")
{
    Written rope("rope");
    rope.run(30);
    rope.say("set mass 0.02");
    rope.run(100);
    std::string text = rope.text();
    const auto swap = [&text](std::string_view before, std::string_view after)
    { text.replace(text.find(before), before.size(), after); };
    std::string parted;
    swap("set mass 0.02", "set mass 0.03");
    CHECK(replayed(text, parted)->time() == Approx(130 * tick));
    CHECK(parted == "the replay parts from the recording by tick 60 (1.00 s): its state is another one");
    swap("set mass 0.03", "set mas 0.03");
    replayed(text, parted);
    CHECK(parted == "the replay parts from the recording by tick 30 (0.50 s): event 1 at tick 30: unknown parameter "
                    "'mas'; did you mean 'mass'?");
}

TEST_CASE("what is wrong with a recording is named with its event", "[recording]")
{
    CHECK(errorOf("3") == "r.json:1:34: 'recording' is a number; must be an object with events");
    CHECK(errorOf("{}") == "r.json:1:34: version of the recording must be 1");
    CHECK(errorOf(R"({"version": 1, "ticks": -1})")
              .ends_with("'ticks' of the recording must be a whole number from 0 to 216000"));
    CHECK(errorOf(withEvents("3"))
              .ends_with("an event of the recording is a number; must be a line such as "
                         "\"+60 press Right\""));
    CHECK(errorOf(withEvents(R"("+1 reset", "+1 rest")"))
              .ends_with("event 2: unknown word 'rest'; did you mean "
                         "'reset'?"));
    CHECK(errorOf(withEvents(R"("@50 reset", "@40 reset")")).ends_with("event 2: is before the event before it"));
    CHECK(errorOf(withEvents(R"("@101 reset")")).ends_with("event 1: is behind the end, tick 100"));
    CHECK(errorOf(withEvents(R"("@50 back 60 0")")).ends_with("event 1: goes to what has not been yet"));
    CHECK(
        errorOf(withEvents(R"("@50 pose 1 200000", "+0 pose 1 200000")")).ends_with("event 2: more than 216000 poses"));
    CHECK(errorOf(R"({"version": 1, "ticks": 100, "events": [], "hashes": ["x"]})")
              .ends_with("must be 4 hexadecimal digits, or 8 as older versions wrote it"));
    CHECK(errorOf(R"({"version": 1, "ticks": 100, "events": [], "hashes": ["00000000", "00000000"]})")
              .ends_with("the recording has more hashes than one each 60 ticks"));
    CHECK(errorOf(withEvents("")) == "no error");
    CHECK(errorOf(withEvents("\"+1 caption caf\xe9\"")).ends_with("not JSON: a text holds bytes that are not UTF-8"));
    Recording latin;
    latin.script = "+0 caption caf\xe9\n";
    CHECK_THROWS_WITH(eventsOf(latin), "event 1: holds bytes that are not UTF-8");
}

TEST_CASE("what a mouse asks for is short to write", "[recording]")
{
    Controls controls;
    controls.direction = {0.123456, -0.001, 1.0};
    controls.grab = Controls::Grab{0, 3, {1.0 / 3.0, -0.00001, 2.0}};
    const Controls asked = rounded(controls);
    CHECK(asked.direction == Vec3(0.12, 0.0, 1.0));
    CHECK(asked.grab->target == Vec3(0.3333, 0.0, 2.0));
    CHECK_FALSE(std::signbit(asked.grab->target.y));
}

TEST_CASE("the ways of a drag stand in few texts of a file, and each is an event", "[recording]")
{
    Written rope("gravity");
    Controls held;
    held.grab = Controls::Grab{0, 0, {0.5, 1.0, 0.0}};
    rope.run(1, held);
    for (int i = 0; i < 25; ++i)
    {
        held.grab->target.x += 0.0012;
        rope.run(i == 3 ? 4 : 1, rounded(held));
    }
    rope.writer.noteCaption("moved by 1 2 3");
    rope.run(1);
    const std::string text = rope.text();
    CHECK(text.find("\n\"+1 by 12 0 0 12 0 0 12 0 0 12 0 0 +4 12 0 0 12 0 0 ") != std::string::npos);
    const nlohmann::json events = nlohmann::json::parse(text)["recording"]["events"];
    CHECK(events.size() == 5); // taken, two texts, the caption, released
    CHECK(parseSceneFile(text, "ways").recording->script == rope.writer.recording().script);
    checkReplay(rope);
    CHECK(rope.writer.moment().second == 28);
}

TEST_CASE("a recording of an older version, with an event for each way, opens", "[recording]")
{
    const std::string events = R"("+1 grab 0 0 1 2 0", "+1 by 1 2 3", "+1 by 4 5 6", "+2 release")";
    const std::string text = "{\"ropewalk\": 1, \"scene\": \"rope\", \"recording\": " + withEvents(events) + "}";
    CHECK(parseSceneFile(text, "old").recording->script == "+1 grab 0 0 1 2 0\n+1 by 1 2 3\n+1 by 4 5 6\n+2 release\n");
}

TEST_CASE("a recording that is full is still readable", "[recording]")
{
    Written rope("gravity");
    while (!rope.writer.full())
        rope.writer.note(parseInputLine("0 set mass 1.234567890123456", 0.0));
    CHECK(rope.writer.recording().script.size() <= Recording::longestScript);
    CHECK(parseSceneFile(rope.text(), "full").recording->script == rope.writer.recording().script);
}
