#include "catch.hpp"

#include "app/report.hpp"
#include "app/workbench/workbench.hpp"
#include "scenes/document/scene_file.hpp"

#include <ropewalk/version.hpp>

#include <nlohmann/json.hpp>

#include <string>

using namespace ropewalk;

TEST_CASE("A report says the program, the scene with its moment, the last ticks and what was done in them", "[report]")
{
    constexpr double tick = 1.0 / 60.0;
    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.setParameter("mass", "0.07", 1);
    Controls right;
    right.direction = Vec3(1.0, 0.0, 0.0);
    Controls held;
    held.pull = Controls::Pull{0, Vec3(0.5, 0.2, 0.0)};
    for (int i = 0; i < 700; ++i)
        bench.advance(tick, i < 650 ? Controls() : i < 690 ? right : held);
    const nlohmann::json report = nlohmann::json::parse(reportText(bench, {true, {}}));
    CHECK(report.at("ropewalk") == std::string(version));
    CHECK(report.at("paused") == false);

    // Its scene opens, at the moment of the report.
    const std::unique_ptr<Scene> again = parseScene(report.at("scene").dump(), "report");
    CHECK(again->parameters().at("mass").text() == "0.07");
    CHECK(again->time() == bench.scene().time());
    CHECK(again->massRow(40) == bench.scene().massRow(40));

    const nlohmann::json& inputs = report.at("inputs");
    REQUIRE(inputs.size() == 600);
    CHECK(inputs.back().at("time") == bench.scene().time());
    CHECK(inputs.back().at("pull").at("target") == nlohmann::json({0.5, 0.2, 0.0}));
    CHECK(inputs.at(570).at("direction") == nlohmann::json({1.0, 0.0, 0.0}));
    CHECK(inputs.at(0).size() == 1); // nothing was done: its time alone

    const nlohmann::json& log = report.at("log");
    CHECK(log.at("columns").front() == "time");
    CHECK(log.at("columns").size() == bench.scene().diagnostics().rows().size() + 1);
    REQUIRE(log.at("rows").size() == 600);
    CHECK(log.at("rows").back().at(0) == bench.scene().time());
    CHECK(log.at("rows").back().at(1) == bench.scene().diagnostics().rows().front().value());

    // A way back forgets what came after.
    bench.seek(bench.moment().first - 100);
    CHECK(bench.inputs().ticks().back().time == Approx(bench.scene().time()));
    bench.reset();
    CHECK(bench.inputs().ticks().empty());
}
