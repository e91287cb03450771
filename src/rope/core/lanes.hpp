#pragma once

#include <rope/vec.hpp>

#include <glm/mat3x3.hpp>

#include <array>

namespace rope
{

/// Two numbers with which the processor computes at once.
using TwoLanes [[gnu::vector_size(2 * sizeof(double))]] = double;

/// Two vectors, one in each lane.
struct LaneVec3
{
    TwoLanes x{};
    TwoLanes y{};
    TwoLanes z{};

    LaneVec3() = default;
    LaneVec3(TwoLanes ofX, TwoLanes ofY, TwoLanes ofZ) : x(ofX), y(ofY), z(ofZ) {}
    LaneVec3(const Vec3& a, const Vec3& b) : x{a.x, b.x}, y{a.y, b.y}, z{a.z, b.z} {}
    Vec3 operator[](int lane) const { return {x[lane], y[lane], z[lane]}; }
    LaneVec3& operator+=(const LaneVec3& v)
    {
        x += v.x;
        y += v.y;
        z += v.z;
        return *this;
    }
};

inline LaneVec3 operator+(LaneVec3 a, const LaneVec3& b)
{
    return a += b;
}
inline LaneVec3 operator-(const LaneVec3& a, const LaneVec3& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline LaneVec3 operator*(const TwoLanes& s, const LaneVec3& v)
{
    return {s * v.x, s * v.y, s * v.z};
}
inline TwoLanes dot(const LaneVec3& a, const LaneVec3& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline LaneVec3 cross(const LaneVec3& a, const LaneVec3& b)
{
    return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}

/// Two matrices, by columns.
struct LaneMat3
{
    std::array<LaneVec3, 3> columns{};

    glm::dmat3 operator[](int lane) const { return {columns[0][lane], columns[1][lane], columns[2][lane]}; }
    LaneMat3& operator+=(const LaneMat3& m)
    {
        for (std::size_t k = 0; k < 3; ++k)
            columns[k] += m.columns[k];
        return *this;
    }
    /// Adds a bᵀ.
    void addProduct(const LaneVec3& a, const LaneVec3& b)
    {
        columns[0] += b.x * a;
        columns[1] += b.y * a;
        columns[2] += b.z * a;
    }
    void addDiagonal(const TwoLanes& d)
    {
        columns[0].x += d;
        columns[1].y += d;
        columns[2].z += d;
    }
};

} // namespace rope
