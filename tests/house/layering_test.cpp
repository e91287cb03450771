// Include downwards only: app, cli, python -> render, cards, theory -> scenes -> files -> rope -> text -> the standard
// library, and only app reads a clock. The linker holds part of this line; headers that need no linking (constants,
// templates, the standard library's clocks) cross it unnoticed.

#include "catch.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace
{

namespace fs = std::filesystem;

struct Floor
{
    std::string_view folder;
    std::vector<std::string_view> forbiddenIncludes; // beginnings of what stands between the quotes or brackets
    std::vector<std::string_view> allowedIncludes;   // exceptions to them
};

const std::vector<Floor>& floors()
{
    static const std::vector<Floor> all = {
        {"src/text",
         {"../", "rope/", "files/", "scenes/", "theory/", "cards/", "render/", "cli/", "app/", "glm/", "fmt/"},
         {}},
        {"include/rope",
         {"rope/../", "../",       "text/",     "files/", "scenes/", "theory/", "cards/",    "render/",
          "cli/",     "app/",      "ropewalk/", "GLFW/",  "glad/",   "EGL/",    "imgui",     "backends/",
          "fmt/",     "nlohmann/", "CLI/",      "stb_",   "chrono",  "ctime",   "sys/time.h"},
         {}},
        {"src/rope",
         {"../",  "files/",    "scenes/", "theory/", "cards/", "render/", "cli/",
          "app/", "ropewalk/", "GLFW/",   "glad/",   "EGL/",   "imgui",   "backends/",
          "fmt/", "nlohmann/", "CLI/",    "stb_",    "chrono", "ctime",   "sys/time.h"},
         {}},
        {"src/files",
         {"../", "scenes/", "theory/", "cards/", "render/", "cli/", "app/", "GLFW/", "glad/", "EGL/", "imgui",
          "backends/", "CLI/", "stb_", "chrono", "ctime", "sys/time.h"},
         {}},
        {"src/scenes",
         {"../", "theory/", "cards/", "render/", "cli/", "app/", "GLFW/", "glad/", "EGL/", "imgui", "backends/", "CLI/",
          "stb_", "chrono", "ctime", "sys/time.h"},
         {}},
        {"src/theory",
         {"../", "cards/", "render/", "cli/", "app/", "GLFW/", "glad/", "EGL/", "imgui", "backends/", "CLI/", "stb_",
          "chrono", "ctime", "sys/time.h"},
         {}},
        {"src/cards",
         {"../", "theory/", "render/", "cli/", "app/", "GLFW/", "glad/", "EGL/", "imgui", "backends/", "CLI/", "stb_",
          "chrono", "ctime", "sys/time.h"},
         {}},
        // The renderer sees snapshots, never a simulation.
        {"src/render",
         {"../", "rope/", "files/", "scenes/", "theory/", "cards/", "cli/", "app/", "GLFW/", "imgui", "backends/",
          "nlohmann/", "CLI/", "chrono", "ctime", "sys/time.h"},
         {"scenes/file_view.hpp", "scenes/snapshot.hpp", "nlohmann/json.hpp"}}, // glTF is JSON
        {"src/cli",
         {"../", "app/", "GLFW/", "glad/", "EGL/", "imgui", "backends/", "chrono", "ctime", "sys/time.h"},
         {}},
        {"src/python",
         {"../", "theory/", "render/", "cli/", "app/", "GLFW/", "glad/", "EGL/", "imgui", "backends/", "CLI/", "stb_",
          "chrono", "ctime", "sys/time.h"},
         {}},
    };
    return all;
}

constexpr std::array<std::string_view, 7> clocks = {
    "std::chrono", "clock_gettime", "gettimeofday",           "std::time(",
    "std::clock(", "glfwGetTime",   "QueryPerformanceCounter"};

/// What stands between the quotes or brackets of an include line; empty for other lines.
std::string_view includedFile(std::string_view line)
{
    const auto start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos || line[start] != '#' || line.find("include") == std::string_view::npos)
        return {};
    const auto open = line.find_first_of("<\"");
    const auto close = line.find_last_of(">\"");
    return open == std::string_view::npos || close <= open ? std::string_view{}
                                                           : line.substr(open + 1, close - open - 1);
}

/// What is wrong with the line on this floor; empty if nothing is.
std::string wrongWith(std::string_view line, const Floor& floor)
{
    const std::string_view file = includedFile(line);
    const auto begins = [file](std::string_view beginning) { return file.starts_with(beginning); };
    if (!file.empty() && std::ranges::any_of(floor.forbiddenIncludes, begins) &&
        std::ranges::find(floor.allowedIncludes, file) == floor.allowedIncludes.end())
        return "includes " + std::string(file);
    const std::string_view code = line.substr(0, line.find("//"));
    for (const std::string_view clock : clocks)
        if (code.find(clock) != std::string_view::npos)
            return "reads a clock (" + std::string(clock) + ")";
    return {};
}

} // namespace

TEST_CASE("Every floor includes downwards only, and only the window reads a clock")
{
    std::size_t filesRead = 0;
    for (const Floor& floor : floors())
    {
        const fs::path folder = fs::path(ROPEWALK_SOURCE_DIR) / floor.folder;
        if (!fs::exists(folder))
            continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        {
            if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp")
                continue;
            std::ifstream stream(entry.path());
            std::string line;
            for (int number = 1; std::getline(stream, line); ++number)
            {
                const std::string wrong = wrongWith(line, floor);
                if (!wrong.empty())
                    FAIL_CHECK(entry.path().generic_string() << ':' << number << ": " << floor.folder << ' ' << wrong);
            }
            ++filesRead;
        }
    }
    // Without this a wrong folder name would let everything pass.
    REQUIRE(filesRead > 10);
}

namespace
{

/// A room and the rooms that it may include; its own headers and the public ones that its sources implement are its
/// own.
struct Room
{
    std::string folder;
    std::vector<std::string_view> below;
};

std::vector<Room> allRooms()
{
    std::vector<Room> all = {
        {"rope/core", {}},
        {"rope/stability", {"rope/core"}},
        {"rope/statics", {"rope/core", "rope/stability"}},
        {"rope/distance", {"rope/core"}},
        {"rope/state", {"rope/core", "rope/distance"}},
        {"rope/books", {"rope/core"}},
        {"rope/solver", {"rope/core", "rope/state", "rope/books"}},
        {"rope/ties", {"rope/core", "rope/state", "rope/books", "rope/solver"}},
        {"rope/contact", {"rope/core", "rope/distance", "rope/state", "rope/books", "rope/solver", "rope/ties"}},
        {"rope/forces",
         {"rope/core", "rope/stability", "rope/state", "rope/books", "rope/solver", "rope/ties", "rope/contact"}},
        {"rope/steppers",
         {"rope/core", "rope/distance", "rope/state", "rope/books", "rope/solver", "rope/ties", "rope/contact",
          "rope/forces", "rope/stability"}},
        {"rope/knots", {"rope/core", "rope/distance"}},
        {"rope/constraints", {"rope/core"}},
        {"rope/rigid", {"rope/core"}},
        {"rope/fleet", {"rope/core"}},
        {"rope/ropes",
         {"rope/core", "rope/distance", "rope/stability", "rope/state", "rope/books", "rope/solver", "rope/ties",
          "rope/contact", "rope/forces", "rope/steppers"}},
        {"rope/advisor", {"rope/core", "rope/stability", "rope/statics"}},
        {"rope/cloth", {"rope/core", "rope/stability", "rope/constraints", "rope/forces"}},
        {"rope/deployment", {"rope/core", "rope/stability", "rope/statics", "rope/ropes"}},
        {"files", {}},
        {"scenes/set_up", {}},
        {"scenes/document", {"scenes", "scenes/set_up"}},
        {"scenes/shared", {"scenes", "scenes/set_up"}},
        {"python", {}},
        {"render/pieces", {}},
        {"render/gl", {"render/pieces"}},
        {"render/gltf", {"render/pieces"}},
        {"app/language", {}},
        {"app/platform", {}},
        {"app/view", {"app/platform"}},
        {"app/workbench", {"app/platform", "app/view"}},
        {"app/learning", {"app/workbench"}},
        {"app/state", {"app/language", "app/platform", "app/view", "app/workbench", "app/learning"}},
        {"app/panels/frame",
         {"app/language", "app/platform", "app/view", "app/state", "app/workbench", "app/learning"}},
        {"app/panels/constants",
         {"app/language", "app/platform", "app/view", "app/state", "app/workbench", "app/learning",
          "app/panels/frame"}},
        {"app/panels/files",
         {"app/language", "app/platform", "app/view", "app/state", "app/workbench", "app/learning",
          "app/panels/frame"}},
        {"app/panels/plots",
         {"app/language", "app/platform", "app/view", "app/state", "app/workbench", "app/learning",
          "app/panels/frame"}},
        {"app/panels/scenes",
         {"app/language", "app/platform", "app/view", "app/state", "app/workbench", "app/learning",
          "app/panels/frame"}},
        {"app/panels/tools",
         {"app/language", "app/platform", "app/view", "app/state", "app/workbench", "app/learning", "app/panels/frame",
          "app/panels/constants"}},
    };
    // A scene includes what all scenes share, and no other scene.
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / "src/scenes"))
        if (const std::string name = entry.path().filename().string();
            entry.is_directory() && name != "shared" && name != "set_up" && name != "document")
            all.push_back({"scenes/" + name, {"scenes", "scenes/set_up", "scenes/shared"}});
    // A folder that holds rooms comes after them: a file belongs to the first room whose folder it is in.
    all.push_back({"scenes", {"scenes/set_up"}});
    all.push_back(
        {"app/panels",
         {"app/language", "app/platform", "app/view", "app/state", "app/workbench", "app/learning", "app/panels/frame",
          "app/panels/constants", "app/panels/files", "app/panels/plots", "app/panels/scenes", "app/panels/tools"}});
    all.push_back({"app", all.back().below});
    all.back().below.push_back("app/panels");
    return all;
}

const std::vector<Room>& rooms()
{
    static const std::vector<Room> all = allRooms();
    return all;
}

/// Public headers by the room whose sources implement them; what stands in none belongs to core.
const std::map<std::string, std::string_view>& roomsOfHeaders()
{
    static const std::map<std::string, std::string_view> all = {
        {"rope/stability.hpp", "rope/stability"},
        {"rope/step_limits.hpp", "rope/stability"},
        {"rope/detail/step_causes.hpp", "rope/stability"},
        {"rope/statics.hpp", "rope/statics"},
        {"rope/solid.hpp", "rope/distance"},
        {"rope/knot.hpp", "rope/knots"},
        {"rope/strands.hpp", "rope/knots"},
        {"rope/rod_theory.hpp", "rope/statics"},
        {"rope/writhe.hpp", "rope/ropes"},
        {"rope/body.hpp", "rope/state"},
        {"rope/touch.hpp", "rope/state"},
        {"rope/detail/rope_state.hpp", "rope/state"},
        {"rope/constraint.hpp", "rope/constraints"},
        {"rope/constrained_rope.hpp", "rope/constraints"},
        {"rope/detail/chain_projection.hpp", "rope/constraints"},
        {"rope/rigid_body.hpp", "rope/rigid"},
        {"rope/impulse.hpp", "rope/rigid"},
        {"rope/detail/contact.hpp", "rope/rigid"},
        {"rope/detail/manifold.hpp", "rope/rigid"},
        {"rope/rope_fleet.hpp", "rope/fleet"},
        {"rope/rope_simulation.hpp", "rope/ropes"},
        {"rope/rope_readings.hpp", "rope/ropes"},
        {"rope/advisor.hpp", "rope/advisor"},
        {"rope/measured_rope.hpp", "rope/advisor"},
        {"rope/rope_material.hpp", "rope/advisor"},
        {"rope/rope_wish.hpp", "rope/advisor"},
        {"rope/cloth.hpp", "rope/cloth"},
        {"rope/deployment.hpp", "rope/deployment"},
        {"rope/rope.hpp", "rope/rope.hpp"}, // all of them: for users, and for no room
    };
    return all;
}

/// The room of an included file; empty where it is in none of the list.
std::string_view roomOf(std::string_view file)
{
    if (const auto header = roomsOfHeaders().find(std::string(file)); header != roomsOfHeaders().end())
        return header->second;
    for (const Room& room : rooms())
        if (file.starts_with(room.folder) && file.substr(room.folder.size()).starts_with("/"))
            return room.folder;
    return file.starts_with("rope/") ? "rope/core" : std::string_view{};
}

} // namespace

TEST_CASE("Every room includes the rooms below it only")
{
    const fs::path root = ROPEWALK_SOURCE_DIR;
    std::vector<std::pair<fs::path, const Room*>> files;
    for (const Room& room : rooms())
        for (const fs::directory_entry& entry : fs::directory_iterator(root / "src" / room.folder))
            files.emplace_back(entry.path(), &room);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "include"))
        for (const Room& room : rooms())
            if (room.folder == roomOf(fs::relative(entry.path(), root / "include").generic_string()))
                files.emplace_back(entry.path(), &room);

    std::size_t includesRead = 0;
    for (const auto& [path, room] : files)
    {
        std::ifstream stream(path);
        for (std::string line; std::getline(stream, line);)
        {
            const std::string_view included = roomOf(includedFile(line));
            // The floors have a test of their own.
            const bool sameFloor =
                room->folder.substr(0, room->folder.find('/')) == included.substr(0, included.find('/'));
            if (!sameFloor || included == room->folder)
                continue;
            ++includesRead;
            INFO(path.generic_string() << ": " << line);
            CHECK(std::ranges::find(room->below, included) != room->below.end());
        }
    }
    REQUIRE(includesRead > 50);
}

TEST_CASE("The layering check sees what it is there for")
{
    const Floor& library = floors()[2];
    CHECK(wrongWith("#include \"scenes/scene.hpp\"", library) == "includes scenes/scene.hpp");
    CHECK(wrongWith("#  include <chrono>", library) == "includes chrono");
    CHECK(wrongWith("auto now = std::chrono::steady_clock::now();", library) == "reads a clock (std::chrono)");
    CHECK(wrongWith("#include <rope/rope.hpp>", library).empty());
    CHECK(wrongWith("// std::chrono is not for us", library).empty());

    const Floor& renderer = floors()[7];
    CHECK(wrongWith("#include <rope/rope_simulation.hpp>", renderer) == "includes rope/rope_simulation.hpp");
    CHECK(wrongWith("#include \"scenes/scene.hpp\"", renderer) == "includes scenes/scene.hpp");
    CHECK(wrongWith("#include \"scenes/snapshot.hpp\"", renderer).empty());
}

// fmt 9, which Debian 12 has, declares fmt::join in <fmt/format.h>; since fmt 11 it is in <fmt/ranges.h> alone. A build
// with the older one does not see what is missing.
TEST_CASE("Who joins with fmt includes <fmt/ranges.h>")
{
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / "src"))
    {
        if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp")
            continue;
        std::ifstream stream(entry.path());
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        INFO(entry.path().generic_string());
        CHECK((text.find("fmt::join(") == std::string::npos || text.find("<fmt/ranges.h>") != std::string::npos));
    }
}

// Two types of one name in different floors link without a word and overwrite each other's memory: the linker keeps one
// of the two copies of std::vector<Name>::resize.
TEST_CASE("No two headers define a type of the same name")
{
    std::map<std::string, std::string> definedIn;
    for (const char* folder : {"src", "include"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / folder))
        {
            if (entry.path().extension() != ".hpp")
                continue;
            std::ifstream stream(entry.path());
            std::string line;
            while (std::getline(stream, line))
            {
                // At the margin: not nested. A semicolon: only declared.
                const bool opens = line.rfind("struct ", 0) == 0 || line.rfind("class ", 0) == 0;
                if (!opens || line.find(';') != std::string::npos)
                    continue;
                const std::string name = line.substr(line.find(' ') + 1, line.find(" :") - line.find(' ') - 1);
                const auto [found, isNew] = definedIn.emplace(name, entry.path().generic_string());
                INFO(name << " is defined in " << found->second << " and " << entry.path().generic_string());
                CHECK(isNew);
            }
        }
    REQUIRE(definedIn.size() > 20);
}

// CMake splits lists at semicolons: ctest would ask the test program for half a name, which runs nothing and passes.
TEST_CASE("No name of a test holds a semicolon")
{
    std::size_t names = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / "tests"))
    {
        if (entry.path().extension() != ".cpp")
            continue;
        std::ifstream stream(entry.path());
        for (std::string line; std::getline(stream, line);)
        {
            if (line.rfind("TEST_CASE(", 0) != 0)
                continue;
            ++names;
            INFO(entry.path().generic_string());
            CHECK(line.find(';') == std::string::npos);
        }
    }
    REQUIRE(names > 10);
}
