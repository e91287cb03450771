#include "newton_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// How far the ropes and bodies go along a correction.

namespace rope
{

/// Sums of products by groups, each in the order of its unknowns.
void NewtonSolver::setProducts(std::vector<double>& sums, const std::vector<double>& a,
                               const std::vector<double>& b) const
{
    sums.assign(groups_.members(), 0.0);
    const std::size_t perPoint = a.size() / positions.size();
    for (std::size_t point = 0; point < positions.size(); ++point)
    {
        double& sum = sums[groups_.groupOfPoint(point)];
        for (std::size_t k = perPoint * point; k < perPoint * (point + 1); ++k)
            sum += a[k] * b[k];
    }
}

/// Adds a correction to the bodies. Returns the square of the largest [m2], with the way of a turn.
template <typename Correction>
double NewtonSolver::moveBodies(const Correction& correction, const RopeState& state)
{
    double largest = 0.0;
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const std::size_t member = parts_.size() + b;
        if (groups_.rests(member))
            continue;
        const std::size_t point = firstBody() + 2 * b;
        const Vec3 way = correction(point);
        const Vec3 turn = correction(point + 1);
        positions[point] += way;
        positions[point + 1] += turn;
        const double reach = reachOf(state.bodies[b].body);
        const double square = glm::dot(way, way) + reach * reach * glm::dot(turn, turn);
        corrections_[member] = std::sqrt(square);
        largest = square <= largest ? largest : square; // also where it is not a number
    }
    return largest;
}

/// Adds a correction, and predicts the tensions. Returns the largest correction [m].
double NewtonSolver::move(const std::vector<double>& step, std::size_t perMass, const RopeState& state)
{
    looked_.clear();
    // Far from all that moves a rope, corrections become numbers that are almost too small for the processor, and would
    // take it a hundred times as long.
    const auto noticed = [&](std::size_t unknown) { return std::abs(step[unknown]) < 1e-100 ? 0.0 : step[unknown]; };
    const auto correction = [&](std::size_t i)
    { return Vec3(noticed(perMass * i), noticed(perMass * i + 1), noticed(perMass * i + 2)); };
    double largest = 0.0; // squared
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Part& part = parts_[r];
        if (groups_.rests(r))
            continue;
        double own = 0.0;
        Vec3 before(0.0);
        for (std::size_t k = 0; k < rope.masses(); ++k)
        {
            const std::size_t i = rope.first + k;
            const Vec3 here = correction(i);
            const double square = glm::dot(here, here);
            if (!(square < std::numeric_limits<double>::infinity()))
                return square;
            own = std::max(own, square);
            positions[i] += here;
            if (k > 0)
            {
                const Spring& spring = rope.springs[k - 1];
                part.elastic.predictedTension[k] =
                    spring.tension(part.shape.length[k]) +
                    spring.springConstant * glm::dot(part.shape.tangent[k], here - before);
            }
            before = here;
            if (perMass == 4 && k < rope.segments())
            {
                const double turn = noticed(4 * i + 3);
                angle[rope.firstSlot + k + 1] += turn;
                const double moved = turn * rope.springs[k].restLength; // [m], to compare with
                own = std::max(own, moved * moved);
            }
        }
        corrections_[r] = std::sqrt(own);
        largest = std::max(largest, own);
    }
    const double ofBodies = moveBodies(correction, state);
    return std::sqrt(ofBodies <= largest ? largest : ofBodies); // also where it is not a number
}

/// [m], by groups that do not rest.
std::vector<double> NewtonSolver::largestCorrections() const
{
    std::vector<double> largest(groups_.members(), 0.0);
    for (std::size_t m = 0; m < groups_.members(); ++m)
        if (!groups_.rests(m))
            largest[groups_.groupOf(m)] = std::max(largest[groups_.groupOf(m)], corrections_[m]);
    return largest;
}

/// How much of the way from the last positions brings nothing through anything, of 1; the least of all groups that do
/// not rest.
double NewtonSolver::limitShares()
{
    shares_.assign(groups_.members(), 1.0);
    for (const OutsideForce* force : outside)
        force->limitShares(positionsBefore_, positions, groups_, shares_);
    double least = 1.0;
    for (std::size_t m = 0; m < groups_.members(); ++m)
        least = groups_.rests(m) ? least : std::min(least, shares_[groups_.groupOf(m)]);
    return least;
}

/// Brings `residual_` to `positions`, of all that does not rest; a look at the same place is not repeated.
template <std::size_t D>
void NewtonSolver::look(const RopeState& state, const std::vector<Mass>& masses)
{
    bool known = !looked_.empty();
    for (std::size_t m = 0; m < looked_.size(); ++m)
        known = known && (looked_[m] != 0 || groups_.rests(m));
    if (known)
        return;
    derive<Hessian::none>(state);
    askOutside(state, masses, Hessian::none);
    noteAsked();
    setResidual<D>(residual_, state, masses);
    looked_.resize(groups_.members());
    for (std::size_t m = 0; m < looked_.size(); ++m)
        looked_[m] = groups_.rests(m) ? 0 : 1;
}

/// How hard the forces at `positions` drive back along `step`, into `backs_`.
template <std::size_t D>
void NewtonSolver::lookBackAlong(const std::vector<double>& step, const RopeState& state,
                                 const std::vector<Mass>& masses)
{
    look<D>(state, masses);
    setProducts(backs_, residual_, step);
    for (double& sum : backs_)
        sum = -sum;
}

/// Brings a member back to where it was before the correction.
void NewtonSolver::takeBack(const RopeState& state, std::size_t member)
{
    const auto copyBack = [](auto& to, const auto& from, std::size_t first, std::size_t count)
    {
        const auto offset = static_cast<std::ptrdiff_t>(first);
        std::copy_n(from.begin() + offset, count, to.begin() + offset);
    };
    if (member >= parts_.size())
        return copyBack(positions, positionsBefore_, firstBody() + 2 * bodyOf(member), 2);
    const Rope& rope = state.ropes[member];
    copyBack(positions, positionsBefore_, rope.first, rope.masses());
    if (rope.waves())
        copyBack(angle, angleBefore_, rope.firstSlot, rope.masses() + 1);
}

/// Adds a correction, or of each group the part that brings nothing through anything and after which the forces do not
/// drive back harder than `mostBack` of their drive there: the slope of the goal's sum along it is then less steep
/// than at the start. A part that is too short of where they cease to drive on is made longer again.
template <std::size_t D>
double NewtonSolver::moveWhereItHelps(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    std::vector<double>& step = system.step;
    stepBefore_ = step;
    residualBefore_ = residual_;
    positionsBefore_ = positions;
    angleBefore_ = angle;
    drive_ = product(residual_, step);
    setProducts(drives_, residual_, step);
    resting_ = groups_.resting();
    brackets_.assign(groups_.members(), {});
    constexpr int mostTries = 6;
    for (int i = 0;; ++i)
    {
        spend(masses.size() / 4);
        const double correction = move(step, D, state);
        if (!(correction < std::numeric_limits<double>::infinity()))
        {
            groups_.setResting(resting_);
            return correction;
        }
        if (limitShares() == 1.0)
        {
            if (i >= mostTries)
                break;
            lookBackAlong<D>(step, state, masses);
            if (i == 0)
                letRestWhere([&](std::size_t g)
                             { return !(backs_[g] > LineBracket::mostBack * std::abs(drives_[g])); });
            if (groups_.allRest() || (i == 0 && straighten(system, state, masses)))
                break;
            letRestWhere([&](std::size_t g) { return !brackets_[g].narrow(backs_[g] / std::abs(drives_[g])); });
            if (groups_.allRest())
                break;
        }
        else
        {
            if (i >= mostTries) // what rests already may be in the way of the others: then it goes with them
                groups_.setResting(resting_);
            for (std::size_t g = 0; g < brackets_.size(); ++g)
                if (shares_[g] < 1.0)
                    brackets_[g].block(shares_[g]);
        }
        for (std::size_t m = 0; m < groups_.members(); ++m)
            if (!groups_.rests(m))
                takeBack(state, m);
        follow(state);
        for (std::size_t point = 0; point < positions.size(); ++point)
            for (std::size_t k = D * point; k < D * (point + 1) && !groups_.pointRests(point); ++k)
                step[k] = brackets_[groups_.groupOfPoint(point)].part() * stepBefore_[k];
    }
    groups_.setResting(resting_);
    for (std::size_t m = 0; m < groups_.members(); ++m)
    {
        const double part = brackets_[groups_.groupOf(m)].part();
        if (groups_.rests(m) || part == 1.0)
            continue;
        corrections_[m] /= part; // where only a part was taken, the rest of it is still an error
        if (m < parts_.size())
            expectTension(state, m);
    }
    const std::vector<double> largest = largestCorrections();
    return *std::max_element(largest.begin(), largest.end());
}

/// Lets groups rest of which `enough` is true: they have gone far enough.
template <typename Enough>
void NewtonSolver::letRestWhere(const Enough& enough)
{
    ends_.assign(groups_.members(), 0); // by groups, which have the numbers of their first members
    for (std::size_t m = 0; m < groups_.members(); ++m)
    {
        const std::uint32_t g = groups_.groupOf(m);
        if (m == g && !groups_.rests(m))
            ends_[g] = enough(g) ? 1 : 0;
        if (ends_[g] != 0)
            groups_.letRest(m);
    }
}

/// A correction that turns stiff edges stretches them too, to second order, and mostly that drives back after it. So a
/// second one follows, by the same factor, which takes the stretch away (R. Fletcher, Second order corrections for
/// non-differentiable optimization, Lecture Notes in Mathematics 912, 1982). What it helps rests, but not where it only
/// takes back the first one: both would follow each other for ever. True where it helps all.
template <std::size_t D>
bool NewtonSolver::straighten(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    spend(masses.size() / 2);
    second_ = residual_;
    answerOfFactored(system, second_, state);
    const std::vector<double> first = largestCorrections();
    const double further = move(second_, D, state);
    if (!(further < std::numeric_limits<double>::infinity()) || limitShares() < 1.0)
        return false;
    std::vector<double>& step = system.step;
    for (std::size_t k = 0; k < step.size(); ++k)
        step[k] += second_[k];
    const std::vector<double> seconds = largestCorrections();
    for (std::size_t m = 0; m < groups_.members(); ++m)
        if (!groups_.rests(m))
            corrections_[m] = first[groups_.groupOf(m)] + seconds[groups_.groupOf(m)];
    backsBefore_ = backs_;
    lookBackAlong<D>(step, state, masses);
    setProducts(both_, residualBefore_, step);
    constexpr double mostTaken = 0.5; // of the drive
    letRestWhere(
        [&](std::size_t g)
        { return both_[g] / drives_[g] > mostTaken && !(backs_[g] > LineBracket::mostBack * std::abs(both_[g])); });
    backs_ = backsBefore_; // of the first correction alone
    return groups_.allRest();
}

/// The tension that a shortened correction was to bring is not there yet.
void NewtonSolver::expectTension(const RopeState& state, std::size_t r)
{
    Part& part = parts_[r];
    for (std::size_t slot = 1; slot <= state.ropes[r].segments(); ++slot)
        part.elastic.predictedTension[slot] = std::max(
            part.elastic.predictedTension[slot], state.ropes[r].springs[slot - 1].tension(part.shape.length[slot]));
}

template double NewtonSolver::moveWhereItHelps(System<3>&, const RopeState&, const std::vector<Mass>&);
template double NewtonSolver::moveWhereItHelps(System<4>&, const RopeState&, const std::vector<Mass>&);
template void NewtonSolver::look<3>(const RopeState&, const std::vector<Mass>&);
template void NewtonSolver::look<4>(const RopeState&, const std::vector<Mass>&);

} // namespace rope
