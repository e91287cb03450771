#include "stage.hpp"

#include "catch.hpp"

#include <filesystem>
#include <fstream>

using namespace windowtest;

namespace
{

void clickOn(Stage& stage, const std::string& what)
{
    stage.waitFor(what, [&] { return stage.map()["rectangles"].contains(what); });
    const nlohmann::json at = stage.freshMap()["rectangles"][what];
    stage.pointAt(at.at(0).get<double>() + 0.5 * at.at(2).get<double>(),
                  at.at(1).get<double>() + 0.5 * at.at(3).get<double>());
    sleepFor(0.2);
    stage.xdotool({"click", "1"});
    sleepFor(0.2);
}

std::pair<unsigned, unsigned> sizeOf(const std::filesystem::path& png)
{
    const std::string bytes = textOf(png);
    REQUIRE(bytes.size() > 24);
    const auto number = [&bytes](std::size_t at)
    {
        unsigned value = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            value = 256u * value + static_cast<unsigned char>(bytes[i]);
        return value;
    };
    return {number(16), number(20)};
}

} // namespace

TEST_CASE("the plots are saved as numbers and as a picture", "[window]")
{
    Stage stage({}, "1200x700");
    stage.waitFor("some seconds", [&stage] { return stage.log().last("time") > 1.5; });
    stage.key("space");
    sleepFor(0.3);

    clickOn(stage, "menu Export");
    clickOn(stage, "item Save plots as CSV");
    const auto csv = stage.folder() / "ropewalk-rope-plots-1.csv";
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
    CHECK(std::filesystem::exists(stage.folder() / "ropewalk-rope-tension-profile-1.csv"));

    clickOn(stage, "menu Export");
    clickOn(stage, "item Save plots as PNG");
    const auto png = stage.folder() / "ropewalk-rope-plots-1.png";
    stage.waitFor("the picture", [&] { return std::filesystem::exists(png); });
    const nlohmann::json panel = stage.freshMap()["rectangles"]["panel plots"];
    CHECK(static_cast<double>(sizeOf(png).first) == Approx(panel.at(2).get<double>()).margin(1.0));
    CHECK(static_cast<double>(sizeOf(png).second) < panel.at(3).get<double>());
    CHECK(static_cast<double>(sizeOf(png).second) > 0.7 * panel.at(3).get<double>());

    clickOn(stage, "button plot menu 2");
    clickOn(stage, "plot save png");
    const auto one = stage.folder() / "ropewalk-rope-top-tension-1.png";
    stage.waitFor("the picture of one", [&] { return std::filesystem::exists(one); });
    const nlohmann::json tile = stage.freshMap()["rectangles"]["tile 2"];
    CHECK(static_cast<double>(sizeOf(one).first) == Approx(tile.at(2).get<double>()).margin(1.0));
    CHECK(static_cast<double>(sizeOf(one).second) == Approx(tile.at(3).get<double>()).margin(1.0));

    for (const auto& entry : std::filesystem::directory_iterator(stage.folder()))
        CHECK(entry.path().extension() != ".part");
    CHECK(stage.complaints().empty());
}

TEST_CASE("plots that cannot be saved say so", "[window]")
{
    Stage stage({"--paused"}, "1200x700");
    stage.waitFor("the plots", [&stage] { return stage.map()["rectangles"].contains("tile 1"); });
    // The name is a link to itself, which no user can write, not even root.
    const auto name = stage.folder() / "ropewalk-rope-plots-1.csv";
    std::filesystem::create_symlink(name, name);
    clickOn(stage, "menu Export");
    clickOn(stage, "item Save plots as CSV");
    stage.waitFor("the complaint",
                  [&stage] { return stage.map()["toasts"].dump().find("symbolic links") != std::string::npos; });
    CHECK(stage.program().running());
}
