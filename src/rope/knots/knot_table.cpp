#include "rope/knots/knot_table.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

// D. Rolfsen, Knots and Links, 1976, appendix C: the prime knots of up to seven crossings.

namespace rope
{

namespace
{

using Polynomial = std::vector<std::int64_t>;

struct Known
{
    std::string_view name;
    Polynomial alexander;
    int signature; ///< without its sign
    std::string_view commonName;
};

const std::vector<Known>& primeKnots()
{
    static const std::vector<Known> all = {
        {"3_1", {1, -1, 1}, 2, "overhand"},
        {"4_1", {1, -3, 1}, 0, "figure-eight"},
        {"5_1", {1, -1, 1, -1, 1}, 4, "double overhand"},
        {"5_2", {2, -3, 2}, 2, "three-twist"},
        {"6_1", {2, -5, 2}, 0, "stevedore"},
        {"6_2", {1, -3, 3, -3, 1}, 2, ""},
        {"6_3", {1, -3, 5, -3, 1}, 0, ""},
        {"7_1", {1, -1, 1, -1, 1, -1, 1}, 6, "triple overhand"},
        {"7_2", {3, -5, 3}, 2, ""},
        {"7_3", {2, -3, 3, -3, 2}, 4, ""},
        {"7_4", {4, -7, 4}, 2, "endless"},
        {"7_5", {2, -4, 5, -4, 2}, 4, ""},
        {"7_6", {1, -5, 7, -5, 1}, 2, ""},
        {"7_7", {1, -5, 9, -5, 1}, 0, ""},
    };
    return all;
}

Polynomial product(const Polynomial& one, const Polynomial& other)
{
    Polynomial product(one.size() + other.size() - 1, 0);
    for (std::size_t i = 0; i < one.size(); ++i)
        for (std::size_t j = 0; j < other.size(); ++j)
            product[i + j] += one[i] * other[j];
    return product;
}

/// Both knots in one rope: polynomials multiply, and signatures add up, with different signs where one is mirrored.
bool nameSum(KnotType& type, const Known& one, const Known& other)
{
    const int size = std::abs(*type.signature);
    const bool alike = size == one.signature + other.signature;
    if (product(one.alexander, other.alexander) != type.alexander ||
        (!alike && size != std::abs(one.signature - other.signature)))
        return false;
    type.name = std::string(one.name) + " # " + std::string(other.name) + (alike ? "" : "*");
    if (one.name == "3_1" && other.name == "3_1")
        type.commonName = alike ? "granny" : "square";
    return true;
}

} // namespace

void name(KnotType& type)
{
    if (type.alexander.empty() || !type.signature)
        return;
    if (*type.signature != 0)
        type.hand = *type.signature < 0 ? KnotHand::right : KnotHand::left;
    if (type.alexander.size() == 1 && type.determinant == 1 && *type.signature == 0)
    {
        type.name = "0_1";
        type.commonName = "no knot";
    }
    for (const Known& known : primeKnots())
        if (known.alexander == type.alexander && known.signature == std::abs(*type.signature))
        {
            type.name = known.name;
            type.commonName = known.commonName;
        }
    for (auto one = primeKnots().begin(); one != primeKnots().end() && type.name.empty(); ++one)
        for (auto other = one; other != primeKnots().end() && type.name.empty(); ++other)
            nameSum(type, *one, *other);
}

std::string knotWords(const KnotType& type)
{
    if (type.determinant == 0)
        return "too tangled to name";
    if (type.name.empty())
        return "unknown knot, determinant " + std::to_string(type.determinant);
    std::string words = type.commonName.empty() ? type.name : type.commonName + " " + type.name;
    if (type.hand != KnotHand::undecided)
        words += type.hand == KnotHand::right ? ", right-handed" : ", left-handed";
    return words;
}

} // namespace rope
