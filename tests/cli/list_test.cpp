#include "catch.hpp"
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>

using Json = nlohmann::json;

TEST_CASE("list names the scenes")
{
    const Outcome text = runProgram({"list"});
    CHECK(text.code == 0);
    CHECK(text.out.find("scene") == 0);
    CHECK(text.out.find("\nrope ") != std::string::npos);

    const Json scenes = Json::parse(runProgram({"list", "--json"}).out);
    REQUIRE(scenes.is_array());
    CHECK(scenes[0]["id"] == "rope");
    for (const Json& scene : scenes)
        for (const char* key : {"id", "tab", "title", "hint"})
            CHECK_FALSE(scene.at(key).get<std::string>().empty());
}

TEST_CASE("params gives every parameter of the rope, in order")
{
    const Json rows = Json::parse(runProgram({"params", "rope", "--json"}).out);
    std::vector<std::string> names;
    for (const Json& row : rows)
        names.push_back(row.at("name"));
    CHECK(names == std::vector<std::string>{"mass_count",          "mass",
                                            "spring_constant",     "spring_length",
                                            "spring_friction",     "friction_direction",
                                            "bending_stiffness",   "gravity",
                                            "air_friction",        "ground_repulsion",
                                            "ground_friction",     "ground_absorption",
                                            "ground_height",       "pin_free_end",
                                            "free_end_position",   "payout_speed",
                                            "max_mass_count",      "min_mass_count",
                                            "insertion",           "connection_speed",
                                            "integrator",          "max_dt",
                                            "auto_steps",          "implicit_max_dt",
                                            "torsional_stiffness", "rope_radius",
                                            "contact_friction",    "self_contact"});
    CHECK(rows[0]["type"] == "integer");
    CHECK(rows[0]["default"] == 80);
    CHECK(rows[2]["type"] == "number");
    CHECK(rows[2]["default"] == 10000.0);
    CHECK(rows[2]["unit"] == "N/m");
    CHECK(rows[2]["minimum"] == 0.0);
    CHECK(rows[2]["maximum"] == 1e7);
    CHECK(rows[5]["type"] == "choice");
    CHECK(rows[5]["choices"] == Json{"full", "axial"});
    CHECK(rows[7]["type"] == "vector");
    CHECK(rows[7]["default"] == Json{0.0, -9.81, 0.0});
    for (const Json& row : rows)
    {
        CHECK_FALSE(row.at("sentence").get<std::string>().empty());
        CHECK_FALSE(row.at("group").get<std::string>().empty());
    }

    const std::string text = runProgram({"params", "rope"}).out;
    for (const std::string& name : names)
        CHECK(text.find("\n" + name + " ") != std::string::npos);
}

TEST_CASE("the parameter tables of the documents are those of the program")
{
    std::ifstream stream(std::string(ROPEWALK_SOURCE_DIR) + "/docs/parameters.md", std::ios::binary);
    const std::string document{std::istreambuf_iterator<char>(stream), {}};
    INFO("ropewalk params --markdown > docs/parameters.md brings it up to date");
    CHECK(document == runProgram({"params", "--markdown"}).out);
}

TEST_CASE("every scene file that comes with the program runs")
{
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(ROPEWALK_SOURCE_DIR) + "/assets"))
        if (entry.path().extension() == ".json")
        {
            ++files;
            const Outcome run = runProgram({"run", entry.path().string(), "--seconds", "1", "--every", "0.5", "--input",
                                            std::string(ROPEWALK_SOURCE_DIR) + "/assets/drag.txt"});
            INFO(entry.path().string() << ": " << run.error);
            CHECK(run.code == 0);
            CHECK(Csv(run.out).rows() == 3);
        }
    CHECK(files >= 3);
}

TEST_CASE("check compares every scene with theory")
{
    const Outcome text = runProgram({"check"});
    INFO(text.out);
    CHECK(text.code == 0);
    for (const char* column : {"scene", "quantity", "expected", "got", "difference", "tolerance", "unit", "verdict"})
        CHECK(text.out.substr(0, text.out.find('\n')).find(column) != std::string::npos);
    CHECK(text.out.find(" ok\n") != std::string::npos);
    CHECK(text.out.find("FAILED") == std::string::npos);

    const Json rows = Json::parse(runProgram({"check", "rope", "--json"}).out);
    REQUIRE(rows.size() >= 3);
    for (const Json& row : rows)
    {
        CHECK(row["scene"] == "rope");
        CHECK(row["passed"] == true);
        CHECK(std::abs(row["got"].get<double>() - row["expected"].get<double>()) <= row["tolerance"].get<double>());
    }
}
