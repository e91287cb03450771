#include "catch.hpp"
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <set>
#include <string>

using Json = nlohmann::json;

TEST_CASE("check --theory compares experiments with theory")
{
    const Outcome text = runProgram({"check", "--theory"});
    INFO(text.out << text.error);
    CHECK(text.code == 0);
    CHECK(text.error.empty());
    CHECK(text.out.substr(0, 10) == "experiment");
    CHECK(text.out.find("FAILED") == std::string::npos);
    CHECK(text.out.find("mode_5") != std::string::npos);

    const Outcome json = runProgram({"check", "--theory", "--json"});
    CHECK(json.code == 0);
    const Json rows = Json::parse(json.out);
    CHECK_FALSE(rows.empty());
    std::set<std::string> ids;
    for (const Json& row : rows)
    {
        CAPTURE(row.dump());
        CHECK(ids.insert(row.at("id").get<std::string>()).second);
        for (const char* key : {"title", "formula", "source", "unit"})
            CHECK(row.at(key).is_string());
        const double difference = row.at("measured").get<double>() - row.at("predicted").get<double>();
        CHECK(row.at("difference").get<double>() == difference);
        CHECK(std::abs(difference) <= row.at("tolerance").get<double>());
        CHECK(row.at("passed") == true);
        if (row.contains("textbook"))
            CHECK(row["textbook"].at("passed") == true);
    }
}

TEST_CASE("single experiments are named")
{
    const Json rows = Json::parse(runProgram({"check", "--theory", "catenary_2m_sag", "mode_1", "--json"}).out);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0]["id"] == "catenary_2m_sag");
    // The chain's balance, solved by another program, and H. M. Irvine's formula for the sag of an elastic catenary.
    CHECK(rows[0]["predicted"].get<double>() == Approx(1.613832542404019).margin(1e-9));
    CHECK(rows[0]["textbook"]["predicted"].get<double>() == Approx(1.614298).margin(1e-6));
    // omega of the elastic chain by another program, and sin(w'h/2) = wh/2 at h = 1 ms.
    const double omega = 1.848670796763386;
    CHECK(rows[1]["predicted"].get<double>() == Approx(2000.0 * std::asin(0.0005 * omega)).epsilon(1e-9));
    CHECK(rows[1]["unit"] == "rad/s");

    const Outcome wrong = runProgram({"check", "--theory", "mode_11"});
    CHECK(wrong.code == 2);
    CHECK(wrong.error == "ropewalk: unknown experiment 'mode_11'; did you mean 'mode_1'?\n");
}

TEST_CASE("experiments with knots are a list of their own")
{
    const Outcome post = runProgram({"check", "--knots", "knot_on_post"});
    CHECK(post.code == 0);
    CHECK(post.out.find("ok") != std::string::npos);
    const Outcome wrong = runProgram({"check", "--knots", "mode_1"});
    CHECK(wrong.code == 2);
    CHECK(wrong.error.starts_with("ropewalk: unknown experiment 'mode_1'"));
    CHECK(runProgram({"check", "--knots", "--theory"}).code == 2);
}
