#pragma once

#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <variant>

namespace ropewalk
{

/// How large a scene the sliders may ask for.
enum class Sizes
{
    small, ///< see `enough`
    any
};

/// Sizes above these cost time and show nothing of the motion that smaller ones do not.
inline const std::map<std::string, int, std::less<>> enough{
    {"mass_count", 500},   {"max_mass_count", 500},   {"rope_count", 50},     {"columns", 25},
    {"rows", 25},          {"iterations", 50},        {"cosserat_steps", 10}, {"cosserat_iterations", 20},
    {"descent_steps", 10}, {"descent_iterations", 20}};

/// Moves all sliders of a scene at once, each anywhere in its range.
class Sliders
{
public:
    explicit Sliders(unsigned seed, Sizes sizes = Sizes::small) : random_(seed), sizes_(sizes) {}

    double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
    bool chance(double p) { return uniform(0.0, 1.0) < p; }

    void move(Scene& scene)
    {
        for (rope::Parameter& row : scene.parameters().rows())
            move(row);
        if (scene.parameters().find("auto_steps") != nullptr)
            scene.parameters().set("auto_steps", "true");
    }

private:
    /// A slider stays where it is in four of ten cases, else it is anywhere in its range.
    void move(rope::Parameter& row)
    {
        if (chance(0.4))
            row.restoreDefault();
        else if (double* const* number = std::get_if<double*>(&row.field()))
            **number = between(row);
        else if (int* const* whole = std::get_if<int*>(&row.field()))
        {
            const auto most = enough.find(row.name());
            const int value = static_cast<int>(std::lround(between(row)));
            **whole = most == enough.end() || sizes_ == Sizes::any ? value : std::min(value, most->second);
        }
        else if (bool* const* turned = std::get_if<bool*>(&row.field()))
            **turned = chance(0.5);
        else if (Vec3* const* vector = std::get_if<Vec3*>(&row.field()))
            **vector = Vec3(between(row), between(row), between(row));
        else
            row.parse(row.choices()[std::uniform_int_distribution<std::size_t>(0, row.choices().size() - 1)(random_)]);
    }

    /// At one of the ends now and then, by decades where the range is wide.
    double between(const rope::Parameter& row)
    {
        const double a = row.minimum();
        const double b = row.maximum();
        if (chance(0.15))
            return chance(0.5) ? a : b;
        if (!row.logarithmic() || a < 0.0)
            return uniform(a, b);
        return std::exp(uniform(std::log(std::max(a, 1e-8 * b)), std::log(b)));
    }

    std::mt19937_64 random_;
    Sizes sizes_;
};

} // namespace ropewalk
