#include "catch.hpp"

#include "files/output_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#ifndef _WIN32
#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#endif

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

TEST_CASE("a file may have the longest name that the system allows")
{
    const Folder folder;
    const fs::path file = folder.path / std::string(255, 'n');
    ropewalk::writeFile(file, "new");
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

TEST_CASE("a link to a file that is not there yet makes the file")
{
    const Folder folder;
    const fs::path link = folder.path / "link";
    fs::create_symlink("file", link); // relative to the link's folder
    ropewalk::writeFile(link, "new");
    CHECK(fs::is_symlink(link));
    CHECK(contents(folder.path / "file") == "new");

    fs::create_symlink("b", folder.path / "a");
    fs::create_symlink("a", folder.path / "b");
    CHECK_THROWS_WITH(ropewalk::writeFile(folder.path / "a", "new"),
                      ContainsSubstring("cannot be written: Too many levels of symbolic links"));
}

TEST_CASE("somebody else's link in a folder for all is not followed")
{
    if (geteuid() != 0)
        return; // only root can make one
    const Folder folder;
    const fs::path victim = folder.path / "victim";
    std::ofstream(victim) << "mine";
    const fs::path open = folder.path / "open";
    fs::create_directory(open);
    fs::permissions(open, fs::perms::all | fs::perms::sticky_bit);
    const fs::path link = open / "x.csv";
    fs::create_symlink(victim, link);
    REQUIRE(lchown(link.c_str(), 12345, 12345) == 0);
    CHECK_THROWS_WITH(ropewalk::writeFile(link, "new"), link.string() + ": cannot be written: Permission denied");
    CHECK(contents(victim) == "mine");
    CHECK(std::distance(fs::directory_iterator(open), {}) == 1);
}

TEST_CASE("what lies about under a temporary name is nobody's business")
{
    const Folder folder;
    const fs::path victim = folder.path / "victim";
    std::ofstream(victim) << "mine";
    fs::create_symlink(victim, folder.path / "x.csv.part");
    ropewalk::writeFile(folder.path / "x.csv", "new");
    CHECK(contents(victim) == "mine");
    CHECK(fs::is_symlink(folder.path / "x.csv.part"));
    CHECK_FALSE(fs::is_symlink(folder.path / "x.csv"));
    CHECK(contents(folder.path / "x.csv") == "new");
}

TEST_CASE("a replaced file passes its permissions on")
{
    const Folder folder;
    const fs::path file = folder.path / "secret";
    std::ofstream(file) << "old";
    for (const fs::perms kept : {fs::perms::owner_read | fs::perms::owner_write, fs::perms(0666)})
    {
        fs::permissions(file, kept);
        ropewalk::writeFile(file, "new");
        CHECK(fs::status(file).permissions() == kept);
    }
}

TEST_CASE("a pipe is written to, not replaced")
{
    const Folder folder;
    const fs::path pipe = folder.path / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::string read;
    std::thread reader([&] { read = contents(pipe); });
    ropewalk::writeFile(pipe, "through");
    reader.join();
    CHECK(read == "through");
    CHECK(fs::is_fifo(pipe));
    CHECK(folder.count() == 1);
}

TEST_CASE("devices are written to, not replaced")
{
    // Nodes of the test's own, of the kinds of null and full: a mistake must not cost the machine its devices.
    const Folder folder;
    const fs::path null = folder.path / "null";
    const fs::path full = folder.path / "full";
    if (mknod(null.c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0 ||
        mknod(full.c_str(), S_IFCHR | 0600, makedev(1, 7)) != 0 || access(full.c_str(), W_OK) != 0)
        return; // only root makes nodes, and not in every folder
    ropewalk::writeFile(null, "gone");
    CHECK(fs::is_character_file(null));
    CHECK_THROWS_WITH(ropewalk::writeFile(full, "no room"),
                      full.string() + ": cannot be written: No space left on device");
    CHECK(fs::is_character_file(full));
    CHECK(folder.count() == 2);
}

TEST_CASE("a disk that fills up leaves what was there before")
{
    // A limit on the size of files stands for the full disk.
    const Folder folder;
    const fs::path file = folder.path / "x.csv";
    std::ofstream(file) << "old";
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, before.rlim_max};
    std::string message;
    setrlimit(RLIMIT_FSIZE, &small);
    try
    {
        ropewalk::writeFile(file, std::string(10'000, 'x'));
    }
    catch (const std::runtime_error& error)
    {
        message = error.what();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(message == file.string() + ": cannot be written: File too large");
    CHECK(contents(file) == "old");
    CHECK(folder.count() == 1);
}
#endif
