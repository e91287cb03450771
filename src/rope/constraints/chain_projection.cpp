#include <rope/detail/chain_projection.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

void ChainProjection::resize(std::size_t points)
{
    directions_.resize(points - 1);
    errors_.resize(points - 1);
    eliminated_.resize(points - 1);
    moved_.resize(points);
}

// Sets n_j; returns |x_j - x_j+1|.
double ChainProjection::direct(const std::vector<Vec3>& positions, std::size_t j)
{
    const Vec3 d = positions[j] - positions[j + 1];
    const double r = glm::length(d);
    // Two points in one place have no direction; any direction separates them.
    directions_[j] = r > 0.0 ? d / r : Vec3(0.0, 1.0, 0.0);
    return r;
}

ChainProjection::Error ChainProjection::evaluate(const std::vector<Vec3>& positions, const std::vector<double>& lengths)
{
    Error error;
    for (std::size_t j = 0; j < lengths.size(); ++j)
    {
        const double r = direct(positions, j);
        errors_[j] = r - lengths[j];
        error.largest = std::max(error.largest, std::abs(errors_[j]) / lengths[j]);
        error.squares += errors_[j] * errors_[j];
    }
    return error;
}

// Thomas' algorithm without pivoting: J W J^T is symmetric and positive definite.
void ChainProjection::solve(const std::vector<double>& inverseMasses)
{
    const std::size_t count = errors_.size();
    const auto beside = [&](std::size_t j)
    { return -inverseMasses[j + 1] * glm::dot(directions_[j], directions_[j + 1]); };
    double diagonal = inverseMasses[0] + inverseMasses[1];
    errors_[0] /= diagonal;
    for (std::size_t j = 1; j < count; ++j)
    {
        const double off = beside(j - 1);
        eliminated_[j - 1] = off / diagonal;
        diagonal = inverseMasses[j] + inverseMasses[j + 1] - off * eliminated_[j - 1];
        errors_[j] = (errors_[j] - off * errors_[j - 1]) / diagonal;
    }
    for (std::size_t j = count - 1; j-- > 0;)
        errors_[j] -= eliminated_[j] * errors_[j + 1];
}

Vec3 ChainProjection::pull(std::size_t point) const
{
    const std::vector<double>& lambda = errors_;
    Vec3 sum(0.0);
    if (point < lambda.size())
        sum += lambda[point] * directions_[point];
    if (point > 0)
        sum -= lambda[point - 1] * directions_[point - 1];
    return sum;
}

double ChainProjection::project(std::vector<Vec3>& positions, const std::vector<double>& inverseMasses,
                                const std::vector<double>& lengths, int iterations, double tolerance)
{
    resize(positions.size());
    Error error = evaluate(positions, lengths);
    double length = 1.0; // of the step, as a part of Newton's
    for (int i = 0; i < iterations && error.largest > tolerance; ++i)
    {
        solve(inverseMasses);
        for (std::size_t j = 0; j < positions.size(); ++j)
            moved_[j] = positions[j] - length * inverseMasses[j] * pull(j);
        const Error after = evaluate(moved_, lengths);
        if (after.squares < error.squares)
        {
            std::swap(positions, moved_);
            error = after;
            length = std::min(1.0, 2.0 * length);
            continue;
        }
        length *= 0.5;
        error = evaluate(positions, lengths);
    }
    return error.largest;
}

void ChainProjection::projectVelocities(const std::vector<Vec3>& positions, std::vector<Vec3>& velocities,
                                        const std::vector<double>& inverseMasses)
{
    resize(positions.size());
    for (std::size_t j = 0; j + 1 < positions.size(); ++j)
    {
        direct(positions, j);
        errors_[j] = glm::dot(directions_[j], velocities[j] - velocities[j + 1]);
    }
    solve(inverseMasses);
    for (std::size_t i = 0; i < positions.size(); ++i)
        velocities[i] -= inverseMasses[i] * pull(i);
}

} // namespace rope
