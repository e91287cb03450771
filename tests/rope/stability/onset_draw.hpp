#pragma once

#include <rope/vec.hpp>

#include <cmath>
#include <random>

// Random systems for the tests that find by trying at which step a motion begins to grow.

constexpr int sets = 50; // of random constants for each case

class Draw
{
public:
    explicit Draw(unsigned seed) : random_(seed) {}
    double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
    /// As often in each decade between a and b.
    double decades(double a, double b) { return std::exp(uniform(std::log(a), std::log(b))); }
    bool chance(double p) { return uniform(0.0, 1.0) < p; }
    rope::Vec3 direction() { return rope::Vec3(uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0)); }

private:
    std::mt19937_64 random_;
};

enum class Case
{
    hung,
    contact,
    grabbed,
    bent ///< hung, and it resists bending
};
