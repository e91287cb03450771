#pragma once

#include "outside_force.hpp"

#include <glm/glm.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace rope
{

/// The matrix W of far couplings, for a chain of points with `D` unknowns each, of which the first three are a place.
/// With the columns c of a coupling's stiffness, K = sum of c cᵀ, it is a sum of w wᵀ, one for each column: w has
/// twelve numbers, so W x takes two short sums a column.
template <std::size_t D>
class FarMatrix
{
public:
    /// Couplings do not move what is pinned.
    void set(const std::vector<FarCoupling>& couplings, const std::vector<char>& pinned)
    {
        columns_.clear();
        double stiffest = 0.0;
        for (const FarCoupling& coupling : couplings)
            stiffest = std::max(stiffest, trace(coupling.stiffness));
        constexpr double rounding = 1e-12;
        for (const FarCoupling& coupling : couplings)
            addColumns(coupling, pinned, rounding * stiffest);
    }
    std::size_t columns() const { return columns_.size(); }

    /// Adds `factor` W x to y.
    void addProduct(double factor, const std::vector<double>& x, std::vector<double>& y) const
    {
        for (const Column& column : columns_)
        {
            const double* a = &x[D * column.edge];
            const double* b = &x[D * column.other];
            std::array<double, ofEdge> products;
            for (std::size_t k = 0; k < ofEdge; ++k)
                products[k] = column.own[k] * a[place(k)] + column.others[k] * b[place(k)];
            const double along =
                factor * ((products[0] + products[2] + products[4]) + (products[1] + products[3] + products[5]));
            double* to = &y[D * column.edge];
            for (std::size_t k = 0; k < ofEdge; ++k)
                to[place(k)] += along * column.own[k];
            to = &y[D * column.other];
            for (std::size_t k = 0; k < ofEdge; ++k)
                to[place(k)] += along * column.others[k];
        }
    }

private:
    static constexpr std::size_t ofEdge = 6;
    struct Column
    {
        std::size_t edge = 0;
        std::size_t other = 0;
        std::array<double, ofEdge> own{};    ///< w at the two masses of the edge
        std::array<double, ofEdge> others{}; ///< and of the other edge
    };

    static constexpr std::size_t place(std::size_t k) { return k < 3 ? k : D + k - 3; }

    static double trace(const glm::dmat3& m) { return m[0][0] + m[1][1] + m[2][2]; }

    /// Cholesky's columns of K, without those that are smaller than `negligible` [N/m].
    void addColumns(const FarCoupling& coupling, const std::vector<char>& pinned, double negligible)
    {
        glm::dmat3 left = coupling.stiffness;
        for (int rank = 0; rank < 3; ++rank)
        {
            int pivot = 0;
            for (int k = 1; k < 3; ++k)
                pivot = left[k][k] > left[pivot][pivot] ? k : pivot;
            if (!(left[pivot][pivot] > negligible))
                return;
            const Vec3 c = left[pivot] / std::sqrt(left[pivot][pivot]);
            left -= glm::outerProduct(c, c);
            Column column;
            column.edge = coupling.edge;
            column.other = coupling.other;
            coupling.spread(c,
                            [&](std::size_t mass, const Vec3& weight)
                            {
                                if (pinned[mass])
                                    return;
                                const bool own = mass == coupling.edge || mass == coupling.edge + 1;
                                const std::size_t at = 3 * (mass - (own ? coupling.edge : coupling.other));
                                for (std::size_t k = 0; k < 3; ++k)
                                    (own ? column.own : column.others)[at + k] = weight[static_cast<int>(k)];
                            });
            columns_.push_back(column);
        }
    }

    std::vector<Column> columns_;
};

} // namespace rope
