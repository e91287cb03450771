#pragma once

// The few types of Unreal Engine that the card uses, with the meaning they have there.

#include <cmath>
#include <cstdint>
#include <vector>

using int32 = std::int32_t;

struct FVector
{
    double X = 0.0, Y = 0.0, Z = 0.0;
    FVector() = default;
    FVector(double x, double y, double z) : X(x), Y(y), Z(z) {}
    double Size() const { return std::sqrt(X * X + Y * Y + Z * Z); }
    FVector operator+(const FVector& v) const { return {X + v.X, Y + v.Y, Z + v.Z}; }
    FVector operator-(const FVector& v) const { return {X - v.X, Y - v.Y, Z - v.Z}; }
    FVector operator/(double s) const { return {X / s, Y / s, Z / s}; }
    FVector& operator+=(const FVector& v) { return *this = *this + v; }
    FVector& operator-=(const FVector& v) { return *this = *this - v; }
};
inline FVector operator*(double s, const FVector& v)
{
    return {s * v.X, s * v.Y, s * v.Z};
}

struct FMath
{
    static int32 CeilToInt(double value) { return static_cast<int32>(std::ceil(value)); }
};

template <typename T>
struct TArray : std::vector<T>
{
    T& operator[](int32 i) { return std::vector<T>::operator[](static_cast<std::size_t>(i)); }
    const T& operator[](int32 i) const { return std::vector<T>::operator[](static_cast<std::size_t>(i)); }
    void Add(const T& value) { this->push_back(value); }
};

#define UCLASS(...)
#define GENERATED_BODY()
