// What a run of each scene gives, to the last bit. The hashes stand for every processor, compiler and level of
// optimisation (docs/determinism.md).

#include "catch.hpp"
#include "program.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace
{

const std::string goldenFile = ROPEWALK_TEST_DATA "/golden_hashes.txt";

/// FNV-1a of all bytes, in hexadecimal digits.
std::string hashOf(const std::string& text)
{
    std::uint64_t hash = 14695981039346656037u;
    for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
    return fmt::format("{:016x}", hash);
}

/// A scene and its settings, as a line of the file has them behind the hash.
using Run = std::string;

/// Every scene as it opens, and with each other integrator and preset that it has.
std::vector<Run> allRuns()
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
                    if (choice != row.at("default"))
                        all.push_back(fmt::format("{} {}={}", usual, row.at("name").get<std::string>(), choice));
    }
    return all;
}

/// What `run` writes; its first word is the scene.
Outcome outcomeOf(const Run& run)
{
    std::istringstream words(run);
    std::string word;
    words >> word;
    std::vector<std::string> arguments{"run", word,      "--seconds",
                                       "2",   "--input", ROPEWALK_SOURCE_DIR "/assets/drag.txt"};
    while (words >> word)
        arguments.insert(arguments.end(), {"--set", word});
    return runProgram(arguments);
}

std::map<Run, std::string> goldenHashes()
{
    std::map<Run, std::string> all;
    std::ifstream stream(goldenFile);
    for (std::string line; std::getline(stream, line);)
        if (!line.empty() && line[0] != '#')
            all[line.substr(line.find(' ') + 1)] = line.substr(0, line.find(' '));
    return all;
}

} // namespace

TEST_CASE("two seconds of every scene have the golden bits")
{
    const bool rewrites = std::getenv("ROPEWALK_WRITE_GOLDEN") != nullptr; // NOLINT(concurrency-mt-unsafe)
    std::map<Run, std::string> golden = goldenHashes();
    std::string text =
        "# Hash of the CSV of 'ropewalk run SCENE --seconds 2 --input assets/drag.txt --set ...', and its\n"
        "# SCENE and settings; docs/determinism.md says how to write this file anew.\n";
    for (const Run& run : allRuns())
    {
        const Outcome outcome = outcomeOf(run);
        INFO(outcome.error);
        REQUIRE((outcome.code == 0 || outcome.code == 1)); // 1: an integrator that lets the scene run away
        REQUIRE(outcome.out.size() > 1000);
        const std::string line = fmt::format("{} {}", hashOf(outcome.out), run);
        text += line + '\n';
        if (rewrites)
            continue;
        const auto found = golden.find(run);
        if (found == golden.end())
            FAIL_CHECK("no hash for " << run << "; if its motion is right, add the line\n" << line);
        else
        {
            INFO(line << "\nis not as in tests/data/golden_hashes.txt");
            CHECK(found->second == hashOf(outcome.out));
            golden.erase(found);
        }
    }
    if (rewrites)
        std::ofstream(goldenFile) << text;
    else
        for (const auto& [run, hash] : golden)
            FAIL_CHECK("there is no run for the line\n" << hash << ' ' << run);
}

TEST_CASE("a golden hash sees one digit")
{
    CHECK(hashOf("") == "cbf29ce484222325"); // of the definition: http://www.isthe.com/chongo/tech/comp/fnv
    CHECK(hashOf("a") == "af63dc4c8601ec8c");
    CHECK(hashOf("0.5000000000000001") != hashOf("0.5000000000000002"));
}
