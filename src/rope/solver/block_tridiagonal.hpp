#pragma once

#include "rope/core/lanes.hpp"

#include <rope/vec.hpp>

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

template <typename Real>
using Vec3Of = glm::vec<3, Real>;
template <typename Real>
using Mat3Of = glm::mat<3, 3, Real>;

/// K = a I + p qᵀ.
template <typename Real>
struct Coupling
{
    Real a{};
    Vec3Of<Real> p{Real{}, Real{}, Real{}};
    Vec3Of<Real> q{Real{}, Real{}, Real{}};
};

/// The linear system of a chain of points with three coordinates each. K_i couples point i with point i + 1, both ways;
/// K_0 couples the first point with something fixed, and so does the last K, or it is zero. E_i is diagonal:
///
///     (E_i + K_(i-1) + K_i) x_i - K_(i-1) x_(i-1) - K_i x_(i+1) = b_i
///
/// Block elimination without pivoting, in O(n): `add` the rows from one end to the other, then read the solution from
/// the last one back to the first. A chain can be taken from both ends at once, an end in each of TwoLanes, up to a
/// point at which `meet` solves. A singular system has a solution that is not finite.
template <typename Real>
class BlockTridiagonal
{
public:
    using Vec = Vec3Of<Real>;
    using Mat = Mat3Of<Real>;

    // The functions of GLM beyond sums and products take single numbers only.

    /// Forgets all rows; grows memory only beyond the largest number so far.
    void begin(std::size_t rows, const Coupling<Real>& k0)
    {
        rows_.resize(rows);
        added_ = 0;
        c_ = outer(k0.p, k0.q);
        addToDiagonal(c_, {k0.a, k0.a, k0.a});
        f_ = {Real{}, Real{}, Real{}};
    }

    /// Adds row i and solves it for x_i = y_i + M_i x_(i+1). All that lies before point i acts on it like the coupling
    /// C to something fixed and the force f:
    ///
    ///     P_i = E_i + C_(i-1) + K_i,    y_i = P_i⁻¹ (b_i + f_(i-1)),    M_i = P_i⁻¹ K_i
    ///     C_i = K_i - K_i M_i,          f_i = K_i y_i                   C_0 = K_0, f_0 = 0
    void add(const Vec& e, const Coupling<Real>& k, const Vec& b)
    {
        Mat p = c_ + outer(k.p, k.q);
        addToDiagonal(p, e + k.a);
        const Mat inverse = inverseOf(p);
        Row& row = rows_[added_++];
        row.y = inverse * (b + f_);
        row.m = k.a * inverse + outer(inverse * k.p, k.q);
        c_ = outer(k.p, k.q - k.q * row.m) - k.a * row.m;
        addToDiagonal(c_, {k.a, k.a, k.a});
        f_ = k.a * row.y + dot(k.q, row.y) * k.p;
    }

    /// x_i, from x_(i+1); of the last row from zero, or from anything where its K is zero.
    Vec solution(std::size_t i, const Vec& next) const { return rows_[i].y + rows_[i].m * next; }

    /// x of a point with E = e and the right-hand side b, which lies behind the last row of each lane.
    Vec3 meet(const Vec3& e, const Vec3& b) const
    {
        glm::dmat3 p(0.0);
        Vec3 f = b;
        for (int i = 0; i < 3; ++i)
        {
            for (int j = 0; j < 3; ++j)
                p[i][j] = c_[i][j][0] + c_[i][j][1];
            p[i][i] += e[i];
            f[i] += f_[i][0] + f_[i][1];
        }
        return glm::inverse(p) * f;
    }

private:
    struct Row
    {
        Mat m;
        Vec y;
    };

    static void addToDiagonal(Mat& m, const Vec& d)
    {
        m[0].x += d.x;
        m[1].y += d.y;
        m[2].z += d.z;
    }
    static Real dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    static Mat outer(const Vec& a, const Vec& b) { return {a * b.x, a * b.y, a * b.z}; }
    static Vec cross(const Vec& a, const Vec& b)
    {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
    /// Its rows are the cross products of the columns over the determinant.
    static Mat inverseOf(const Mat& m)
    {
        const Vec x = cross(m[1], m[2]);
        const Real perDeterminant = 1.0 / dot(m[0], x);
        const Vec a = perDeterminant * x;
        const Vec b = perDeterminant * cross(m[2], m[0]);
        const Vec c = perDeterminant * cross(m[0], m[1]);
        return {Vec(a.x, b.x, c.x), Vec(a.y, b.y, c.y), Vec(a.z, b.z, c.z)};
    }

    std::vector<Row> rows_;
    std::size_t added_ = 0;
    Mat c_;
    Vec f_;
};

} // namespace rope
