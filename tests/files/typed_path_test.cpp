#include "catch.hpp"

#include "files/typed_path.hpp"

#include <fstream>
#include <random>
#include <stdexcept>

using namespace ropewalk;
namespace fs = std::filesystem;

namespace
{

/// A folder of its own that vanishes with the test.
struct Folder
{
    fs::path path = fs::temp_directory_path() / ("ropewalk_typed_" + std::to_string(std::random_device{}()));
    explicit Folder(const std::vector<std::string>& files)
    {
        fs::create_directories(path / "ropes");
        fs::create_directories(path / ".hidden");
        for (const std::string& file : files)
            std::ofstream(path / file) << "{}";
    }
    ~Folder() { fs::remove_all(path); }
};

std::vector<std::string> namesOf(const std::vector<FolderEntry>& entries)
{
    std::vector<std::string> names;
    for (const FolderEntry& entry : entries)
        names.push_back(entry.name + (entry.folder ? "/" : ""));
    return names;
}

} // namespace

TEST_CASE("a typed path is a folder and the beginning of a name", "[files]")
{
    const auto parts = [](std::string_view text)
    {
        const TypedPath typed = typedPath(text);
        return std::pair(typed.folder.generic_string(), typed.beginning);
    };
    CHECK(parts("/ropes/he") == std::pair<std::string, std::string>("/ropes", "he"));
    CHECK(parts("/ropes/") == std::pair<std::string, std::string>("/ropes", ""));
    CHECK(parts("/ropes/long/../he") == std::pair<std::string, std::string>("/ropes", "he"));
    CHECK(parts("/") == std::pair<std::string, std::string>("/", ""));
    CHECK(parts("/ropes/.hid") == std::pair<std::string, std::string>("/ropes", ".hid"));
    CHECK(typedPath("/ropes/long/..").whole().lexically_normal() == fs::path("/ropes/"));
    CHECK(typedPath("he").whole() == fs::current_path() / "he");
    CHECK(typedPath("~/he").whole() == homeFolder() / "he");
    CHECK(typedPath("~").beginning.empty());
    CHECK(typedFolder("/ropes") == "/ropes/");
    CHECK(typedFolder("/") == "/");
}

TEST_CASE("a folder lists its folders and then the files with the ending", "[files]")
{
    const Folder folder({"heavy.json", "Header.json", "light.json", "notes.txt", ".secret.json"});
    constexpr std::array<std::string_view, 1> json{".json"};
    const std::vector<FolderEntry> all = listFolder(folder.path, json, false);
    CHECK(namesOf(all) == std::vector<std::string>{"ropes/", "Header.json", "heavy.json", "light.json"});
    CHECK(namesOf(listFolder(folder.path, json, true)) ==
          std::vector<std::string>{".hidden/", "ropes/", ".secret.json", "Header.json", "heavy.json", "light.json"});

    const std::vector<FolderEntry> found = beginningWith("HE", all);
    CHECK(namesOf(found) == std::vector<std::string>{"Header.json", "heavy.json"});
    CHECK(commonBeginning(found) == "Hea"); // "hea" of header and heavy
    CHECK(commonBeginning(beginningWith("l", all)) == "light.json");
    CHECK(commonBeginning({}).empty());
    CHECK_THROWS_AS(listFolder(folder.path / "missing", json, false), std::invalid_argument);
}
