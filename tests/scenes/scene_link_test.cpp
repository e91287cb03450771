#include "catch.hpp"

#include "scenes/scene_file.hpp"
#include "scenes/scene_link.hpp"

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
