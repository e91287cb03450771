#include "catch.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/document/scene_link.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace
{

std::string errorOf(std::string_view link)
{
    try
    {
        ropewalk::readSceneLink(link);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("a link opens the scene and the constants that it was made of")
{
    const auto scene = ropewalk::openScene(
        "rope",
        {{"mass_count", "40"}, {"gravity", "0,-1.62,0"}, {"insertion", "article"}, {"spring_constant", "8000"}});
    const std::string link = ropewalk::sceneLink(*scene);
    CHECK(link.starts_with("?scene=rope&set="));
    CHECK(link.find(' ') == std::string::npos);
    CHECK(ropewalk::linkSaysAll(*scene));

    const ropewalk::LinkedScene linked = ropewalk::readSceneLink("http://localhost:8080/" + link + "#top");
    const auto again = ropewalk::openScene(linked.scene, linked.settings);
    CHECK(ropewalk::sceneText(*again) == ropewalk::sceneText(*scene));
    CHECK(ropewalk::sceneLink(*ropewalk::openScene("cloth")) == "?scene=cloth");
}

TEST_CASE("a link may also hold an input script and options of the window")
{
    const ropewalk::LinkedScene linked = ropewalk::readSceneLink(
        "?scene=cloth&set=mass_count%3D12&input=0+press+Right;0.5%20release%20Right&theme=dark&paused");
    CHECK(linked.scene == "cloth");
    CHECK(linked.input == "0 press Right\n0.5 release Right");
    CHECK(linked.arguments() ==
          std::vector<std::string>{"cloth", "--set", "mass_count=12", "--theme=dark", "--paused"});
    CHECK(ropewalk::readSceneLink("").arguments() == std::vector<std::string>{"rope"});
}

TEST_CASE("a link that asks for what there is not is refused")
{
    CHECK(errorOf("?scene=rop") == "unknown scene 'rop'; did you mean 'rope'?");
    CHECK(errorOf("?scene=run").starts_with("unknown scene 'run'")); // no command of the program
    CHECK(errorOf("?scene=rope&set=mass_count") == "set='mass_count': must be set=NAME=VALUE");
    CHECK(errorOf("?scene=rope&output=/etc/passwd").starts_with("unknown part of a link 'output'"));
    CHECK(errorOf("?scene=%zz").starts_with("unknown scene '%zz'"));
    CHECK(errorOf("?scene=rope&set=" + std::string(1'000'000, 'A')).size() < 200);
    CHECK(errorOf("?scene=rope&set=a%0Ab").find('\n') == std::string::npos);
    // A value is the value of its own option.
    CHECK(ropewalk::readSceneLink("?scene=rope&paused=--frames=3").arguments() ==
          std::vector<std::string>{"rope", "--paused=--frames=3"});
}

TEST_CASE("a link does not hold pins")
{
    const auto scene = ropewalk::openScene("rope");
    scene->setPins({{10, rope::Vec3(0.0, 1.0, 0.0)}});
    CHECK_FALSE(ropewalk::linkSaysAll(*scene));
}

TEST_CASE("a link plays a recording of a slider, a drag of three seconds and a cut in less than 2,000 characters")
{
    ropewalk::Recording recording;
    const auto scene = ropewalk::openScene("workshop", {{"friction", "0.3"}});
    recording.start = ropewalk::sceneText(*scene, {.beginning = true});
    for (int i = 0; i < 60; ++i)
        recording.script += "+1 set damping " + std::to_string(0.5 + 0.01 * i).substr(0, 4) + "\n";
    recording.script += "+30 grab 0 12 0.1 1.5 0\n";
    for (int i = 0; i < 180; ++i) // as a hand moves
        recording.script += "+1 by " + std::to_string(i * 37 % 101 + 20) + " -" + std::to_string(i * 53 % 89) + " 3\n";
    recording.script += "+1 release\n+20 do cut rope 1.3\n";
    recording.ticks = 400;
    const std::string link = ropewalk::recordingLink(recording);
    CHECK(link.size() < 2000);
    CHECK(link.starts_with("?scene=workshop&set=friction=0.3&recording=400."));
    const ropewalk::SceneFile opened = ropewalk::openScene(ropewalk::readSceneLink(link));
    REQUIRE(opened.recording.has_value());
    CHECK(opened.recording->script == recording.script);
    CHECK(opened.recording->start == recording.start);
    CHECK(opened.recording->ticks == 400);
}

TEST_CASE("a recording that no link can hold is refused, and so is one that is none")
{
    const auto refusalOf = [](const auto& act)
    {
        try
        {
            act();
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    ropewalk::Recording recording;
    recording.start = ropewalk::sceneText(*ropewalk::openScene("rope"), {.beginning = true});
    for (int i = 0; i < 9000; ++i)
        recording.script +=
            "+1 by " + std::to_string(i * 7919 % 10'007) + " " + std::to_string(i * 104729 % 9973) + " 3\n";
    recording.ticks = 9000;
    CHECK(refusalOf([&] { ropewalk::recordingLink(recording); }).starts_with("the recording is too long for a link ("));
    const auto open = [&](const std::string& link)
    { return refusalOf([&] { ropewalk::openScene(ropewalk::readSceneLink(link)); }); };
    CHECK(open("?scene=rope&recording=abc") == "recording='abc': must be TICKS.PACKED");
    CHECK(open("?scene=rope&recording=-1.abc").ends_with("must be TICKS.PACKED"));
    CHECK(open("?scene=rope&recording=10.a*c").ends_with("none of letters, digits, - and _"));
    CHECK(open("?scene=rope&recording=10.AAAA") != "no error");
}
