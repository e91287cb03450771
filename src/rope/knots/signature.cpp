#include "rope/knots/invariants.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// The faces are coloured like a chessboard. Goeritz' matrix says how faces of one colour meet at crossings. Its
// signature, less a count of crossings, is the knot's (C. Gordon, R. Litherland, On the signature of a link, Invent.
// Math. 47, 1978).

namespace rope
{

namespace
{

using Matrix = std::vector<std::vector<std::int64_t>>;

/// Of each face, whether it has the colour of face 0: an edge parts two colours.
std::vector<bool> coloured(const Faces& faces)
{
    std::vector<bool> known(faces.count(), false);
    std::vector<bool> colour(faces.count(), true);
    std::vector<std::size_t> open{0};
    known[0] = true;
    while (!open.empty())
    {
        const std::size_t face = open.back();
        open.pop_back();
        faces.walk(face,
                   [&](std::size_t side)
                   {
                       const std::size_t other = faces.of(side ^ 1);
                       if (!known[other])
                           open.push_back(other);
                       colour[other] = !colour[face];
                       known[other] = true;
                   });
    }
    return colour;
}

/// Moves a row with a number on the diagonal to `place`, together with its column. Where there is none, adds one row to
/// another first.
void bringPivot(Matrix& m, std::size_t place)
{
    std::size_t row = place;
    while (row < m.size() && m[row][row] == 0)
        ++row;
    if (row == m.size())
    {
        row = place;
        std::size_t other = place + 1;
        while (m[row][other] == 0)
            ++other;
        for (std::size_t k = place; k < m.size(); ++k)
            m[row][k] += m[other][k];
        for (std::size_t k = place; k < m.size(); ++k)
            m[k][row] += m[k][other];
    }
    std::swap(m[place], m[row]);
    for (std::vector<std::int64_t>& line : m)
        std::swap(line[place], line[row]);
}

/// How many more directions have a positive square than a negative one, of a symmetric matrix with a determinant. The
/// elimination without fractions (E. H. Bareiss, 1968): the pivots are the determinants of its corners.
std::optional<int> signatureOf(Matrix m)
{
    int sum = 0;
    std::int64_t before = 1;
    for (std::size_t pivot = 0; pivot < m.size(); ++pivot)
    {
        bringPivot(m, pivot);
        const std::int64_t here = m[pivot][pivot];
        sum += (here > 0) == (before > 0) ? 1 : -1;
        for (std::size_t i = pivot + 1; i < m.size(); ++i)
            for (std::size_t j = pivot + 1; j < m.size(); ++j)
            {
                const double size = std::abs(static_cast<double>(m[i][j]) * static_cast<double>(here)) +
                                    std::abs(static_cast<double>(m[i][pivot]) * static_cast<double>(m[pivot][j]));
                if (size > 9e18)
                    return std::nullopt;
            }
        for (std::size_t i = pivot + 1; i < m.size(); ++i)
            for (std::size_t j = pivot + 1; j < m.size(); ++j)
                m[i][j] = (m[i][j] * here - m[i][pivot] * m[pivot][j]) / before;
        before = here;
    }
    return sum;
}

} // namespace

std::optional<int> signature(const Diagram& diagram)
{
    if (diagram.signs.empty())
        return 0;
    const Faces faces(diagram);
    const std::vector<bool> colour = coloured(faces);
    // The colour of fewer faces makes the smaller matrix.
    const auto many = static_cast<std::size_t>(std::count(colour.begin(), colour.end(), true));
    const bool wanted = 2 * many <= faces.count();
    std::vector<std::size_t> row(faces.count(), 0);
    std::size_t rows = 0;
    for (std::size_t face = 0; face < faces.count(); ++face)
        if (colour[face] == wanted)
            row[face] = rows++;
    Matrix all(rows, std::vector<std::int64_t>(rows, 0));
    int correction = 0;
    const std::vector<std::size_t> over = diagram.places(true);
    for (std::size_t crossing = 0; crossing < over.size(); ++crossing)
    {
        const std::size_t edges = diagram.visits.size();
        const std::size_t out = 2 * over[crossing];
        const std::size_t in = 2 * ((over[crossing] + edges - 1) % edges);
        // The upper strand that turns counter-clockwise sweeps the face on the left before it, and the opposite one.
        const bool swept = colour[faces.of(out)] == wanted;
        const int sign = swept ? -1 : 1;
        const std::size_t one = row[faces.of(swept ? out : in)];
        const std::size_t other = row[faces.of(swept ? in + 1 : out + 1)];
        if (swept != (diagram.signs[crossing] > 0)) // both strands run the same way between these faces
            correction += sign;
        all[one][other] -= sign;
        all[other][one] -= sign;
        all[one][one] += sign;
        all[other][other] += sign;
    }
    all.pop_back();
    for (std::vector<std::int64_t>& line : all)
        line.pop_back();
    const std::optional<int> form = signatureOf(std::move(all));
    return form ? std::optional(*form - correction) : std::nullopt;
}

} // namespace rope
