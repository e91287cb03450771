#include "cloth_pieces.hpp"

#include "packing.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace ropewalk
{

namespace
{

constexpr float clothThickness = 0.06f; // of a cell of the cloth

/// The points of a grid with `finer` - 1 more between each two neighbours, so that folds are round.
void refine(std::vector<glm::vec3>& points, int& columns, int& rows, int finer)
{
    const auto refineLine = [finer](const auto& at, int count, const auto& put)
    {
        for (int i = 0; i < count; ++i)
        {
            const glm::vec3 b = at(i);
            const glm::vec3 c = at(std::min(i + 1, count - 1));
            // Beyond an edge the line goes on straight.
            const glm::vec3 a = i > 0 ? at(i - 1) : 2.0f * b - c;
            const glm::vec3 d = i + 2 < count ? at(i + 2) : 2.0f * c - b;
            for (int part = 0; part < (i + 1 < count ? finer : 1); ++part)
                put(finer * i + part, between(a, b, c, d, static_cast<float>(part) / static_cast<float>(finer)));
        }
    };
    const int fineColumns = finer * (columns - 1) + 1;
    const int fineRows = finer * (rows - 1) + 1;
    const auto place = [](int row, int column, int width)
    { return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column); };
    std::vector<glm::vec3> wide(place(rows, 0, fineColumns));
    for (int row = 0; row < rows; ++row)
        refineLine([&](int i) { return points[place(row, i, columns)]; }, columns,
                   [&](int i, const glm::vec3& point) { wide[place(row, i, fineColumns)] = point; });
    points.resize(place(fineRows, 0, fineColumns));
    for (int column = 0; column < fineColumns; ++column)
        refineLine([&](int i) { return wide[place(i, column, fineColumns)]; }, rows,
                   [&](int i, const glm::vec3& point) { points[place(i, column, fineColumns)] = point; });
    columns = fineColumns;
    rows = fineRows;
}

} // namespace

void ClothPieces::pack(const Snapshot& snapshot, SoftShadows& shadows)
{
    vertices.clear();
    indices.clear();
    for (const Surface& surface : snapshot.surfaces)
        addSurface(surface, shadows);
}

void ClothPieces::addSurface(const Surface& surface, SoftShadows& shadows)
{
    if (surface.columns < 2 || surface.rows < 2 ||
        static_cast<std::uint64_t>(surface.columns) * static_cast<std::uint64_t>(surface.rows) != surface.points.size())
        return;
    sheet_ = surface.points;
    glm::vec3 good = firstFinite(surface.points);
    for (glm::vec3& point : sheet_)
        point = good = isFinite(point) ? point : good;
    const float cell = glm::distance(sheet_[0], sheet_[1]);
    shadows.addSheet(sheet_, surface.columns, surface.rows);

    constexpr std::size_t mostPoints = 4000;
    const int finer = sheet_.size() <= mostPoints ? 3 : 1;
    int columns = surface.columns;
    int rows = surface.rows;
    if (finer > 1)
        refine(sheet_, columns, rows, finer);
    const float half = 0.5f * clothThickness * cell;
    if (shadows.hasGround())
        layOnGround(shadows.ground(), rows, half, cell);

    const auto first = static_cast<std::uint32_t>(vertices.size());
    addSheet(columns, rows, static_cast<float>(finer), half);
    addTriangles(first, columns, rows);
}

/// The vertices of both sides, half the thickness beside the sheet.
void ClothPieces::addSheet(int columns, int rows, float finer, float half)
{
    const auto place = [columns](int row, int column)
    { return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column); };
    // The cross products are as large as the cells, so each of the cells around a point counts by its area.
    normals_.assign(sheet_.size(), glm::vec3(0.0f));
    for (int row = 0; row + 1 < rows; ++row)
        for (int column = 0; column + 1 < columns; ++column)
        {
            const std::array<std::size_t, 4> corners{place(row, column), place(row, column + 1), place(row + 1, column),
                                                     place(row + 1, column + 1)};
            const glm::vec3 normal =
                glm::cross(sheet_[corners[2]] - sheet_[corners[1]], sheet_[corners[3]] - sheet_[corners[0]]);
            for (const std::size_t corner : corners)
                normals_[corner] += normal;
        }
    for (const float side : {1.0f, -1.0f})
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
            {
                const std::size_t i = place(row, column);
                const float length = glm::length(normals_[i]);
                const glm::vec3 normal = length > 1e-20f ? normals_[i] / length : glm::vec3(0.0f, 0.0f, 1.0f);
                vertices.push_back({sheet_[i] + side * half * normal, normal, glm::vec2(column, row) / finer, side});
            }
}

/// The triangles of both sides, and of the rim that joins them.
void ClothPieces::addTriangles(std::uint32_t first, int columns, int rows)
{
    const auto count = static_cast<std::uint32_t>(columns * rows); // of one side
    const auto vertex = [=](int row, int column) { return first + static_cast<std::uint32_t>(row * columns + column); };
    const auto addQuad = [this](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        indices.insert(indices.end(), {a, c, b, b, c, d});
    };
    for (int row = 0; row + 1 < rows; ++row)
        for (int column = 0; column + 1 < columns; ++column)
        {
            const std::uint32_t a = vertex(row, column);
            const std::uint32_t c = vertex(row + 1, column);
            addQuad(a, a + 1, c, c + 1);
            addQuad(a + count + 1, a + count, c + count + 1, c + count);
        }
    const auto addRim = [&](std::uint32_t a, std::uint32_t b) { addQuad(a + count, b + count, a, b); };
    for (int column = 0; column + 1 < columns; ++column)
    {
        addRim(vertex(0, column), vertex(0, column + 1));
        addRim(vertex(rows - 1, column + 1), vertex(rows - 1, column));
    }
    for (int row = 0; row + 1 < rows; ++row)
    {
        addRim(vertex(row + 1, 0), vertex(row, 0));
        addRim(vertex(row, columns - 1), vertex(row + 1, columns - 1));
    }
}

/// Nothing keeps the layers of a folded cloth apart: on the ground, into which all of them sink equally, they lie in
/// one plane. A cloth comes down with its last row first, so the rows before lie above those behind. A cell a
/// little above the ground comes down to it as well: springs leave it a little uneven, and it would poke through the
/// layer above.
void ClothPieces::layOnGround(float ground, int rows, float halfThickness, float cell)
{
    const std::size_t columns = sheet_.size() / static_cast<std::size_t>(rows);
    const float even = 0.3f * cell; // [m], the height of that unevenness
    for (std::size_t i = 0; i < sheet_.size(); ++i)
    {
        const float height = sheet_[i].y - ground;
        if (height > 4.0f * even)
            continue;
        const std::size_t row = i / columns;
        const float part = 1.0f - static_cast<float>(row) / static_cast<float>(rows - 1);
        const float lying = halfThickness + 4.0f * halfThickness * part;
        const float free = height > 0.0f ? 1.0f - std::exp(-height * height / (even * even)) : 0.0f;
        sheet_[i].y = ground + lying + free * (height - lying);
    }
}

} // namespace ropewalk
