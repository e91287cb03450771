#include "rope_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

/// How fast what began within itself is let out, in radii a second: strands that begin in the same place are apart
/// after half a second.
constexpr double selfLetOut = 4.0;
/// Of the radius: at this depth edges push each other apart twice as hard as the spring alone, and at the depth of
/// `least` 17 times as hard.
constexpr double stiffening = 0.1;
/// Of the radius: what a correction was to press is still looked at where it is so far apart.
constexpr double allowance = 0.1;
/// What comes nearer by more than this part of the radius in a step, and then touches, is a blow. What comes slower is
/// no deeper at the end than a fifth of `stiffening`, where the force still grows as a spring's.
constexpr double blow = 0.02;
/// Of the radius: the way between lines that are nearer says by rounding only which way leads apart.
constexpr double crossing = 1e-6;

/// N = k d (1 + (d/d0)²), to where strands lie in one another.
PressSpring pressOf(const ContactLaw& law)
{
    const double deepest = 2.0 * law.radius;
    const double share = deepest / (stiffening * law.radius);
    return {law.stiffness, law.stiffness * (1.0 + 3.0 * share * share), deepest};
}

/// Which way leads apart where edges cross each other: across both, to the side on which `between` leads; where they
/// lie on each other, any way across.
Vec3 wayApart(const Vec3& a, const Vec3& b, const Vec3& between)
{
    constexpr double parallel = 1e-6;
    Vec3 way = glm::cross(a, b);
    if (glm::dot(way, way) < parallel * parallel * glm::dot(a, a) * glm::dot(b, b))
        way = glm::cross(a, std::abs(a.y) < 0.9 * glm::length(a) ? Vec3(0.0, 1.0, 0.0) : Vec3(1.0, 0.0, 0.0));
    return (glm::dot(way, between) < 0.0 ? -1.0 : 1.0) * glm::normalize(way);
}

} // namespace

bool RopeContacts::begin(const StepView& step)
{
    const std::vector<Mass>& masses = step.masses;
    const std::vector<Vec3>& predicted = step.positions;
    laws_.set(step.state, step.dt);
    startAngle_ = step.startAngle;
    dt_ = step.dt;
    touches_ = &step.state.selfTouches;
    asked_ = 0;
    slack_ = 0.5 * laws_.largestRadius(); // more finds pairs that never touch, less searches again
    search_.begin(step.state, masses, laws_);
    start_.resize(masses.size());
    for (std::size_t i = 0; i < masses.size(); ++i)
        start_[i] = masses[i].position;
    predicted_ = predicted;
    candidates_.clear();
    addCandidates(search_.pairs(start_, predicted, slack_));
    return true;
}

/// Adds the pairs that are not there yet.
void RopeContacts::addCandidates(const std::vector<NearEdges>& pairs)
{
    const auto before = static_cast<std::ptrdiff_t>(candidates_.size());
    auto touch = touches_->begin();
    std::ptrdiff_t known = 0;
    for (const NearEdges& near : pairs)
    {
        while (known < before && candidates_[static_cast<std::size_t>(known)].pair() < near.pair())
            ++known;
        if (known < before && candidates_[static_cast<std::size_t>(known)].pair() == near.pair())
            continue;
        while (touch != touches_->end() && EdgePair(touch->edge, touch->other) < near.pair())
            ++touch;
        const bool touched = touch != touches_->end() && EdgePair(touch->edge, touch->other) == near.pair();
        begin(candidates_.emplace_back(), near, touched ? &*touch : nullptr);
    }
}

/// `touch` is what it goes on from, if there is one.
void RopeContacts::begin(Candidate& candidate, const NearEdges& near, const RopeTouch* touch) const
{
    const ContactLaw& law = laws_.between(near.edge, near.other);
    candidate.law = &law;
    candidate.press = pressOf(law);
    candidate.edge = near.edge;
    candidate.other = near.other;
    candidate.distance = near.distance;
    if (touch != nullptr)
    {
        candidate.known = true;
        if (law.friction > 0.0)
        {
            candidate.held = true;
            candidate.grip = gripOf(candidate, meet(candidate, start_), start_);
        }
        for (std::size_t k = 0; k < 2; ++k)
            candidate.slip[k] = glm::dot(touch->slip, candidate.grip.frame[k]);
        candidate.overlap = touch->overlap;
        candidate.pressure = candidate.expected.pressure = touch->pressure;
    }
    else if (near.distance < 2.0 * law.radius) // which is no more than D
        candidate.overlap = std::max(0.0, 2.0 * law.radius - meet(candidate, start_).distance);
    candidate.letOut = std::min(candidate.overlap, selfLetOut * law.radius * dt_);
    candidate.overlap -= candidate.letOut;
}

const RopeContacts::Meeting& RopeContacts::meet(const Candidate& candidate, const std::vector<Vec3>& positions) const
{
    const std::array<Vec3, 4> at{positions[candidate.edge], positions[candidate.edge + 1], positions[candidate.other],
                                 positions[candidate.other + 1]};
    Meeting& meeting = candidate.met.meeting;
    if (at == candidate.met.at)
        return meeting;
    candidate.met.at = at;
    const Segment a{at[0], at[1] - at[0]};
    const Segment b{at[2], at[3] - at[2]};
    const SegmentPlaces places = nearestPlaces(a, b, evenness);
    const Vec3 between = a.at(places.first) - b.at(places.second);
    const double length = glm::length(between);
    const double first = places.first - 0.5;
    const double second = places.second - 0.5;
    meeting.along = places.first;
    meeting.otherAlong = places.second;
    meeting.distance = std::sqrt(length * length + evenness * (first * first * glm::dot(a.way, a.way) +
                                                               second * second * glm::dot(b.way, b.way)));
    const bool apart = length > crossing * candidate.law->radius;
    meeting.normal = apart ? between / length : normalAtStart(candidate);
    meeting.share = apart ? length / meeting.distance : 1.0;
    return meeting;
}

Vec3 RopeContacts::normalAtStart(const Candidate& candidate) const
{
    const Segment a = edgeAt(start_, candidate.edge);
    const Segment b = edgeAt(start_, candidate.other);
    const SegmentPlaces places = nearestPlaces(a, b, evenness);
    const Vec3 between = a.at(places.first) - b.at(places.second);
    const double length = glm::length(between);
    return length > crossing * candidate.law->radius ? between / length : wayApart(a.way, b.way, a.start - b.start);
}

FarCoupling RopeContacts::couplingOf(const Candidate& candidate, const Meeting& meeting)
{
    FarCoupling coupling;
    coupling.edge = candidate.edge;
    coupling.other = candidate.other;
    coupling.along = meeting.along;
    coupling.otherAlong = meeting.otherAlong;
    coupling.normal = meeting.normal;
    return coupling;
}

/// The force of a potential of D on the masses: push(mass, force). `perDistance` is N/D [N/m].
template <typename Push>
void RopeContacts::pushApart(const FarCoupling& at, double pressure, double perDistance,
                             const std::vector<Vec3>& positions, const Push& push)
{
    at.spread(pressure * at.normal, push);
    const auto lengthen = [&](std::size_t edge, double along)
    {
        const double off = along - 0.5;
        const Vec3 apart = perDistance * evenness * off * off * (positions[edge + 1] - positions[edge]);
        push(edge, -apart);
        push(edge + 1, apart);
    };
    lengthen(at.edge, at.along);
    lengthen(at.other, at.otherAlong);
}

/// The stiffness of a touch is that of a spring along the normal and, with f the expression of which D² is the least, u
/// the masses and z whichever of s and t lies within its edge,
///
///     -N/(2 D) (f_uu - f_uz f_zz⁻¹ f_zu)
///
/// but for its part along the normal, and for terms of evenness in f_uu. Here is f_uu: how the normal turns.
void RopeContacts::addTurning(const FarCoupling& at, double perDistance, const std::vector<Vec3>& positions,
                              OutsideForces& sum)
{
    const Vec3 edge = positions[at.edge + 1] - positions[at.edge];
    const Vec3& n = at.normal;
    const Vec3 along = glm::normalize(edge - glm::dot(edge, n) * n);
    for (const Vec3& way : {along, glm::cross(n, along)}) // f_uu is twice the square of the way of y
        sum.columns.push_back({at.edge,
                               at.other,
                               -perDistance,
                               {(1.0 - at.along) * way, at.along * way},
                               {-(1.0 - at.otherAlong) * way, -at.otherAlong * way}});
}

/// The other term: how the places run along the edges. It is never negative, and great where edges are parallel.
void RopeContacts::addRunning(const FarCoupling& at, double perDistance, const std::vector<Vec3>& positions,
                              OutsideForces& sum)
{
    const Segment a = edgeAt(positions, at.edge);
    const Segment b = edgeAt(positions, at.other);
    const Vec3 y = a.at(at.along) - b.at(at.otherAlong);
    const auto add = [&](double stiffness, const Vec3& byY, const Vec3& byA, const Vec3& byB)
    {
        FarColumn column{at.edge, at.other, stiffness, {}, {}};
        column.own = {(1.0 - at.along) * byY - byA, at.along * byY + byA};
        column.others = {-(1.0 - at.otherAlong) * byY - byB, -at.otherAlong * byY + byB};
        sum.columns.push_back(column);
    };
    // df_s = 2 (a.dy + y.da + 2 e (s - 1/2) a.da), and of t with the other sign of y; halves of them here.
    const double aa = (1.0 + evenness) * glm::dot(a.way, a.way);
    const double bb = (1.0 + evenness) * glm::dot(b.way, b.way);
    const Vec3 byA = y + 2.0 * evenness * (at.along - 0.5) * a.way;
    const Vec3 byB = -y + 2.0 * evenness * (at.otherAlong - 0.5) * b.way;
    const bool moves = at.along > 0.0 && at.along < 1.0;
    const bool otherMoves = at.otherAlong > 0.0 && at.otherAlong < 1.0;
    if (moves)
        add(perDistance / aa, a.way, byA, Vec3(0.0));
    if (!otherMoves)
        return;
    const double ratio = moves ? -glm::dot(a.way, b.way) / aa : 0.0;
    const double rest = bb - (moves ? aa * ratio * ratio : 0.0);
    add(perDistance / rest, -b.way - ratio * a.way, -ratio * byA, byB);
}

/// [m]; negative where the edges do not touch.
double RopeContacts::depth(const Candidate& candidate, const Meeting& meeting)
{
    return 2.0 * candidate.law->radius - meeting.distance - candidate.overlap;
}

/// How a pair presses in an iteration. One that the last correction was to press presses where it is a little apart
/// too; a look, for a line search, sees the force that is there.
RopeContacts::Answer RopeContacts::answer(Candidate& candidate, const Meeting& meeting,
                                          const std::vector<Vec3>& positions, Hessian hessian)
{
    const double deep = depth(candidate, meeting);
    if (hessian == Hessian::none)
    {
        const PressSpring::Press press = candidate.press.at(deep);
        return {press, press.force, deep > 0.0};
    }
    Expected& expected = candidate.expected;
    const auto at = [&positions](std::size_t i) { return positions[i]; };
    if (hessian == Hessian::exact && expected.rate > 0.0)
    {
        const Vec3 between = couplingOf(candidate, expected.at).relative(at);
        expected.pressure =
            std::max(0.0, expected.last - expected.rate * glm::dot(expected.at.normal, between - expected.between));
    }
    const double apart = expected.pressure > 0.0 ? allowance * candidate.law->radius : 0.0;
    if (!(deep > -apart))
    {
        expected = {};
        return {};
    }
    const PressSpring::Press press = candidate.press.alongTangent(expected.pressure, deep);
    const double change = std::abs(press.force - expected.pressure);
    constexpr double steady = 1e-5;
    constexpr double found = 0.01; // of the error: this force only finds the way
    expected.last = press.force;
    expected.rate = meeting.share * press.rate;
    expected.at = meeting;
    expected.between = couplingOf(candidate, meeting).relative(at);
    return {press, expected.pressure, true,
            deep > 0.0 && change <= steady * expected.pressure + found * candidate.law->error};
}

double RopeContacts::energy(const ContactLaw& law, const RopeTouch& touch)
{
    const double deep = std::max(0.0, 2.0 * law.radius - touch.distance - touch.overlap);
    const double share = deep / (stiffening * law.radius);
    return 0.5 * law.stiffness *
           (deep * deep * (1.0 + 0.5 * share * share) + softness * glm::dot(touch.slip, touch.slip));
}

/// Whether edges that were apart come together faster than a touch does.
bool RopeContacts::meetsHard(const Candidate& candidate, const Meeting& meeting) const
{
    if (meeting.distance >= 2.0 * candidate.law->radius - candidate.overlap)
        return false;
    const Vec3 way =
        couplingOf(candidate, meeting).relative([this](std::size_t i) { return predicted_[i] - start_[i]; });
    return glm::dot(way, normalAtStart(candidate)) < -blow * candidate.law->radius;
}

void RopeContacts::add(const StepView& step, Hessian hessian, OutsideForces& sum)
{
    asked_ += hessian == Hessian::exact ? 1 : 0;
    const bool looks = hessian == Hessian::none; // for a line search
    measureWays(start_, step.positions, fromStart_);
    for (Candidate& candidate : candidates_)
    {
        if (step.groups.pointRests(candidate.edge) && step.groups.pointRests(candidate.other))
            continue;
        const double apart = candidate.distance - 2.0 * candidate.law->radius;
        if (!candidate.touches && apart > closing(candidate, fromStart_))
            continue;
        if (!candidate.touches && apart > closingBeside(candidate, start_, step.positions))
        {
            candidate.expected = looks ? candidate.expected : Expected{};
            continue;
        }
        const bool touched = candidate.touches;
        const bool slipped = candidate.slips;
        const bool held = candidate.held;
        addTouch(candidate, step, hessian, sum);
        if (candidate.touches != touched || candidate.slips != slipped)
            sum.changed.push_back(candidate.edge);
        if (!looks)
            continue;
        candidate.touches = touched; // a look leaves no trace
        candidate.slips = slipped;
        candidate.held = held;
    }
}

void RopeContacts::addTouch(Candidate& candidate, const StepView& step, Hessian hessian, OutsideForces& sum) const
{
    const std::vector<Vec3>& positions = step.positions;
    const Meeting& meeting = meet(candidate, positions);
    const Answer response = answer(candidate, meeting, positions, hessian);
    candidate.touches = response.touches;
    if (!response.settled)
        sum.unsettled.push_back(candidate.edge);
    if (!candidate.touches)
        return;
    const double share = meeting.share;
    FarCoupling at = couplingOf(candidate, meeting);
    at.stiffness = glm::outerProduct(share * share * response.press.rate * at.normal, at.normal);
    pushApart(at, share * response.press.force, response.press.force / meeting.distance, positions,
              [&sum](std::size_t mass, const Vec3& force) { sum.force[mass] += force; });
    sum.far.push_back(at);
    const bool rubs = candidate.law->friction > 0.0;
    if (rubs)
        addFriction(candidate, at, share, response, step, hessian, sum);
    // Within each other the normal turns too fast to be followed.
    if (hessian == Hessian::none || !(meeting.distance > candidate.law->radius))
        return;
    const double bends = response.gripped / meeting.distance;
    if (hessian == Hessian::exact && !rubs) // with friction what turns the normal sticks
        addTurning(at, bends, positions, sum);
    constexpr int soon = 1; // what sticks is mostly solved by then
    if (!rubs || candidate.slips || asked_ > soon)
        addRunning(at, bends, positions, sum);
}

void RopeContacts::addPairs(std::vector<EdgePair>& pairs) const
{
    constexpr double near = 1.05; // diameters: more fills the matrix, less changes its pattern more often
    for (const Candidate& candidate : candidates_)
        if (candidate.distance < near * 2.0 * candidate.law->radius)
            pairs.emplace_back(candidate.edge, candidate.other);
}

void RopeContacts::measureWays(const std::vector<Vec3>& from, const std::vector<Vec3>& to,
                               std::vector<double>& ways) const
{
    if (candidates_.empty())
        return; // nobody asks
    ways.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        ways[i] = glm::distance(from[i], to[i]);
}

double RopeContacts::closing(const Candidate& candidate, const std::vector<double>& ways)
{
    return std::max(ways[candidate.edge], ways[candidate.edge + 1]) +
           std::max(ways[candidate.other], ways[candidate.other + 1]);
}

double RopeContacts::closingBeside(const Candidate& candidate, const std::vector<Vec3>& from,
                                   const std::vector<Vec3>& to)
{
    const Vec3 own = to[candidate.edge] - from[candidate.edge];
    const auto beside = [&](std::size_t i)
    {
        const Vec3 way = to[i] - from[i] - own;
        return glm::dot(way, way);
    };
    return std::sqrt(beside(candidate.edge + 1)) +
           std::sqrt(std::max(beside(candidate.other), beside(candidate.other + 1)));
}

double RopeContacts::safeShare(const Candidate& candidate, const std::vector<Vec3>& from,
                               const std::vector<Vec3>& to) const
{
    // Edges that begin across each other have no side on which to stay.
    if (candidate.distance <= crossing * candidate.law->radius)
        return 1.0;
    return rope::safeShare(edgeAt(from, candidate.edge), edgeAt(from, candidate.other), edgeAt(to, candidate.edge),
                           edgeAt(to, candidate.other));
}

void RopeContacts::limitShares(const std::vector<Vec3>& from, const std::vector<Vec3>& to, const SolveGroups& groups,
                               std::vector<double>& shares) const
{
    measureWays(start_, from, fromStart_);
    measureWays(from, to, onward_);
    for (const Candidate& candidate : candidates_)
    {
        if (0.9 * (candidate.distance - closing(candidate, fromStart_)) > closing(candidate, onward_))
            continue;
        if (0.9 * (candidate.distance - closingBeside(candidate, start_, from)) > closingBeside(candidate, from, to))
            continue;
        const double share = safeShare(candidate, from, to);
        for (const std::uint32_t edge : {candidate.edge, candidate.other})
            shares[groups.groupOfPoint(edge)] = std::min(shares[groups.groupOfPoint(edge)], share);
    }
}

bool RopeContacts::complete(const StepView& step)
{
    const std::vector<Vec3>& positions = step.positions;
    const bool expected = std::equal(positions.begin(), positions.end(), predicted_.begin(), predicted_.end(),
                                     [limit = slack_ * slack_](const Vec3& x, const Vec3& y)
                                     {
                                         const Vec3 off = x - y;
                                         return glm::dot(off, off) <= limit;
                                     });
    if (expected)
        return true;
    const auto before = static_cast<std::ptrdiff_t>(candidates_.size());
    addCandidates(search_.pairs(start_, positions, 0.0));
    const bool touch = std::any_of(candidates_.begin() + before, candidates_.end(),
                                   [&](const Candidate& added) {
                                       return meet(added, positions).distance < 2.0 * added.law->radius - added.overlap;
                                   });
    std::inplace_merge(candidates_.begin(), candidates_.begin() + before, candidates_.end(),
                       [](const Candidate& a, const Candidate& b) { return a.pair() < b.pair(); });
    return !touch;
}

bool RopeContacts::keptApart(const StepView& step) const
{
    const std::vector<Vec3>& positions = step.positions;
    measureWays(start_, positions, fromStart_);
    for (const Candidate& candidate : candidates_)
    {
        const double limit = std::min(2.0 * least * candidate.law->radius, 0.9 * candidate.distance);
        if (candidate.distance - closing(candidate, fromStart_) > limit)
            continue;
        const double now = distance(edgeAt(positions, candidate.edge), edgeAt(positions, candidate.other));
        if (now < limit)
            return false;
    }
    return !passing(step).has_value();
}

std::optional<EdgePair> RopeContacts::passing(const StepView& step) const
{
    measureWays(start_, step.positions, fromStart_);
    for (const Candidate& candidate : candidates_)
        if (0.9 * candidate.distance <= closing(candidate, fromStart_) &&
            safeShare(candidate, start_, step.positions) < 1.0)
            return std::pair(candidate.edge, candidate.other);
    return std::nullopt;
}

void RopeContacts::store(const StepView& step, RopeState& state)
{
    std::vector<RopeTouch>& touches = state.selfTouches;
    const std::vector<Vec3>& positions = step.positions;
    const std::vector<double>& angle = step.angle;
    touches.clear();
    kept_.clear();
    frictionLoss_ = 0.0;
    letOutWork_ = 0.0;
    measureWays(start_, positions, fromStart_);
    for (Candidate& candidate : candidates_)
    {
        if (candidate.distance - closing(candidate, fromStart_) > 2.0 * candidate.law->radius)
            continue;
        const Meeting& meeting = meet(candidate, positions);
        const double deep = depth(candidate, meeting);
        if (!(deep > 0.0))
            continue;
        const double pressure = candidate.press.at(deep).force;
        const FarCoupling at = couplingOf(candidate, meeting);
        const Vec3 place = positions[at.edge] + at.along * (positions[at.edge + 1] - positions[at.edge]);
        RopeTouch touch{at.edge,
                        at.other,
                        at.along,
                        at.otherAlong,
                        place - 0.5 * meeting.share * meeting.distance * at.normal,
                        at.normal,
                        meeting.distance,
                        meeting.share * pressure};
        touch.overlap = candidate.overlap;
        letOutWork_ += pressure * candidate.letOut;
        if (candidate.held)
        {
            Vec3 slip(0.0);
            touch.friction = friction(candidate, positions, angle, meeting.share * pressure, slip);
            touch.slips = candidate.slips;
            touch.slip = carriedOn(candidate, slip, positions);
            frictionLoss_ += candidate.lost;
        }
        touches.push_back(touch);
        kept_.push_back({at, pressure / meeting.distance, candidate.grip.coupling});
    }
}

void RopeContacts::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    work.lost += frictionLoss_;
    for (std::size_t k = 0; k < kept_.size(); ++k)
        pushApart(kept_[k].at, step.state.selfTouches[k].pressure, kept_[k].perDistance, step.positions,
                  [&](std::size_t i, const Vec3& force) { sum.add(i, force, work.push); });
    spreadFriction(
        step.state.selfTouches, [&](std::size_t i, const Vec3& force) { sum.add(i, force, work.friction); },
        [&](std::size_t edge, double torque) { sum.rub(edge, torque); });
}

bool RopeContacts::hits(const StepView& step) const
{
    measureWays(start_, step.positions, fromStart_);
    return std::any_of(candidates_.begin(), candidates_.end(),
                       [&](const Candidate& candidate)
                       {
                           return !candidate.known &&
                                  candidate.distance - closing(candidate, fromStart_) < 2.0 * candidate.law->radius &&
                                  meetsHard(candidate, meet(candidate, step.positions));
                       });
}

bool strandsMeet(const std::vector<Mass>& masses, double segmentLength, double radius)
{
    const double least = 2.0 * RopeContacts::least * radius;
    const auto edge = [&masses](std::size_t i) {
        return Segment{masses[i].position, masses[i + 1].position - masses[i].position};
    };
    EdgeTree tree;
    tree.build(masses.size() - 1,
               [&](std::size_t i)
               {
                   EdgeTree::Box box{masses[i].position, masses[i].position};
                   box.hold(masses[i + 1].position);
                   box.grow(0.5 * least);
                   return box;
               });
    bool meet = false;
    tree.forEachPair(StrandSearch::edgesApart(radius, segmentLength),
                     [&](std::size_t i, std::size_t j)
                     {
                         const SegmentPlaces places = nearestPlaces(edge(i), edge(j), 0.0);
                         meet = meet || glm::distance(edge(i).at(places.first), edge(j).at(places.second)) < least;
                     });
    return meet;
}

} // namespace rope
