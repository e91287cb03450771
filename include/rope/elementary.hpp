#pragma once

#include <rope/export.hpp>

/// The elementary functions of everything that moves. They are made of + - * / and the square root alone, each of which
/// IEEE 754 rounds in one way, so that they have the same bits on every processor and with every compiler. The
/// functions of a C library differ in the last digit from version to version, and between processors with and without
/// fused multiply-add; a heap of bodies makes another motion of that within two seconds.
///
/// Errors are below 1.1 units in the last place, of logarithms, angles and lengths below 0.51. Arguments out
/// of the range give what the C library gives: infinity, NaN, the sign of zero.
namespace rope::elementary
{

struct SineCosine
{
    double sine = 0.0;
    double cosine = 1.0;
};

/// Of an angle [rad]. From 1e15 on, where the last digit of an angle is a good part of a turn, of what `std::fmod` by
/// the nearest number to 2 pi leaves of it.
ROPE_API SineCosine sineAndCosine(double angle);
ROPE_API double sin(double angle);
ROPE_API double cos(double angle);
ROPE_API double tan(double angle);

ROPE_API double asin(double x);            ///< [rad]
ROPE_API double acos(double x);            ///< [rad]
ROPE_API double atan(double x);            ///< [rad]
ROPE_API double atan2(double y, double x); ///< [rad], in [-pi, pi]

ROPE_API double exp(double x);
ROPE_API double expm1(double x); ///< e^x - 1
ROPE_API double log(double x);
ROPE_API double log2(double x);
ROPE_API double log10(double x);
ROPE_API double pow(double base, double exponent);
ROPE_API double cbrt(double x);

ROPE_API double sinh(double x);
ROPE_API double cosh(double x);
ROPE_API double tanh(double x);
ROPE_API double asinh(double x);

ROPE_API double hypot(double x, double y); ///< without overflow between
ROPE_API double hypot(double x, double y, double z);

} // namespace rope::elementary
