#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rope
{
class Parameters;
struct RopeAdvice;
struct RopeSettings;
} // namespace rope

namespace ropewalk
{

/// One number of an advice, as the command line and the window show it.
struct AdvisedQuantity
{
    std::string name;
    double value; ///< percents where the unit says so
    std::string_view unit;
    std::string_view sentence;
};
std::vector<AdvisedQuantity> advisedQuantities(const rope::RopeAdvice& advice);

/// The id of the scene whose rope an advice is about.
inline constexpr std::string_view advisedScene = "rope";

/// The parameters of that scene that an advice sets (NAME, VALUE), to ten digits: 0.02 and not 0.020000000000000004.
/// The split of a frame into steps has room for that.
std::vector<std::pair<std::string, std::string>> advisedParameters(rope::RopeSettings settings,
                                                                   bool withGravity = true);

/// The gravity [m/s2] of a scene with these constants, for a wish; the earth's where they have none.
double gravityForWish(const rope::Parameters& constants);

} // namespace ropewalk
