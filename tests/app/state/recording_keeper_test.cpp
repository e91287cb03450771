#include "app/state/recording_keeper.hpp"
#include "app/workbench/workbench.hpp"

#include "scenes/scene.hpp"

#include "catch.hpp"

#include <filesystem>
#include <fstream>
#include <string>

using namespace ropewalk;

TEST_CASE("what was done is kept once a second, until the session ends by itself", "[recording]")
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "ropewalk_recording_keeper";
    std::filesystem::remove_all(folder);
    RecordingKeeper keeper(folder);
    const std::filesystem::path file = keeper.file();
    CHECK(file == folder / "recording-1.json");
    CHECK_FALSE(keeper.found());

    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.tick({});
    bench.setSpeed(2.0);
    keeper.keep(bench.recorded(), -1.0);
    CHECK_FALSE(keeper.found()); // nothing was done
    bench.setParameter("mass", "0.02", 1);
    bench.tick({});
    keeper.keep(bench.recorded(), 0.5);
    bench.setParameter("mass", "0.03", 2);
    keeper.keep(bench.recorded(), 1.0);
    CHECK(keeper.found().value().script == "+1 caption speed x2\n+0 set mass 0.02\n");
    keeper.keep(bench.recorded(), 1.5);
    CHECK(keeper.found().value().script == "+1 caption speed x2\n+0 set mass 0.02\n+1 set mass 0.03\n");

    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    CHECK_FALSE(keeper.found());
    keeper.forget();
    CHECK_FALSE(std::filesystem::exists(file));
    RecordingKeeper({}).keep(bench.recorded(), 9.0);
    std::filesystem::remove_all(folder);
}

TEST_CASE("each window keeps a file of its own, and the next one finds that of a killed one", "[recording]")
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "ropewalk_recording_keepers";
    std::filesystem::remove_all(folder);
    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.tick({});
    bench.setParameter("mass", "0.02", 1);
    RecordingKeeper first(folder);
    {
        RecordingKeeper second(folder);
        CHECK(second.file() == folder / "recording-2.json");
        first.keep(bench.recorded(), 0.0);
        second.keep(bench.recorded(), 0.0);
        REQUIRE(second.found()); // and it is killed
    }
    RecordingKeeper third(folder);
    CHECK(third.file() == folder / "recording-2.json");
    CHECK(third.found());
    CHECK(RecordingKeeper(folder).file() == folder / "recording-3.json");
    first.forget();
    third.forget();
    std::filesystem::remove_all(folder);
}
