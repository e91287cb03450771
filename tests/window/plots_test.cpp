#include "png_size.hpp"
#include "stage.hpp"

#include "catch.hpp"

#include <filesystem>
#include <fstream>

using namespace windowtest;

TEST_CASE("the plots are saved as numbers and as a picture, or the window says why not", "[window]")
{
    Stage stage({}, "1200x700");
    stage.waitForLog("something to plot", [](const Log& log) { return log.last("time") > 0.5; });
    stage.key("space");
    stage.waitForLog("the pause", [](const Log& log) { return log.last("paused") == 1.0; });

    // The name is a link to itself, which no user can write, not even root.
    const auto csv = stage.folder() / "ropewalk-rope-plots-1.csv";
    std::filesystem::create_symlink(csv, csv);
    stage.clickOn("menu Export");
    stage.clickOn("item Save plots as CSV");
    stage.waitForMap("the complaint", [](const nlohmann::json& map)
                     { return map["toasts"].dump().find("symbolic links") != std::string::npos; });
    std::filesystem::remove(csv);

    stage.clickOn("menu Export");
    stage.clickOn("item Save plots as CSV");
    stage.waitFor("the numbers", [&] { return std::filesystem::exists(csv); });
    std::ifstream stream(csv);
    std::string head;
    std::getline(stream, head);
    CHECK(head.find("time [s],") == 0);
    CHECK(head.find("length [m]") != std::string::npos);
    // Its last row is the moment at which the scene was paused.
    std::string last;
    for (std::string line; std::getline(stream, line);)
        last = line;
    CHECK(std::stod(last) == Approx(stage.log().last("time")).epsilon(1e-9));
    stage.waitFor("the profile's numbers",
                  [&] { return std::filesystem::exists(stage.folder() / "ropewalk-rope-tension-profile-1.csv"); });

    // Pictures are cut out of the window: as wide as the panel, and as high as its plots without the title bar.
    stage.clickOn("menu Export");
    stage.clickOn("item Save plots as PNG");
    const auto png = stage.folder() / "ropewalk-rope-plots-1.png";
    stage.waitFor("the picture", [&] { return std::filesystem::exists(png); });
    const nlohmann::json panel = stage.map()["rectangles"]["panel plots"];
    CHECK(pngSize(png).first == Approx(panel.at(2).get<double>()).margin(1.0));
    CHECK(pngSize(png).second < panel.at(3).get<double>());
    CHECK(pngSize(png).second > 0.7 * panel.at(3).get<double>());

    stage.clickOn("button plot menu 2");
    stage.clickOn("plot save png");
    const auto one = stage.folder() / "ropewalk-rope-top-tension-1.png";
    stage.waitFor("the picture of one", [&] { return std::filesystem::exists(one); });
    const nlohmann::json tile = stage.map()["rectangles"]["tile 2"];
    CHECK(pngSize(one).first == Approx(tile.at(2).get<double>()).margin(1.0));
    CHECK(pngSize(one).second == Approx(tile.at(3).get<double>()).margin(1.0));

    for (const auto& entry : std::filesystem::directory_iterator(stage.folder()))
    {
        const std::string name = entry.path().filename().string();
        const bool written =
            name.starts_with("map.json") || name.starts_with("log.csv"); // as long as the window is open
        CHECK((entry.path().extension() != ".part" || written));
    }
    CHECK(stage.complaints().empty());
}
