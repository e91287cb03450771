#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace ropewalk
{

/// The scene files that were opened or saved last, the latest first.
class RecentFiles
{
public:
    static constexpr std::size_t most = 10;

    struct Entry
    {
        std::string file;
        bool missing = false; ///< when `look` was called
    };
    const std::vector<Entry>& entries() const { return entries_; }

    void add(const std::string& file)
    {
        std::erase_if(entries_, [&file](const Entry& entry) { return entry.file == file; });
        entries_.insert(entries_.begin(), Entry{file});
        entries_.resize(std::min(entries_.size(), most));
    }
    void clear() { entries_.clear(); }

    /// Asks which of them are there: a disk that sleeps answers slowly.
    void look()
    {
        for (Entry& entry : entries_)
        {
            std::error_code ignored;
            entry.missing = !std::filesystem::is_regular_file(entry.file, ignored);
        }
    }

private:
    std::vector<Entry> entries_;
};

} // namespace ropewalk
