// Plain C++, for processors that xsimd does not know: compilers turn the loops over eight floats into the vectors that
// the target has.

#include "vector_kernel.hpp"

#include <cmath>

namespace rope
{

namespace
{

struct PlainVector
{
    static constexpr int lanes = 8;
    static constexpr bool runsAhead = true;
    static constexpr bool looksAtSigns = false;

    /// Plain C++ cannot set this mode.
    struct FlushToZero
    {
        FlushToZero() {}
        ~FlushToZero() {}
    };
    static void prefetch(const float*) {}

    struct Vector
    {
        float lane[lanes];
    };
    struct Mask
    {
        bool lane[lanes];
    };

    template <class Function>
    static Vector each(Function function)
    {
        Vector v;
        for (int i = 0; i < lanes; ++i)
            v.lane[i] = function(i);
        return v;
    }

    static Vector all(float value)
    {
        return each([&](int) { return value; });
    }
    static Vector load(const float* from)
    {
        return each([&](int i) { return from[i]; });
    }
    static void store(float* to, const Vector& v)
    {
        for (int i = 0; i < lanes; ++i)
            to[i] = v.lane[i];
    }
    friend Vector operator+(const Vector& a, const Vector& b)
    {
        return each([&](int i) { return a.lane[i] + b.lane[i]; });
    }
    friend Vector operator-(const Vector& a, const Vector& b)
    {
        return each([&](int i) { return a.lane[i] - b.lane[i]; });
    }
    friend Vector operator*(const Vector& a, const Vector& b)
    {
        return each([&](int i) { return a.lane[i] * b.lane[i]; });
    }
    friend Vector operator/(const Vector& a, const Vector& b)
    {
        return each([&](int i) { return a.lane[i] / b.lane[i]; });
    }
    static Vector fma(const Vector& a, const Vector& b, const Vector& c)
    {
        return each([&](int i) { return a.lane[i] * b.lane[i] + c.lane[i]; });
    }
    static Vector fnma(const Vector& a, const Vector& b, const Vector& c)
    {
        return each([&](int i) { return c.lane[i] - a.lane[i] * b.lane[i]; });
    }
    static Vector minusQuotientRoot(const Vector& a, const Vector& b, const Vector& c)
    {
        return each([&](int i) { return a.lane[i] - b.lane[i] / std::sqrt(c.lane[i]); });
    }
    static Vector min(const Vector& a, const Vector& b)
    {
        return each([&](int i) { return b.lane[i] < a.lane[i] ? b.lane[i] : a.lane[i]; });
    }
    static Vector max(const Vector& a, const Vector& b)
    {
        return each([&](int i) { return a.lane[i] < b.lane[i] ? b.lane[i] : a.lane[i]; });
    }
    friend Mask operator<(const Vector& a, const Vector& b)
    {
        Mask mask;
        for (int i = 0; i < lanes; ++i)
            mask.lane[i] = a.lane[i] < b.lane[i];
        return mask;
    }
    static bool any(const Mask& mask)
    {
        bool found = false;
        for (const bool lane : mask.lane)
            found |= lane;
        return found;
    }
    static Vector select(const Mask& mask, const Vector& a, const Vector& b)
    {
        return each([&](int i) { return mask.lane[i] ? a.lane[i] : b.lane[i]; });
    }
    static Vector fromLaneBefore(const Vector& v)
    {
        return each([&](int i) { return v.lane[(i + lanes - 1) % lanes]; });
    }
    static Vector fromNextLane(const Vector& v)
    {
        return each([&](int i) { return v.lane[(i + 1) % lanes]; });
    }
};

} // namespace

const FleetKernel* portableFleetKernel()
{
    return &VectorKernel<PlainVector>::kernel;
}

} // namespace rope
