#pragma once

#include <rope/vec3.hpp>

#include <glm/mat3x3.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

using Mat3 = glm::dmat3;

/// a I + p qᵀ: how a force along a segment answers to the relative velocity of its two ends.
struct Coupling
{
    double a = 0.0;
    Vec3 p{0.0};
    Vec3 q{0.0};

    /// (a I + p qᵀ) v
    Vec3 operator*(const Vec3& v) const { return a * v + glm::dot(q, v) * p; }

    /// Adds a I + p qᵀ to the matrix.
    void addTo(Mat3& m) const
    {
        for (int column = 0; column < 3; ++column)
        {
            m[column] += q[column] * p;
            m[column][column] += a;
        }
    }
};

/// The linear system of a chain of n points with three coordinates each: row i is
///
///     D_i x_i - K_(i-1) x_(i-1) - K_i x_(i+1) = b_i
///
/// with any 3x3 blocks D_i on the diagonal and K_i = a_i I + p_i q_iᵀ between the points i and i + 1. Solved in O(n) by
/// block elimination without pivoting, from both ends at once: the two sweeps do not depend on each other, so the
/// processor works on both while either waits for its division. They meet in the middle.
class BlockTridiagonal
{
public:
    /// Any size, zero too. Grows memory only beyond the largest size so far. The contents are then undefined.
    void resize(std::size_t n)
    {
        diagonal_.resize(n);
        coupling_.resize(n);
        right_.resize(n);
    }
    std::size_t size() const { return right_.size(); }

    Mat3& diagonal(std::size_t i) { return diagonal_[i]; }          ///< D_i
    Coupling& coupling(std::size_t i) { return coupling_[i]; }      ///< K_i, between i and i + 1
    Vec3& rightSide(std::size_t i) { return right_[i]; }            ///< b_i
    const Vec3& solution(std::size_t i) const { return right_[i]; } ///< x_i, after `solve`

    /// Overwrites D with inverse pivots and b with the solution. False when a pivot is singular or not finite; the
    /// solution is then worth nothing.
    bool solve()
    {
        const std::size_t n = size();
        if (n == 0)
            return true;
        const std::size_t middle = n / 2;
        std::size_t left = 0;
        std::size_t right = n - 1;
        bool regular = true;
        for (; left < middle && right > middle; ++left, --right)
        {
            const bool first = eliminate(left, left + 1, coupling_[left]);
            const bool second = eliminate(right, right - 1, coupling_[right - 1]);
            regular = regular && first && second;
        }
        for (; left < middle; ++left)
            regular = eliminate(left, left + 1, coupling_[left]) && regular;
        regular = invert(diagonal_[middle]) && regular;
        right_[middle] = diagonal_[middle] * right_[middle];

        std::size_t down = middle;
        std::size_t up = middle + 1;
        for (; down > 0 && up < n; --down, ++up)
        {
            right_[down - 1] += diagonal_[down - 1] * (coupling_[down - 1] * right_[down]);
            right_[up] += diagonal_[up] * (coupling_[up - 1] * right_[up - 1]);
        }
        for (; down > 0; --down)
            right_[down - 1] += diagonal_[down - 1] * (coupling_[down - 1] * right_[down]);
        for (; up < n; ++up)
            right_[up] += diagonal_[up] * (coupling_[up - 1] * right_[up - 1]);
        return regular;
    }

private:
    /// Replaces m by its inverse; false where it has none.
    static bool invert(Mat3& m)
    {
        const Vec3 r0 = glm::cross(m[1], m[2]); // the rows of the adjugate
        const Vec3 r1 = glm::cross(m[2], m[0]);
        const Vec3 r2 = glm::cross(m[0], m[1]);
        const double determinant = glm::dot(m[0], r0);
        const double f = 1.0 / determinant;
        m = Mat3(f * r0.x, f * r1.x, f * r2.x, f * r0.y, f * r1.y, f * r2.y, f * r0.z, f * r1.z, f * r2.z);
        return f - f == 0.0; // neither infinite nor NaN
    }

    /// Takes x_i out of the row of its neighbour: with X = 1/D_i
    ///
    ///     D -= K X K,   b += K X b_i,   D_i <- X,   b_i <- X b_i
    ///
    /// K X K = a² X + a (X p qᵀ + p qᵀX) + (qᵀX p) p qᵀ: two products with a vector instead of two with a matrix.
    bool eliminate(std::size_t i, std::size_t neighbour, const Coupling& k)
    {
        Mat3& x = diagonal_[i];
        const bool regular = invert(x);
        right_[i] = x * right_[i];
        right_[neighbour] += k * right_[i];

        const Vec3 xp = x * k.p;
        const Vec3 qx = k.q * x;
        const double aa = k.a * k.a;
        const Vec3 u = k.a * xp + glm::dot(k.q, xp) * k.p; // K X K = a² X + u qᵀ + p (a qᵀX)
        const Vec3 w = k.a * qx;
        Mat3& d = diagonal_[neighbour];
        for (int column = 0; column < 3; ++column)
            d[column] -= aa * x[column] + k.q[column] * u + w[column] * k.p;
        return regular;
    }

    std::vector<Mat3> diagonal_;
    std::vector<Coupling> coupling_;
    std::vector<Vec3> right_;
};

} // namespace rope
