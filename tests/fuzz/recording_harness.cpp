// Recordings of files and links that somebody else wrote.
#include "harness.hpp"

#include "files/packed_text.hpp"
#include "scenes/document/recording.hpp"
#include "scenes/document/scene_file.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace ropewalk;

namespace fuzz
{
namespace
{

/// A few ticks of it: what is asked for may take long.
void playFirst(const Recording& recording)
{
    constexpr long long most = 20; // ticks
    const std::unique_ptr<Scene> scene = parseScene(recording.start, "start");
    Replay replay(recording);
    while (replay.goesOn() && replay.tick() < most && !scene->divergence())
    {
        const Controls controls = replay.before(*scene, replay.time());
        scene->advance(1.0 / 60.0, controls);
        replay.after(*scene);
    }
    if (!replay.parted().empty())
        promiseOneLine(replay.parted());
}

} // namespace

/// Lines are events of a recording of a small scene: they are refused with a line, or play; and they are read back as
/// they are written, in a file and packed.
void recordings(std::string_view bytes)
{
    Recording recording;
    recording.start = R"({"ropewalk": 1, "scene": "rope", "parameters": {"mass_count": 10}})";
    recording.ticks = 30;
    std::string lines(bytes.substr(0, 2000));
    std::replace(lines.begin(), lines.end(), '\0', ' ');
    for (std::istringstream all(lines); std::getline(all, lines);)
        for (const std::string& line : linesOf(lines))
            recording.script += line + '\n';
    promise(unpacked(packed(recording.script), recording.script.size()) == recording.script,
            "a packed text is another one");
    try
    {
        unpacked(bytes, 1000);
    }
    catch (const std::invalid_argument& error)
    {
        promiseOneLine(error.what());
    }
    try
    {
        const std::vector<InputEvent> events = eventsOf(recording);
        recording.script.clear();
        long long last = 0;
        for (const InputEvent& event : events)
        {
            recording.script += "+" + std::to_string(tickOf(event) - last) + " " + lineOf(event) + "\n";
            last = tickOf(event);
        }
        const std::optional<Recording> read = parseSceneFile(recordingText(recording), "written").recording;
        promise(read && read->script == recording.script, "a recording is read as another one");
    }
    catch (const std::invalid_argument& error)
    {
        return promiseOneLine(error.what());
    }
    playFirst(recording);
}

} // namespace fuzz
