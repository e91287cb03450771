#include "rope/knots/invariants.hpp"

#include <array>
#include <cstdlib>
#include <utility>

// The determinant of Alexander's matrix without a row and a column (J. W. Alexander, Topological invariants of knots
// and links, 1928), computed at as many integers as it has coefficients, modulo primes. As many primes are taken as the
// largest possible coefficient needs, so that the result is no guess.

namespace rope
{

namespace
{

using Numbers = std::vector<std::uint64_t>;

/// Below 2^31, so that products fit in 64 bits.
constexpr std::array<std::uint64_t, 8> primes = {2147483647, 2147483629, 2147483587, 2147483579,
                                                 2147483563, 2147483549, 2147483543, 2147483497};
constexpr double bitsOfPrime = 30.99;

std::uint64_t inverse(std::uint64_t number, std::uint64_t prime)
{
    std::uint64_t power = 1;
    for (std::uint64_t exponent = prime - 2; exponent > 0; exponent /= 2)
    {
        if (exponent % 2 == 1)
            power = power * number % prime;
        number = number * number % prime;
    }
    return power;
}

/// What a crossing says of the arcs that meet there: (1 - t) over + t before - behind = 0, where an arc of the lower
/// strand ends `before` it and one begins `behind` it, in the order in which the upper strand has them to its right and
/// to its left.
struct Relation
{
    std::size_t over = 0;
    std::size_t right = 0;
    std::size_t left = 0;
};

std::vector<Relation> relationsOf(const Diagram& diagram)
{
    std::vector<Relation> relations(diagram.signs.size());
    std::size_t arc = 0;
    for (const Diagram::Visit& visit : diagram.visits)
    {
        Relation& relation = relations[visit.crossing];
        if (visit.over)
        {
            relation.over = arc;
            continue;
        }
        const std::size_t next = (arc + 1) % relations.size();
        relation.right = diagram.signs[visit.crossing] > 0 ? arc : next;
        relation.left = diagram.signs[visit.crossing] > 0 ? next : arc;
        arc = next;
    }
    return relations;
}

/// The determinant at the integer t, modulo a prime that the compiler knows, which divides much faster so.
template <std::uint64_t prime>
std::uint64_t determinantAt(std::uint64_t t, const std::vector<Relation>& relations, Numbers& matrix)
{
    const std::size_t size = relations.size() - 1;
    matrix.assign(size * size, 0);
    const auto add = [&](std::size_t row, std::size_t column, std::uint64_t number)
    {
        if (column < size)
            matrix[row * size + column] = (matrix[row * size + column] + number) % prime;
    };
    for (std::size_t row = 0; row < size; ++row)
    {
        add(row, relations[row].over, prime + 1 - t);
        add(row, relations[row].right, t);
        add(row, relations[row].left, prime - 1);
    }
    std::uint64_t determinant = 1;
    std::uint64_t scale = 1; // by which rows have been multiplied, as that takes less time than to divide by pivots
    for (std::size_t column = 0; column < size; ++column)
    {
        std::size_t pivot = column;
        while (pivot < size && matrix[pivot * size + column] == 0)
            ++pivot;
        if (pivot == size)
            return 0;
        if (pivot != column)
        {
            for (std::size_t k = column; k < size; ++k)
                std::swap(matrix[pivot * size + k], matrix[column * size + k]);
            determinant = prime - determinant;
        }
        const std::uint64_t* top = &matrix[column * size];
        determinant = determinant * top[column] % prime;
        for (std::size_t row = column + 1; row < size; ++row)
        {
            std::uint64_t* line = &matrix[row * size];
            if (line[column] == 0) // most are: a row begins with three numbers
                continue;
            const std::uint64_t factor = prime - line[column];
            for (std::size_t k = column + 1; k < size; ++k)
                line[k] = (line[k] * top[column] + factor * top[k]) % prime;
            scale = scale * top[column] % prime;
        }
    }
    return determinant % prime * inverse(scale, prime) % prime;
}

/// The coefficients modulo the prime, from the values at 0, 1, 2, ...: Newton's divided differences.
template <std::uint64_t prime>
Numbers coefficients(const std::vector<Relation>& relations)
{
    Numbers matrix;
    Numbers differences;
    for (std::uint64_t t = 0; t < relations.size(); ++t)
        differences.push_back(determinantAt<prime>(t, relations, matrix));
    for (std::size_t order = 1; order < differences.size(); ++order)
    {
        const std::uint64_t perOrder = inverse(order, prime);
        for (std::size_t i = differences.size() - 1; i >= order; --i)
            differences[i] = (differences[i] + prime - differences[i - 1]) * perOrder % prime;
    }
    Numbers polynomial; // d0 + (t - 0) (d1 + (t - 1) (d2 + ...)), from within
    for (std::size_t i = differences.size(); i-- > 0;)
    {
        polynomial.push_back(0);
        for (std::size_t k = polynomial.size() - 1; k > 0; --k)
            polynomial[k] = (polynomial[k - 1] + (prime - i) * polynomial[k]) % prime;
        polynomial[0] = ((prime - i) * polynomial[0] + differences[i]) % prime;
    }
    return polynomial;
}

/// The coefficients modulo each of the first primes.
template <std::size_t... index>
std::vector<Numbers> modulo(const std::vector<Relation>& relations, std::size_t count, std::index_sequence<index...>)
{
    std::vector<Numbers> all;
    ((index < count ? all.push_back(coefficients<primes[index]>(relations)) : void()), ...);
    return all;
}

/// The number near 0 that leaves these remainders: d0 + p0 (d1 + p1 (d2 + ...)) with each digit between -p/2 and p/2
/// (H. L. Garner, 1959). None where it needs more than 55 bits: a digit behind the second is not 0.
std::optional<std::int64_t> numberOf(const std::vector<Numbers>& remainders, std::size_t place)
{
    std::array<std::int64_t, primes.size()> digits{};
    for (std::size_t i = 0; i < remainders.size(); ++i)
    {
        const std::uint64_t prime = primes[i];
        std::uint64_t known = 0;
        std::uint64_t scale = 1;
        for (std::size_t k = 0; k < i; ++k)
        {
            const auto digit = static_cast<std::uint64_t>(digits[k] + static_cast<std::int64_t>(prime)) % prime;
            known = (known + digit * scale) % prime;
            scale = scale * (primes[k] % prime) % prime;
        }
        const std::uint64_t digit = (remainders[i][place] + prime - known) % prime * inverse(scale, prime) % prime;
        digits[i] = static_cast<std::int64_t>(digit) - static_cast<std::int64_t>(2 * digit > prime ? prime : 0);
    }
    for (std::size_t i = 2; i < digits.size(); ++i)
        if (digits[i] != 0)
            return std::nullopt;
    const std::int64_t number = digits[0] + static_cast<std::int64_t>(primes[0]) * digits[1];
    constexpr std::int64_t most = std::int64_t{1} << 55;
    return number > -most && number < most ? std::optional(number) : std::nullopt;
}

} // namespace

std::vector<std::int64_t> alexanderPolynomial(const Diagram& diagram)
{
    if (diagram.signs.empty())
        return {1};
    // Hadamard: at |t| = 1 a row of 1 - t, t and -1 is at most the root of 6 long, and no coefficient is larger than
    // the largest value there. One more bit for the sign.
    const double bits = 1.0 + 1.2925 * static_cast<double>(diagram.signs.size() - 1);
    const auto count = static_cast<std::size_t>(bits / bitsOfPrime) + 1;
    if (count > primes.size())
        return {};
    const std::vector<Numbers> remainders =
        modulo(relationsOf(diagram), count, std::make_index_sequence<primes.size()>());
    std::vector<std::int64_t> polynomial;
    for (std::size_t place = 0; place < remainders[0].size(); ++place)
    {
        const std::optional<std::int64_t> number = numberOf(remainders, place);
        if (!number)
            return {};
        if (*number != 0 || !polynomial.empty())
            polynomial.push_back(*number);
    }
    while (!polynomial.empty() && polynomial.back() == 0)
        polynomial.pop_back();
    if (!polynomial.empty() && polynomial.front() < 0)
        for (std::int64_t& coefficient : polynomial)
            coefficient = -coefficient;
    return polynomial;
}

} // namespace rope
