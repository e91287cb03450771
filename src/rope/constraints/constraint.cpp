#include <rope/constraint.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

void relax(std::vector<Vec3>& positions, const std::vector<double>& inverseMasses,
           const std::vector<LengthConstraint>& constraints, CorrectionRule rule)
{
    for (const LengthConstraint& constraint : constraints)
    {
        Vec3& x1 = positions[constraint.first];
        Vec3& x2 = positions[constraint.second];
        const Corrections corrections = lengthCorrections(x1 - x2, constraint.length, inverseMasses[constraint.first],
                                                          inverseMasses[constraint.second], rule);
        x1 += corrections.first;
        x2 += corrections.second;
    }
}

double largestError(const std::vector<Vec3>& positions, const std::vector<LengthConstraint>& constraints)
{
    double largest = 0.0;
    for (const LengthConstraint& constraint : constraints)
    {
        const Vec3 d = positions[constraint.first] - positions[constraint.second];
        largest = std::max(largest, std::abs(lengthError(d, constraint.length)) / constraint.length);
    }
    return largest;
}

} // namespace rope
