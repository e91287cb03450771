#include "catch.hpp"
#include "desk.hpp"

#include <algorithm>
#include <string>

using namespace ropewalk;

namespace
{

/// Dear ImGui ends the program where a list of what is drawn has more corners than its indices can count.
int cornersOfLargestList()
{
    int most = 0;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i)
        most = std::max(most, data.CmdLists[i]->VtxBuffer.Size);
    return most;
}

} // namespace

TEST_CASE("a message of any length is shown as far as anybody reads", "[files]")
{
    Desk desk;
    const int before = ImGui::GetDrawData()->TotalVtxCount;
    for (const std::string& text : {std::string(100'000, 'x'), std::string(100'000, ' ') + "x",
                                    []
                                    {
                                        std::string lines;
                                        for (int i = 0; i < 50'000; ++i)
                                            lines += "x\n";
                                        return lines;
                                    }()})
        desk.ui.toast(text);
    desk.frames(3);
    CHECK(desk.ui.toasts.size() == 3);
    CHECK(ImGui::GetDrawData()->TotalVtxCount > before);
    CHECK(cornersOfLargestList() < (1 << 16));
}

TEST_CASE("a text of any length may be typed or pasted into any field", "[files]")
{
    Desk desk;
    const std::string text(20'000, '9');
    SECTION("the search for a scene")
    {
        desk.ui.sceneListOpen = true;
    }
    SECTION("the name of a file")
    {
        desk.ui.fileDialog = FileDialog{FilePurpose::save, {}};
    }
    SECTION("a constant")
    {
        desk.startTyping("slider mass");
    }
    desk.frames(4);
    desk.type(text);
    desk.key(ImGuiKey_Enter);
    CHECK(cornersOfLargestList() < (1 << 16));
    CHECK(desk.value("mass") == "0.05");
}
