#include "mesh.hpp"

#include <cmath>

namespace ropewalk
{

namespace
{

constexpr float wholeTurn = 6.28318530718f;

/// Joins rows of vertices to a surface whose outside is on the right of (along a row, from row to row).
void joinRows(Mesh& mesh, int first, int rows, int columns)
{
    for (int row = 0; row + 1 < rows; ++row)
        for (int column = 0; column + 1 < columns; ++column)
        {
            const int a = first + row * columns + column;
            const int b = a + 1;
            const int c = a + columns;
            const int d = c + 1;
            for (const int index : {a, b, d, a, d, c})
                mesh.indices.push_back(static_cast<std::uint16_t>(index));
        }
}

/// Row by row, `at(row, column)` with both from 0 to 1.
template <typename Function>
Mesh surface(int rows, int columns, Function at)
{
    Mesh mesh;
    for (int row = 0; row <= rows; ++row)
        for (int column = 0; column <= columns; ++column)
            mesh.vertices.push_back(at(static_cast<float>(row) / static_cast<float>(rows),
                                       static_cast<float>(column) / static_cast<float>(columns)));
    joinRows(mesh, 0, rows + 1, columns + 1);
    return mesh;
}

} // namespace

Mesh tubeMesh(int rings, int sides)
{
    return surface(rings, sides, [](float row, float column) { return glm::vec3(row, column, 0.0f); });
}

Mesh capsMesh(int rings, int sides)
{
    Mesh mesh;
    for (const float end : {0.0f, 1.0f})
    {
        const auto first = static_cast<int>(mesh.vertices.size());
        for (int ring = 0; ring <= rings; ++ring)
            for (int side = 0; side <= sides; ++side)
                mesh.vertices.emplace_back(end, static_cast<float>(side) / static_cast<float>(sides),
                                           end - 1.0f + static_cast<float>(ring) / static_cast<float>(rings));
        joinRows(mesh, first, rings + 1, sides + 1);
    }
    return mesh;
}

Mesh sphereMesh(int rings, int sides)
{
    return surface(rings, sides,
                   [](float row, float column)
                   {
                       const float latitude = 0.5f * wholeTurn * (row - 0.5f);
                       return glm::vec3(std::cos(latitude) * std::cos(wholeTurn * column),
                                        std::cos(latitude) * std::sin(wholeTurn * column), std::sin(latitude));
                   });
}

Mesh torusMesh(float thickness, int rings, int sides)
{
    return surface(sides, rings,
                   [thickness](float row, float column)
                   {
                       const float radius = 1.0f + thickness * std::cos(wholeTurn * row);
                       return glm::vec3(radius * std::cos(wholeTurn * column), radius * std::sin(wholeTurn * column),
                                        thickness * std::sin(wholeTurn * row));
                   });
}

Mesh domeMesh(int rings, int sides)
{
    return surface(rings, sides,
                   [](float row, float column)
                   {
                       const float latitude = 0.25f * wholeTurn * row;
                       return glm::vec3(std::cos(latitude) * std::cos(wholeTurn * column),
                                        std::cos(latitude) * std::sin(wholeTurn * column), std::sin(latitude));
                   });
}

Mesh partsMesh(int parts)
{
    Mesh mesh;
    for (int part = 0; part < parts; ++part)
    {
        const float from = static_cast<float>(part) / static_cast<float>(parts);
        const float to = static_cast<float>(part + 1) / static_cast<float>(parts);
        for (const float end : {1.0f, 2.0f})
            for (const float side : {-1.0f, 1.0f})
                mesh.vertices.emplace_back(from, to, side * end);
        joinRows(mesh, 4 * part, 2, 2);
    }
    return mesh;
}

Mesh cylinderMesh(int sides)
{
    return surface(1, sides,
                   [](float row, float column)
                   { return glm::vec3(std::cos(wholeTurn * column), std::sin(wholeTurn * column), row); });
}

Mesh skyMesh(int rows, int columns)
{
    return surface(rows, columns, [](float row, float column) { return glm::vec3(2.0f * column - 1.0f, row, 0.0f); });
}

Mesh groundMesh(int rings, int sides, float growth)
{
    return surface(rings, sides,
                   [=](float row, float column)
                   {
                       const float ring = row * static_cast<float>(rings);
                       const float radius = row > 0.0f ? std::pow(growth, ring - 1.0f) : 0.0f;
                       return glm::vec3(radius * std::cos(wholeTurn * column), 0.0f,
                                        radius * std::sin(wholeTurn * column));
                   });
}

} // namespace ropewalk
