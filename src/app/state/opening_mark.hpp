#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ropewalk
{

/// A file that stands while a scene opens with kept constants, until its first tick is drawn. One that is found at the
/// start tells that the program never got there: it froze or was ended with these constants.
class OpeningMark
{
public:
    /// With an empty path nothing is marked, nor where a folder or a pipe has that name.
    explicit OpeningMark(std::filesystem::path file);

    std::string found() const; ///< id of the marked scene; empty without a mark
    void set(std::string_view scene);
    bool isSet() const { return set_; } ///< by this run
    void clear();

private:
    std::filesystem::path file_;
    bool set_ = false;
};

} // namespace ropewalk
