#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The user's home folder; empty where the system names none.
std::filesystem::path homeFolder();

/// A path as somebody types it: a folder, and how the name in it begins.
struct TypedPath
{
    std::filesystem::path folder; ///< absolute
    std::string beginning;        ///< empty right behind a separator

    std::filesystem::path whole() const { return folder / beginning; }
};

/// "~/ropes/he" is the beginning "he" in the folder "ropes" of the home folder. A path that begins with no separator is
/// one of the current folder.
TypedPath typedPath(std::string_view text);

/// As it is typed: separators at the end of folders.
std::string typedFolder(const std::filesystem::path& folder);

struct FolderEntry
{
    std::string name;
    bool folder = false;

    friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};

/// The folders in a folder, then its files with one of these endings, each by name; those with a leading dot are left
/// out unless they are asked for. Throws std::invalid_argument where the folder cannot be read.
std::vector<FolderEntry> listFolder(const std::filesystem::path& folder, std::span<const std::string_view> endings,
                                    bool hidden);

/// Those whose name begins so; capitals do not matter.
std::vector<FolderEntry> beginningWith(std::string_view beginning, const std::vector<FolderEntry>& entries);

/// The longest beginning that all names have; capitals do not matter, and are as in the first name.
std::string commonBeginning(const std::vector<FolderEntry>& entries);

} // namespace ropewalk
