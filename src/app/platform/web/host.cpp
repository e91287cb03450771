#include "app/platform/host.hpp"
#include "app/platform/display_loss.hpp"

#include "page.hpp"

#include "files/output_file.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/scene_link.hpp"

#include <emscripten.h>
#include <imgui.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr const char* preferencesOfPage = "/home/web_user/.config/ropewalk/preferences.json";

/// The page turns it long after `runLoop` has returned.
std::unique_ptr<Turned>& session()
{
    static std::unique_ptr<Turned> only;
    return only;
}
bool firstFrame = true;
bool graphicsLost = false;

std::string taken(char* text)
{
    std::string result(text);
    std::free(text);
    return result;
}

void stop(const std::string& why)
{
    emscripten_cancel_main_loop();
    session().reset();
    pageEnded(why.c_str());
}

void turnOnce()
{
    if (graphicsLost)
        return;
    try
    {
        if (!session()->turn())
        {
            session()->end();
            pageKeepFile(preferencesOfPage);
            stop("Ropewalk has ended. Reload the page to start it again.");
        }
        else
        {
            const ImGuiIO& io = ImGui::GetIO();
            pageWants(io.WantCaptureMouse ? 1 : 0, io.WantTextInput ? 1 : 0);
            if (std::exchange(firstFrame, false))
                pageFirstFrame();
        }
    }
    catch (const std::exception& error)
    {
        stop(error.what());
    }
}

} // namespace

void exitWhenDisplayIsLost() {} // a page has no X server

int runLoop(std::unique_ptr<Turned> turned)
{
    session() = std::move(turned);
    emscripten_set_main_loop(turnOnce, 0, 0);
    return 0;
}

std::vector<std::string> startArguments(int argc, char** argv)
{
    if (pageListen() == 0)
        return std::vector<std::string>(argv, argv + argc);
    pageKeptFile(preferencesOfPage);
    std::vector<std::string> arguments{"ropewalk"};
    LinkedScene linked = readSceneLink(taken(pageQuery()));
    const bool plays = !linked.recording.empty();
    if (!linked.setUp.empty() || !linked.lesson.empty() || plays)
    {
        const SceneFile file = openScene(linked);
        linked.scene = "/tmp/link.json";
        linked.settings.clear(); // the file has them
        writeFile(linked.scene, plays ? recordingText(*file.recording) : sceneText(*file.scene));
    }
    const std::vector<std::string> asked = linked.arguments();
    arguments.insert(arguments.end(), asked.begin(), asked.end());
    if (plays)
        arguments.insert(arguments.end(), {"--replay", linked.scene});
    if (!linked.input.empty())
    {
        constexpr const char* script = "/tmp/input.txt";
        writeFile(script, linked.input);
        arguments.insert(arguments.end(), {"--input", script});
    }
    return arguments;
}

std::string handOver(const std::filesystem::path& file)
{
    pageDownload(file.c_str(), file.filename().c_str());
    return " (downloaded)";
}

bool chooseFile()
{
    pageChooseFile();
    return true;
}

bool touched()
{
    return pageTouched() != 0;
}

std::string pageAddress()
{
    return taken(pageAddressText());
}

} // namespace ropewalk

// Called by page.js.
extern "C"
{

    EMSCRIPTEN_KEEPALIVE void pageHidden()
    {
        using namespace ropewalk;
        if (!session())
            return;
        session()->savePreferences();
        pageKeepFile(preferencesOfPage);
    }

    EMSCRIPTEN_KEEPALIVE void pageGraphicsLost()
    {
        ropewalk::graphicsLost = true;
    }

    EMSCRIPTEN_KEEPALIVE void pageGraphicsRestored()
    {
        using namespace ropewalk;
        if (!session())
            return;
        try
        {
            session()->restoreGraphics();
            graphicsLost = false;
        }
        catch (const std::exception& error)
        {
            stop(error.what());
        }
    }
}
