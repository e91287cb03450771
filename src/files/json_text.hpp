#pragma once

#include <rope/vec.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// A JSON text as a tree that knows where its keys stand in the text.
class JsonText
{
public:
    /// Throws std::invalid_argument, as fail() does, for bad syntax, for a key that stands twice in one object and for
    /// more than six levels of lists and objects. `name` is what errors call the text. Both must outlive this object.
    JsonText(std::string_view text, std::string_view name);

    const nlohmann::json& tree() const { return tree_; }

    /// Throws std::invalid_argument: "NAME:LINE:COLUMN: message". The place is where the key at `path` stands, such as
    /// "parameters/mass", or of an object in a list, such as "bodies/3" or "lesson/steps/3"; else where the key above
    /// stands, else the start.
    [[noreturn]] void fail(const std::string& path, std::string_view message) const;

private:
    class Reader;

    [[noreturn]] void failAt(std::size_t offset, std::string_view message) const;

    std::string_view text_;
    std::string_view name_;
    nlohmann::json tree_;
    std::map<std::string, std::size_t> offsets_; ///< by path, of the first two levels and of lists in the second
};

/// Throws std::invalid_argument for a key that is not known; `what` is what it calls the known ones.
void checkKey(std::string_view key, const std::vector<std::string_view>& known, const std::string& what = "keys");

/// A list of three numbers; `name` is what errors call it.
rope::Vec3 vectorOf(const nlohmann::json& value, std::string_view name);
nlohmann::ordered_json vectorJson(const rope::Vec3& v);

/// What kind of value it is, as errors call it: "a number", "a list" ...
std::string_view kindText(const nlohmann::json& value);

bool isUtf8(std::string_view text);

/// The text of the value, for a reader: the two upper levels, and lists of lists below them, have a line for each part.
/// Numbers have the fewest digits that read back with the same bits.
std::string jsonLines(const nlohmann::ordered_json& value);

/// Throws std::invalid_argument with this message.
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> format, Values&&... values)
{
    throw std::invalid_argument(fmt::format(format, std::forward<Values>(values)...));
}

} // namespace ropewalk
