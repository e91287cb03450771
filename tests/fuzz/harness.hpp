// Inputs that nobody would think of: a harness takes any bytes, makes of them what a user could, and throws a Finding
// where the program breaks a promise. A fuzzer (fuzzer.cpp) searches for such bytes; an ordinary test (replay.cpp) runs
// the seeds and every input that was ever found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fuzz
{

/// A promise that was broken.
struct Finding : std::logic_error
{
    using std::logic_error::logic_error;
};

inline void promise(bool kept, const std::string& what)
{
    if (!kept)
        throw Finding(what);
}

/// An error is one line of moderate length, whatever was given.
inline void promiseOneLine(std::string_view message)
{
    promise(!message.empty() && message.size() < 1000 && message.find('\n') == std::string_view::npos,
            "an error is not one line of moderate length: " + std::string(message.substr(0, 2000)));
}

/// Takes choices from bytes; after their end every choice is the first one.
class Choices
{
public:
    explicit Choices(std::string_view bytes) : bytes_(bytes) {}

    bool done() const { return bytes_.empty(); }
    std::uint8_t byte()
    {
        if (bytes_.empty())
            return 0;
        const auto first = static_cast<std::uint8_t>(bytes_.front());
        bytes_.remove_prefix(1);
        return first;
    }
    std::size_t below(std::size_t count) { return count > 256 ? (byte() * 256u + byte()) % count : byte() % count; }
    /// In [0, 1], and both ends now and then.
    double share() { return (256.0 * byte() + byte()) / 65535.0; }
    std::string_view line()
    {
        const std::size_t end = bytes_.find('\n');
        const std::string_view first = bytes_.substr(0, end);
        bytes_.remove_prefix(end == std::string_view::npos ? bytes_.size() : end + 1);
        return first;
    }

private:
    std::string_view bytes_;
};

void sceneText(std::string_view bytes);
void inputScript(std::string_view bytes);
void preferences(std::string_view bytes);
void options(std::string_view bytes);
void constants(std::string_view bytes);
void wishes(std::string_view bytes);
void workbench(std::string_view bytes);
void moments(std::string_view bytes);
void recordings(std::string_view bytes);

struct Harness
{
    std::string_view name; ///< of its folders below seeds and found as well
    void (*run)(std::string_view bytes);
};
inline constexpr std::array harnesses{
    Harness{"scene_text", sceneText}, Harness{"input_script", inputScript}, Harness{"preferences", preferences},
    Harness{"options", options},      Harness{"constants", constants},      Harness{"wishes", wishes},
    Harness{"workbench", workbench},  Harness{"moments", moments},          Harness{"recordings", recordings},
};

} // namespace fuzz
