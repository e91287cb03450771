#pragma once

#include "scenes/document/recording.hpp"
#include "scenes/scene.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// A thing that was done, in words: "Spring constant 10 → 14 kN/m".
struct Caption
{
    long long tick = 0; ///< of the recording
    std::string text;
};

/// The captions of a recording. It may have grown since the last call: only its new lines are read.
class Captions
{
public:
    /// `stretch` is another one where the recording is.
    const std::vector<Caption>& of(const Recording& recording, int stretch);

private:
    /// After some lines.
    struct State
    {
        std::size_t bytes = 0;                                  ///< of the script
        double time = 0.0;                                      ///< [s] of the last line
        std::map<std::string, std::string, std::less<>> values; ///< of constants that were set
        std::vector<Caption> captions;
        std::string setName; ///< of the constant that the last caption is about
        std::string setFrom;
        double setTime = 0.0; ///< [s], the last time
        bool steered = false;
    };
    void read(State& state, std::string_view line) const;
    void readSet(State& state, std::string_view name, std::string_view to, double time) const;
    void readConstants(State& state, std::string_view words, double time) const;
    std::string valueBefore(const State& state, std::string_view name) const;
    std::string change(std::string_view name, const std::string& from, const std::string& to) const;

    int stretch_ = 0;
    std::unique_ptr<Scene> start_; ///< knows the names and units of its constants
    State read_;                   ///< all lines but the last one, which may change while a slider is dragged
    std::vector<Caption> captions_;
    std::string last_; ///< line
};

} // namespace ropewalk
