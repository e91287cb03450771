#include "catch.hpp"

#include "files/output_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>

namespace fs = std::filesystem;

namespace
{

/// A folder of its own that vanishes with the test.
struct Folder
{
    fs::path path = fs::temp_directory_path() / ("ropewalk_output_" + std::to_string(std::random_device{}()));
    Folder() { fs::create_directory(path); }
    ~Folder() { fs::remove_all(path); }
    auto count() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

std::string contents(const fs::path& file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST_CASE("a file appears when it is complete")
{
    const Folder folder;
    const fs::path file = folder.path / "a b.csv";
    {
        ropewalk::OutputFile output(file);
        output.write("new");
        CHECK_FALSE(fs::exists(file));
        output.commit();
        CHECK(contents(file) == "new");
    }
    CHECK(contents(file) == "new");
    CHECK(folder.count() == 1);
}

TEST_CASE("a file that was given up leaves what was there before")
{
    const Folder folder;
    const fs::path file = folder.path / "x.csv";
    std::ofstream(file) << "old";
    {
        ropewalk::OutputFile output(file);
        output.write("half");
    }
    CHECK(contents(file) == "old");
    CHECK(folder.count() == 1);
}

TEST_CASE("a file that cannot be made is named")
{
    const Folder folder;
    const std::string missing = (folder.path / "none" / "x.csv").string();
    CHECK_THROWS_WITH(ropewalk::OutputFile(missing), missing + ": cannot be written: No such file or directory");
    CHECK_THROWS_WITH(ropewalk::OutputFile(folder.path), folder.path.string() + ": cannot be written: Is a directory");
    CHECK_THROWS_AS(ropewalk::OutputFile(fs::path()), std::runtime_error);
    CHECK(folder.count() == 0);
}

#ifndef _WIN32
TEST_CASE("a link stays a link, and its file is replaced")
{
    const Folder folder;
    const fs::path file = folder.path / "file";
    const fs::path link = folder.path / "link";
    std::ofstream(file) << "old";
    fs::create_symlink(file, link);
    ropewalk::OutputFile output(link);
    output.write("new");
    output.commit();
    CHECK(fs::is_symlink(link));
    CHECK(contents(file) == "new");
}

TEST_CASE("devices are written to, not replaced")
{
    ropewalk::OutputFile null("/dev/null");
    null.write("gone");
    null.commit();
    CHECK(fs::is_character_file("/dev/null"));

    if (fs::exists("/dev/full"))
    {
        ropewalk::OutputFile full("/dev/full");
        full.write("no room");
        CHECK_THROWS_WITH(full.commit(), "/dev/full: cannot be written: No space left on device");
    }
}
#endif
