#pragma once

#include "outside_force.hpp"

#include <glm/glm.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rope
{

/// The matrix W of far couplings, for a chain of points with `D` unknowns each, of which the first three are a place
/// and the fourth is the angle of the edge to the next point. With a coupling's stiffness as a sum of k c cᵀ, W is a
/// sum of k w wᵀ: w has the unknowns of two edges, so W x takes two short sums a column.
template <std::size_t D>
class FarMatrix
{
public:
    /// Couplings move neither a pinned mass nor an angle that is held; both by masses, an edge by its first one.
    void set(const std::vector<FarCoupling>& couplings, const std::vector<FarColumn>& more,
             const std::vector<char>& pinned, const std::vector<char>& angleHeld)
    {
        columns_.clear();
        stiffest_ = 0.0;
        for (const FarCoupling& coupling : couplings)
            stiffest_ = std::max(stiffest_, trace(coupling.stiffness));
        constexpr double rounding = 1e-12;
        for (const FarCoupling& coupling : couplings)
            addColumns(coupling, pinned, angleHeld, rounding * stiffest_);
        for (const FarColumn& given : more)
        {
            Column column;
            column.edge = given.edge;
            column.other = given.other;
            column.stiffness = given.stiffness;
            for (std::size_t mass = 0; mass < 2; ++mass)
                for (std::size_t k = 0; k < 3; ++k)
                {
                    const int c = static_cast<int>(k);
                    column.own[D * mass + k] = pinned[given.edge + mass] != 0 ? 0.0 : given.own[mass][c];
                    column.others[D * mass + k] = pinned[given.other + mass] != 0 ? 0.0 : given.others[mass][c];
                }
            columns_.push_back(column);
        }
    }
    std::size_t columns() const { return columns_.size(); }
    double stiffest() const { return stiffest_; } ///< [N/m], of the couplings

    /// Adds `factor` W x to y.
    void addProduct(double factor, const std::vector<double>& x, std::vector<double>& y) const
    {
        for (const Column& column : columns_)
        {
            const double* a = &x[D * column.edge];
            const double* b = &x[D * column.other];
            const auto product = [&](std::size_t k) { return column.own[k] * a[k] + column.others[k] * b[k]; };
            double along = (product(0) + product(2) + product(D + 1)) + (product(1) + product(D) + product(D + 2));
            if constexpr (D == 4)
                along += product(3);
            along *= factor * column.stiffness;
            double* to = &y[D * column.edge];
            for (std::size_t k = 0; k < ofEdge; ++k)
                to[k] += along * column.own[k];
            to = &y[D * column.other];
            for (std::size_t k = 0; k < ofEdge; ++k)
                to[k] += along * column.others[k];
        }
    }

    /// Adds W to a system (SparseSystem) that has the pairs of all couplings.
    template <typename System>
    void addTo(System& system) const
    {
        std::size_t pair = 0;
        for (const Column& column : columns_)
        {
            pair = system.numberOf({column.edge, column.other}, pair);
            system.addColumn(pair, column.stiffness, column.own, column.others);
        }
    }

private:
    static constexpr std::size_t ofEdge = D + 3;
    struct Column
    {
        std::uint32_t edge = 0;
        std::uint32_t other = 0;
        double stiffness = 0.0;              ///< k [N/m]
        std::array<double, ofEdge> own{};    ///< w at the unknowns of the edge: from its first mass to its second
        std::array<double, ofEdge> others{}; ///< and of the other edge
    };

    static double trace(const glm::dmat3& m) { return m[0][0] + m[1][1] + m[2][2]; }

    /// The columns of K = L D Lᵀ, without those that are less stiff than `negligible` [N/m].
    void addColumns(const FarCoupling& coupling, const std::vector<char>& pinned, const std::vector<char>& angleHeld,
                    double negligible)
    {
        glm::dmat3 left = coupling.stiffness;
        for (int rank = 0; rank < 3; ++rank)
        {
            int pivot = 0;
            for (int k = 1; k < 3; ++k)
                pivot = left[k][k] > left[pivot][pivot] ? k : pivot;
            if (!(left[pivot][pivot] > negligible))
                return;
            const double stiffness = left[pivot][pivot];
            const Vec3 c = left[pivot] / stiffness;
            left -= stiffness * glm::outerProduct(c, c);
            Column column;
            column.edge = coupling.edge;
            column.other = coupling.other;
            column.stiffness = stiffness;
            coupling.spread(c,
                            [&](std::size_t mass, const Vec3& weight)
                            {
                                if (pinned[mass] != 0)
                                    return;
                                const bool own = mass == coupling.edge || mass == coupling.edge + 1;
                                const std::size_t at = D * (mass - (own ? coupling.edge : coupling.other));
                                for (std::size_t k = 0; k < 3; ++k)
                                    (own ? column.own : column.others)[at + k] = weight[static_cast<int>(k)];
                            });
            if constexpr (D == 4)
                coupling.spreadTorque(c,
                                      [&](std::size_t edge, double torque)
                                      {
                                          if (angleHeld[edge] == 0)
                                              (edge == coupling.edge ? column.own : column.others)[3] = torque;
                                      });
            columns_.push_back(column);
        }
    }

    std::vector<Column> columns_;
    double stiffest_ = 0.0;
};

} // namespace rope
