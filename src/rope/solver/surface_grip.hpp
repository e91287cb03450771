#pragma once

#include <rope/vec.hpp>

#include <glm/mat3x3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace rope
{

/// A point of the rope's surface that touches something, at a mass or at a place within an edge, and how it moves with
/// the rope:
///
///     y = sum of share x + lean n.(x of the last mass - x of the first one) + sum of arm theta
///
/// The second term is its way by the turn of the rope's line, the third one that by the rope's spin: at the radius r,
/// with the tangent t and the normal n from the other surface, r n × t a radian. A force F on the point is the
/// transposed of it on the masses and about the edges.
struct SurfaceGrip
{
    std::uint32_t first = 0;  ///< of the masses, and of the edges from each to the next
    std::uint32_t masses = 2; ///< in a row: 2, with one edge, or 3 with two
    std::array<double, 3> share{};
    Vec3 normal{0.0};                              ///< n
    Vec3 lean{0.0};                                ///< r t over the distance of the last mass from the first one
    std::array<Vec3, 2> arm{Vec3(0.0), Vec3(0.0)}; ///< [m], by edges

    /// -1 of the first mass, 1 of the last one.
    double side(std::size_t mass) const { return mass == 0 ? -1.0 : mass + 1 == masses ? 1.0 : 0.0; }

    /// y of the values of way(mass) and turn(edge), by their numbers in the rope.
    template <typename Way, typename Turn>
    Vec3 moved(const Way& way, const Turn& turn) const
    {
        Vec3 y = glm::dot(normal, way(first + masses - 1) - way(first)) * lean;
        for (std::uint32_t k = 0; k < masses; ++k)
            y += share[k] * way(first + k);
        for (std::uint32_t k = 0; k + 1 < masses; ++k)
            y += turn(first + k) * arm[k];
        return y;
    }
    /// What a force at the point is on the rope: push(mass, force) and turn(edge, torque).
    template <typename Push, typename Turn>
    void spread(const Vec3& force, const Push& push, const Turn& turn) const
    {
        const Vec3 couple = glm::dot(lean, force) * normal;
        for (std::uint32_t k = 0; k < masses; ++k)
            push(first + k, share[k] * force + side(k) * couple);
        for (std::uint32_t k = 0; k + 1 < masses; ++k)
            turn(first + k, glm::dot(arm[k], force));
    }
    /// Calls visit(unknown, dy/du) for the unknowns x0 theta0 x1 theta1 ..., four a mass, from mass `from` on.
    template <typename Visit>
    void forEachUnknown(std::size_t from, const Visit& visit) const
    {
        for (std::size_t k = 0; k < masses; ++k)
        {
            const std::size_t at = 4 * (first + k - from);
            for (int c = 0; c < 3; ++c)
            {
                Vec3 column = side(k) * normal[c] * lean;
                column[c] += share[k];
                visit(at + static_cast<std::size_t>(c), column);
            }
            if (k + 1 < masses)
                visit(at + 3, arm[k]);
        }
    }
};

/// -dF/dy [N/m] of a force on a point of the surface; symmetric, never negative.
struct SurfaceStiffness
{
    SurfaceGrip grip;
    glm::dmat3 stiffness{0.0};

    /// Adds what it is by the unknowns to a symmetric matrix of the masses from `from` on.
    template <typename Band>
    void addTo(Band& band, std::size_t from) const
    {
        grip.forEachUnknown(from,
                            [&](std::size_t row, const Vec3& y)
                            {
                                const Vec3 force = stiffness * y;
                                grip.forEachUnknown(from,
                                                    [&](std::size_t column, const Vec3& z)
                                                    {
                                                        if (row >= column)
                                                            band.add(row / 4, row % 4, column / 4, column % 4,
                                                                     glm::dot(force, z));
                                                    });
                            });
    }
};

/// How a force on a point of the surface follows the pressure there, which the masses make alone: -dF/dx of mass k is
/// slope (share_k n)ᵀ.
struct SurfaceSlope
{
    SurfaceGrip grip;
    Vec3 slope{0.0};  ///< [N/m]
    Vec3 normal{0.0}; ///< n of the pressure

    /// Adds what it is by the unknowns to a matrix of the masses from `from` on, but for rows that are `held`.
    template <typename Matrix, typename Held>
    void addTo(Matrix& matrix, std::size_t from, const Held& held) const
    {
        grip.forEachUnknown(from,
                            [&](std::size_t row, const Vec3& y)
                            {
                                if (held(row))
                                    return;
                                const double force = glm::dot(slope, y);
                                for (std::size_t k = 0; k < grip.masses; ++k)
                                    for (int c = 0; c < 3; ++c)
                                        matrix.at(row, 4 * (grip.first + k - from) + static_cast<std::size_t>(c)) +=
                                            force * grip.share[k] * normal[c];
                            });
    }
};

} // namespace rope
