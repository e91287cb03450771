#pragma once

#include <rope/vec.hpp>

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

using Mat3 = glm::dmat3;

/// K = a I + p qᵀ.
struct Coupling
{
    double a = 0.0;
    Vec3 p{0.0};
    Vec3 q{0.0};
};

/// The linear system of a chain of points with three coordinates each. K_i couples point i with point i + 1, both ways;
/// K_0 couples the first point with something fixed, and so does the last K, or it is zero. E_i is diagonal:
///
///     (E_i + K_(i-1) + K_i) x_i - K_(i-1) x_(i-1) - K_i x_(i+1) = b_i
///
/// Block elimination without pivoting, in O(n): the rows are added from first to last, then the solution is read from
/// last to first. A singular system has a solution that is not finite.
class BlockTridiagonal
{
public:
    /// Forgets all rows; grows memory only beyond the largest number so far.
    void begin(std::size_t rows, const Coupling& k0)
    {
        rows_.resize(rows);
        added_ = 0;
        c_ = Mat3(k0.a) + glm::outerProduct(k0.p, k0.q);
        f_ = Vec3(0.0);
    }

    /// Adds row i and solves it for x_i = y_i + M_i x_(i+1). All that lies before point i acts on it like the coupling
    /// C to something fixed and the force f:
    ///
    ///     P_i = E_i + C_(i-1) + K_i,    y_i = P_i⁻¹ (b_i + f_(i-1)),    M_i = P_i⁻¹ K_i
    ///     C_i = K_i - K_i M_i,          f_i = K_i y_i                   C_0 = K_0, f_0 = 0
    void add(const Vec3& e, const Coupling& k, const Vec3& b)
    {
        Mat3 p = c_ + glm::outerProduct(k.p, k.q);
        for (int i = 0; i < 3; ++i)
            p[i][i] += e[i] + k.a;
        const Mat3 inverse = glm::inverse(p);
        Row& row = rows_[added_++];
        row.y = inverse * (b + f_);
        row.m = k.a * inverse + glm::outerProduct(inverse * k.p, k.q);
        c_ = Mat3(k.a) - k.a * row.m + glm::outerProduct(k.p, k.q - k.q * row.m);
        f_ = k.a * row.y + glm::dot(k.q, row.y) * k.p;
    }

    /// x_i, from x_(i+1); of the last row from zero, or from anything where its K is zero.
    Vec3 solution(std::size_t i, const Vec3& next) const { return rows_[i].y + rows_[i].m * next; }

private:
    struct Row
    {
        Mat3 m{0.0};
        Vec3 y{0.0};
    };
    std::vector<Row> rows_;
    std::size_t added_ = 0;
    Mat3 c_{0.0};
    Vec3 f_{0.0};
};

} // namespace rope
