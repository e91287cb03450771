#include "catch.hpp"
#include "program.hpp"

namespace
{

/// A big-endian number of the PNG header.
int numberAt(const std::string& bytes, std::size_t at)
{
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value * 256 + static_cast<unsigned char>(bytes.at(at + i));
    return value;
}

} // namespace

TEST_CASE("render draws the last moment into a PNG of the wanted size")
{
    const WorkFolder folder;
    const Outcome run = runProgram({"render", "rope", "--seconds", "0.2", "--size", "320x200", "--output", "a.png"});
    if (run.code == 3)
    {
        // A machine without any OpenGL: the command says so and leaves no file.
        CHECK(run.error.find("ropewalk: ") == 0);
        CHECK(folder.files().empty());
        return;
    }
    INFO(run.error);
    REQUIRE(run.code == 0);
    CHECK(run.out.empty());
    CHECK(run.error.empty());
    const std::string first = folder.read("a.png");
    CHECK(first.substr(1, 3) == "PNG");
    // The width and height of a PNG stand at bytes 16 and 20 (PNG specification, 11.2.2 IHDR).
    CHECK(numberAt(first, 16) == 320);
    CHECK(numberAt(first, 20) == 200);

    CHECK(runProgram({"render", "rope", "--seconds", "0.2", "--size", "320x200", "--output", "b.png"}).code == 0);
    CHECK(folder.read("b.png") == first);
    CHECK(runProgram({"render", "rope", "--seconds", "0.2", "--size", "320x200", "--theme", "dark", "--tension",
                      "--output", "c.png"})
              .code == 0);
    CHECK(folder.read("c.png") != first);
}

TEST_CASE("a run that diverges is not drawn")
{
    const WorkFolder folder;
    const Outcome run =
        runProgram({"render", "rope", "--seconds", "1", "--max-dt", "0.01", "--size", "64x64", "--output", "a.png"});
    CHECK((run.code == 1 || run.code == 3));
    CHECK(folder.files().empty());
}
