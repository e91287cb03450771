#pragma once

/// The elementary functions of everything that moves. They are made of + - * / and the square root alone, each of which
/// IEEE 754 rounds in one way, so that they have the same bits on every processor and with every compiler. Those of a C
/// library differ in the last digit from version to version, and between processors with and without fused
/// multiply-add; a heap of bodies makes another motion of that within two seconds.
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
SineCosine sineAndCosine(double angle);
double sin(double angle);
double cos(double angle);
double tan(double angle);

double asin(double x);            ///< [rad]
double acos(double x);            ///< [rad]
double atan(double x);            ///< [rad]
double atan2(double y, double x); ///< [rad], in [-pi, pi]

double exp(double x);
double expm1(double x); ///< e^x - 1
double log(double x);
double log2(double x);
double log10(double x);
double pow(double base, double exponent);
double cbrt(double x);

double sinh(double x);
double cosh(double x);
double tanh(double x);
double asinh(double x);

double hypot(double x, double y); ///< without overflow between
double hypot(double x, double y, double z);

} // namespace rope::elementary
