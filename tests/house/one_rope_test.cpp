// The rules that keep one rope one: where forces, fields and a rope's upkeep are said.

#include "catch.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace
{

namespace fs = std::filesystem;

const fs::path root(ROPEWALK_SOURCE_DIR);

std::string textOf(const fs::path& path)
{
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> sourcesIn(const fs::path& folder)
{
    std::vector<fs::path> sources;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder))
        if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cpp")
            sources.push_back(entry.path());
    REQUIRE(!sources.empty());
    return sources;
}

bool has(const std::string& text, const std::string& words)
{
    return text.find(words) != std::string::npos;
}

/// The classes of forces from outside, by the headers in which they stand.
std::vector<std::string> outsideForces()
{
    std::vector<std::string> names;
    const std::string ending = " final : public OutsideForce";
    for (const char* room : {"ties", "contact", "forces"})
        for (const fs::path& path : sourcesIn(fs::path("src/rope") / room))
            if (const std::string text = textOf(path); has(text, ending))
            {
                const std::size_t end = text.find(ending);
                const std::size_t begin = text.rfind(' ', end - 1) + 1;
                names.push_back(text.substr(begin, end - begin));
            }
    REQUIRE(names.size() >= 8);
    return names;
}

} // namespace

TEST_CASE("Every force from outside is in the list of forces, and Newton's stepper names none")
{
    const std::string list = textOf(root / "src/rope/forces/rope_forces.hpp");
    for (const std::string& name : outsideForces())
    {
        INFO(name);
        CHECK(has(list, name + " "));
        for (const char* file : {"newton_stepper.hpp", "newton_stepper.cpp", "newton_goal.cpp", "newton_store.cpp",
                                 "newton_rest.cpp", "step_guard.cpp", "step_work.cpp"})
            CHECK_FALSE(has(textOf(root / "src/rope/steppers" / file), name));
        for (const fs::path& path : sourcesIn("src/rope/solver"))
            CHECK_FALSE(has(textOf(path), name));
    }
}

TEST_CASE("Explicit and tridiagonal steps know no force on masses or hinges by name")
{
    std::size_t forces = 0;
    const std::string list = textOf(root / "src/rope/forces/mass_forces.hpp");
    for (const fs::path& path : sourcesIn("src/rope/forces"))
    {
        const std::string file = path.filename().string();
        if (!file.ends_with("_force.hpp") || file == "mass_force.hpp" || file == "outside_force.hpp")
            continue;
        ++forces;
        INFO(file);
        CHECK(has(list, file));
    }
    CHECK(forces >= 4);
    for (const char* file : {"explicit_stepper.hpp", "explicit_stepper.cpp", "tridiagonal_stepper.hpp",
                             "tridiagonal_stepper.cpp", "implicit_rope.hpp", "implicit_rope.cpp", "implicit_forces.cpp",
                             "implicit_work.cpp", "rope_work.hpp", "rope_work.cpp"})
        for (const char* word : {"WeightForce", "AirForce", "GroundForce", "GrabForce", "BendForces", "world.gravity",
                                 "airFriction", "ground.", "bendingStiffness", "MouseGrab"})
        {
            INFO(file << ": " << word);
            CHECK_FALSE(has(textOf(root / "src/rope/steppers" / file), word));
        }
}

TEST_CASE("The three steppers are named in one place, and the rope's header names none")
{
    const std::string header =
        textOf(root / "include/rope/rope_simulation.hpp") + textOf(root / "include/rope/rope_readings.hpp");
    for (const std::string stepper : {"ExplicitStepper", "TridiagonalStepper", "NewtonStepper"})
    {
        INFO(stepper);
        CHECK(has(textOf(root / "src/rope/steppers/rope_steppers.hpp"), stepper));
        CHECK_FALSE(has(header, stepper));
        for (const fs::path& path : sourcesIn("src/rope/ropes"))
            CHECK_FALSE(has(textOf(path), stepper));
    }
}

TEST_CASE("The fields of what ropes remember are said once")
{
    for (const fs::path& path : sourcesIn("src"))
        if (path.filename() != "fields.hpp")
        {
            INFO(path.generic_string());
            CHECK_FALSE(has(textOf(path), "void forFields("));
        }
}

TEST_CASE("Scenes of one rope leave steps, layout, books and the mouse's pull to it")
{
    for (const char* scene : {"cantilever", "twist", "capstan", "real_rope"})
        for (const fs::path& path : sourcesIn(fs::path("src/scenes") / scene))
            for (const char* words : {"advancing.hpp", "keepsBooks()", "grabForce("})
            {
                INFO(path.generic_string() << ": " << words);
                CHECK_FALSE(has(textOf(path), words));
            }
}
