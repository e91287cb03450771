// What a run of each scene gives, to the last bit. The hashes stand for every processor, compiler and level of
// optimisation (docs/determinism.md).

#include "catch.hpp"
#include "program.hpp"

#include "text/hash.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace
{

std::string hashOf(const std::string& text)
{
    return fmt::format("{:016x}", text::hashOf(text));
}

/// A scene or a file of one, and settings, as a line of the files has them behind the hash. "masses=0-79" names masses
/// to write.
using Run = std::string;

/// Presets of the workshop of which two seconds take too long.
bool isSlow(const std::string& preset)
{
    const std::vector<std::string> slow{"winch",        "cut",        "overhand", "tied_overhand", "tied_figure_eight",
                                        "tied_bowline", "tied_prusik"};
    return std::find(slow.begin(), slow.end(), preset) != slow.end();
}

/// Every scene as it opens, and with each other integrator and preset that it has.
std::vector<Run> scenesAsTheyOpen()
{
    std::vector<Run> all;
    for (const nlohmann::json& scene : nlohmann::json::parse(runProgram({"list", "--json"}).out))
    {
        const std::string id = scene.at("id");
        const nlohmann::json rows = nlohmann::json::parse(runProgram({"params", id, "--json"}).out);
        // A field of ropes computes with what the processor has, unless it is told not to; a few ropes tell as much.
        Run usual = id;
        for (const nlohmann::json& row : rows)
            if (row.at("name") == "portable")
                usual += " portable=true rope_count=200";
        all.push_back(usual);
        for (const nlohmann::json& row : rows)
            if (row.at("name") == "integrator" || row.at("name") == "preset")
                for (const std::string choice : row.at("choices"))
                    if (choice != row.at("default") && !isSlow(choice))
                        all.push_back(fmt::format("{} {}={}", usual, row.at("name").get<std::string>(), choice));
    }
    return all;
}

/// What ropes do, by every integrator that can do it.
std::vector<Run> ropesInAllWays()
{
    using Texts = std::vector<std::string>;
    std::vector<Run> all;
    const auto add = [&all](const std::string& scene, const Texts& integrators, const Texts& ways)
    {
        for (const std::string& integrator : integrators)
            for (const std::string& way : ways)
                all.push_back(fmt::format("{} integrator={}{}{}", scene, integrator, way.empty() ? "" : " ", way));
    };
    const Texts rods{"bdf2", "implicit_euler"};
    const Texts every{"bdf2", "implicit_euler", "semi_implicit_euler", "implicit_midpoint", "energy_momentum"};
    add("rope masses=0-9,70-79", every,
        {"", "friction_direction=axial", "bending_stiffness=0.5", "payout_speed=0.8", "payout_speed=-0.8",
         "payout_speed=0.8 insertion=article", "pin_free_end=true", "ground_height=-0.3"});
    add("rope masses=0-9,70-79", rods,
        {"rope_radius=0.02 contact_friction=0.3 ground_height=-0.3", "rope_radius=0.02 self_contact=true",
         "rope_radius=0.02 self_contact=true payout_speed=0.8 ground_height=-0.3",
         "torsional_stiffness=0.5 bending_stiffness=0.5 pin_free_end=true"});
    add("tests/data/pinned_rope.json masses=0-79", every, {""});
    add("cantilever masses=0-80", rods, {""});
    add("twist masses=0-100", rods, {"", "self_contact=true"});
    add("capstan masses=0-271", rods, {"", "self_contact=true"});
    add("real_rope masses=0-99 mass_count=120", rods,
        {"", "closed=true", "surface_friction=true", "payout_speed=0.5", "payout_speed=-0.5", "turns=3"});
    for (const char* way : {"rope_radius=0.03", "rope_radius=0.03 self_contact=true bending_stiffness=50"})
        all.push_back(fmt::format("wrecking_ball masses=0-30 {}", way));
    // Moments that the program of an earlier day has written: they open, and go on.
    for (const char* moment : {"rope_explicit", "rope_midpoint_article", "rope_thick", "rope_twisted", "real_rope_ring",
                               "real_rope_rolls", "workshop_reel"})
        all.push_back(fmt::format("tests/data/moments/{}.json masses=0-15", moment));
    return all;
}

/// What `run` writes of so many seconds.
std::string csvOf(const Run& run, const std::string& seconds)
{
    std::istringstream words(run);
    std::string word;
    words >> word;
    const bool file = word.ends_with(".json");
    std::vector<std::string> arguments{"run",     file ? ROPEWALK_SOURCE_DIR "/" + word : word, "--seconds", seconds,
                                       "--input", ROPEWALK_SOURCE_DIR "/assets/drag.txt"};
    while (words >> word)
        if (word.starts_with("masses="))
            arguments.insert(arguments.end(), {"--masses", word.substr(word.find('=') + 1)});
        else
            arguments.insert(arguments.end(), {"--set", word});
    const Outcome outcome = runProgram(arguments);
    INFO(run);
    INFO(outcome.error);
    REQUIRE((outcome.code == 0 || outcome.code == 1)); // 1: an integrator that lets the scene run away
    REQUIRE(outcome.out.size() > 1000);
    return outcome.out;
}

/// The columns of the masses alone: how they move, without the books.
std::string motionOf(const std::string& csv)
{
    std::istringstream rows(csv);
    std::string row;
    std::getline(rows, row);
    const std::size_t first = row.find(",x0,");
    REQUIRE(first != std::string::npos);
    const auto columnsBefore = std::count(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first), ',') + 1;
    std::string motion;
    while (std::getline(rows, row))
    {
        std::size_t at = 0;
        for (std::ptrdiff_t column = 0; column < columnsBefore; ++column)
            at = row.find(',', at) + 1;
        motion += row.substr(at) + '\n';
    }
    return motion;
}

std::map<Run, std::string> hashesOf(const std::string& file)
{
    std::map<Run, std::string> all;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        if (!line.empty() && line[0] != '#')
            all[line.substr(line.find(' ') + 1)] = line.substr(0, line.find(' '));
    return all;
}

/// Compares the hash of each run with the one in the file; ROPEWALK_WRITE_GOLDEN writes the file instead.
template <typename HashedText>
void compare(const std::string& name, const std::string& comment, const std::vector<Run>& runs,
             const std::string& seconds, const HashedText& textOf)
{
    const std::string file = ROPEWALK_TEST_DATA "/" + name;
    const bool rewrites = std::getenv("ROPEWALK_WRITE_GOLDEN") != nullptr; // NOLINT(concurrency-mt-unsafe)
    std::map<Run, std::string> golden = hashesOf(file);
    std::string text = comment;
    for (const Run& run : runs)
    {
        const std::string hash = hashOf(textOf(csvOf(run, seconds)));
        const std::string line = fmt::format("{} {}", hash, run);
        text += line + '\n';
        if (rewrites)
            continue;
        const auto found = golden.find(run);
        if (found == golden.end())
            FAIL_CHECK("no hash for " << run << "; if its motion is right, add the line\n" << line);
        else
        {
            INFO(line << "\nis not as in tests/data/" << name);
            CHECK(found->second == hash);
            golden.erase(found);
        }
    }
    if (rewrites)
        std::ofstream(file) << text;
    else
        for (const auto& [run, hash] : golden)
            FAIL_CHECK("there is no run for the line\n" << hash << ' ' << run);
}

} // namespace

TEST_CASE("two seconds of every scene have the golden bits")
{
    compare("golden_hashes.txt",
            "# Hash of the CSV of 'ropewalk run SCENE --seconds 2 --input assets/drag.txt --set ...', and its\n"
            "# SCENE and settings; docs/determinism.md says how to write this file anew.\n",
            scenesAsTheyOpen(), "2", [](const std::string& csv) { return csv; });
}

TEST_CASE("a second of ropes in all ways moves with the golden bits")
{
    compare(
        "golden_motion.txt",
        "# Hash of the columns of the masses in the CSV of 'ropewalk run SCENE --seconds 1 --input assets/drag.txt\n"
        "# --masses ... --set ...', and its SCENE, masses and settings; docs/determinism.md says how to write this\n"
        "# file anew.\n",
        ropesInAllWays(), "1", motionOf);
}

TEST_CASE("a golden hash sees one digit")
{
    CHECK(hashOf("") == "cbf29ce484222325"); // of the definition: http://www.isthe.com/chongo/tech/comp/fnv
    CHECK(hashOf("a") == "af63dc4c8601ec8c");
    CHECK(hashOf("0.5000000000000001") != hashOf("0.5000000000000002"));
}
