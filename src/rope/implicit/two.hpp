#pragma once

#include <rope/vec.hpp>

#include <cmath>

namespace rope
{

/// Two doubles that are calculated with at once, one in each lane: SSE2 or NEON, without naming either.
#if defined(__GNUC__)
using Two = double __attribute__((vector_size(16)));
#else
struct Two
{
    double lane[2];

    double& operator[](int i) { return lane[i]; }
    double operator[](int i) const { return lane[i]; }
    friend Two operator+(Two a, Two b) { return {a[0] + b[0], a[1] + b[1]}; }
    friend Two operator-(Two a, Two b) { return {a[0] - b[0], a[1] - b[1]}; }
    friend Two operator*(Two a, Two b) { return {a[0] * b[0], a[1] * b[1]}; }
    friend Two operator/(Two a, Two b) { return {a[0] / b[0], a[1] / b[1]}; }
};
#endif

#if defined(__GNUC__)
inline Two smaller(Two a, Two b)
{
    return a < b ? a : b;
}
inline Two larger(Two a, Two b)
{
    return a < b ? b : a;
}
#else
inline Two smaller(Two a, Two b)
{
    return {a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
}
inline Two larger(Two a, Two b)
{
    return {a[0] < b[0] ? b[0] : a[0], a[1] < b[1] ? b[1] : a[1]};
}
#endif

inline Two two(double both)
{
    return Two{both, both};
}

inline Two root(Two a)
{
    return Two{std::sqrt(a[0]), std::sqrt(a[1])};
}

/// 1/a, and 0 where a is 0: what has no length has no direction.
inline Two inverse(Two a)
{
    Two result = two(1.0) / a;
    for (int lane = 0; lane < 2; ++lane)
        if (a[lane] == 0.0)
            result[lane] = 0.0;
    return result;
}

/// Two vectors, one in each lane.
struct TwoVec3
{
    Two x;
    Two y;
    Two z;

    static TwoVec3 of(const Vec3& a, const Vec3& b) { return {Two{a.x, b.x}, Two{a.y, b.y}, Two{a.z, b.z}}; }
    Vec3 lane(int i) const { return {x[i], y[i], z[i]}; }
    void setLane(int i, const Vec3& v)
    {
        x[i] = v.x;
        y[i] = v.y;
        z[i] = v.z;
    }

    friend TwoVec3 operator+(const TwoVec3& a, const TwoVec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend TwoVec3 operator-(const TwoVec3& a, const TwoVec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend TwoVec3 operator*(Two f, const TwoVec3& a) { return {f * a.x, f * a.y, f * a.z}; }
};

inline Two dot(const TwoVec3& a, const TwoVec3& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

} // namespace rope
