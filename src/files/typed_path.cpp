#include "typed_path.hpp"

#include "platform.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <tuple>

namespace ropewalk
{

namespace fs = std::filesystem;

fs::path homeFolder()
{
    const char* home = std::getenv(onWindows ? "USERPROFILE" : "HOME");
    return home != nullptr && fs::path(home).is_absolute() ? fs::path(home) : fs::path();
}

TypedPath typedPath(std::string_view text)
{
    fs::path path(text);
    const bool fromHome = text == "~" || text.starts_with("~/");
    if (fromHome)
        path = homeFolder() / text.substr(std::min<std::size_t>(text.size(), 2));
    std::error_code ignored;
    if (const fs::path absolute = fs::absolute(path, ignored); !absolute.empty())
        path = absolute;
    path = path.lexically_normal();
    const std::string name = path.filename().string();
    // "." and ".." are folders, and no beginnings of names.
    const bool whole = text == "~" || text.empty() || text.ends_with("/.") || text.ends_with("..") || text == ".";
    return whole ? TypedPath{path, {}} : TypedPath{path.parent_path(), name};
}

std::string typedFolder(const fs::path& folder)
{
    std::string text = folder.lexically_normal().generic_string();
    if (!text.ends_with('/'))
        text += '/';
    return text;
}

std::vector<FolderEntry> listFolder(const fs::path& folder, std::span<const std::string_view> endings, bool hidden)
{
    const auto isListed = [endings](const std::string& name)
    {
        return std::any_of(endings.begin(), endings.end(),
                           [&name](std::string_view ending) { return name.ends_with(ending); });
    };
    std::error_code error;
    fs::directory_iterator at(folder, error);
    std::vector<FolderEntry> entries;
    while (!error && at != fs::directory_iterator())
    {
        std::error_code unknown; // such as a link to nowhere, which is neither
        FolderEntry entry{at->path().filename().string(), at->is_directory(unknown)};
        const bool wanted = entry.folder || (isListed(entry.name) && at->is_regular_file(unknown));
        if (wanted && (hidden || !entry.name.starts_with('.')))
            entries.push_back(std::move(entry));
        at.increment(error);
    }
    if (error)
        throw std::invalid_argument(fmt::format("{}: cannot be read: {}", folder.string(), error.message()));
    const auto rank = [](const FolderEntry& entry)
    { return std::tuple(!entry.folder, text::lowered(entry.name), entry.name); };
    std::sort(entries.begin(), entries.end(),
              [&rank](const FolderEntry& a, const FolderEntry& b) { return rank(a) < rank(b); });
    return entries;
}

std::vector<FolderEntry> beginningWith(std::string_view beginning, const std::vector<FolderEntry>& entries)
{
    const std::string wanted = text::lowered(beginning);
    std::vector<FolderEntry> found;
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(found),
                 [&wanted](const FolderEntry& entry) { return text::lowered(entry.name).starts_with(wanted); });
    return found;
}

std::string commonBeginning(const std::vector<FolderEntry>& entries)
{
    if (entries.empty())
        return {};
    const std::string first = text::lowered(entries.front().name);
    std::size_t common = first.size();
    for (const FolderEntry& entry : entries)
    {
        const std::string name = text::lowered(entry.name);
        const auto differs = std::mismatch(first.begin(), first.end(), name.begin(), name.end()).first;
        common = std::min(common, static_cast<std::size_t>(differs - first.begin()));
    }
    return entries.front().name.substr(0, common);
}

} // namespace ropewalk
