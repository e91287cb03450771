#include "workshop.hpp"

#include <rope/elementary.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <map>
#include <set>

// The forces at the joints of a set-up.

namespace ropewalk
{

/// Lists of forces, each on one thing: a mass by its index, or behind all masses a body. Masses that are tied to each
/// other are one thing.
class Workshop::Joints
{
public:
    explicit Joints(const Workshop& workshop) : workshop_(workshop)
    {
        addBodies();
        addTies();
        for (const SetUpHold& hold : workshop_.setUp_->holds)
            if (const std::optional<std::size_t> mass = thingAt(hold.rope))
                shown_.insert(numbers_.at(*mass));
    }

    std::vector<JointForce> shown() const
    {
        std::vector<JointForce> all;
        for (const std::size_t number : shown_)
            for (const JointForce& force : lists_[number])
                all.push_back({number, force.at, force.force});
        return all;
    }

private:
    /// False where it is there already.
    bool add(std::size_t thing)
    {
        const bool added = numbers_.emplace(thing, lists_.size()).second;
        if (added)
            lists_.emplace_back();
        return added;
    }
    std::vector<JointForce>& of(std::size_t thing) { return lists_[numbers_.at(thing)]; }
    std::size_t addBody(rope::BodyId id)
    {
        const std::size_t thing = workshop_.masses().size() + static_cast<std::size_t>(id);
        add(thing);
        return thing;
    }
    bool isMass(std::size_t thing) const { return thing < workshop_.masses().size(); }
    /// Nothing where it stands, or is no longer there.
    std::optional<std::size_t> thingAt(const Place& place)
    {
        const auto* onRope = std::get_if<RopePlace>(&place);
        if (!onRope)
            return workshop_.stands(place)
                       ? std::nullopt
                       : std::optional(addBody(*workshop_.solidOf(std::get<SolidPlace>(place).solid)->body));
        const std::optional<std::size_t> mass = workshop_.massOf(*onRope);
        if (mass && add(*mass))
            of(*mass) = workshop_.pullsAt(*mass);
        return mass;
    }
    void unite(std::size_t thing, std::size_t other);
    void addBodies();
    void addTies();

    const Workshop& workshop_;
    std::map<std::size_t, std::size_t> numbers_; ///< of the lists, by the things
    std::vector<std::vector<JointForce>> lists_;
    std::set<std::size_t> shown_;
};

void Workshop::Joints::unite(std::size_t thing, std::size_t other)
{
    const std::size_t to = numbers_.at(thing);
    const std::size_t from = numbers_.at(other);
    if (to == from)
        return;
    lists_[to].insert(lists_[to].end(), lists_[from].begin(), lists_[from].end());
    for (auto& [each, number] : numbers_)
        number = number == from ? to : number;
}

/// Weights, and loads of axles.
void Workshop::Joints::addBodies()
{
    for (std::size_t i = 0; i < workshop_.solids_.size(); ++i)
    {
        const Solid& solid = workshop_.solids_[i];
        if (solid.body && workshop_.setUp_->solids[i].moves == Moves::free)
        {
            const rope::Body& body = workshop_.body(*solid.body);
            of(addBody(*solid.body)).push_back({0, body.position, body.mass * workshop_.settings_.gravity});
        }
        if (!solid.axle)
            continue;
        const std::size_t carrier = addBody(*solid.body);
        const Vec3 at = workshop_.body(solid.wheel ? *solid.wheel : *solid.body).position;
        of(carrier).push_back({0, at, -workshop_.bearingForce(*solid.axle)});
        shown_.insert(numbers_.at(carrier));
    }
}

/// Of the two things of a tie the one is shown on which more forces act.
void Workshop::Joints::addTies()
{
    std::vector<std::pair<std::size_t, std::size_t>> tied;
    for (const Tie& tie : workshop_.ties_)
    {
        const std::optional<std::size_t> a = thingAt(tie.wanted.a);
        const std::optional<std::size_t> b = thingAt(tie.wanted.b);
        if (a || b)
            tied.emplace_back(a ? *a : *b, b ? *b : *a);
        if (!tie.id || !a || !b)
            continue;
        if (isMass(*a) && isMass(*b))
        {
            unite(*a, *b);
            continue;
        }
        const Vec3 force = workshop_.tieForce(*tie.id);
        of(*a).push_back({0, workshop_.positionOf(tie.wanted.a), -force});
        of(*b).push_back({0, workshop_.positionOf(tie.wanted.b), force});
    }
    for (const auto& [a, b] : tied)
        shown_.insert(numbers_.at(of(b).size() >= of(a).size() ? b : a));
}

/// Of the strands that end or pass at a mass, as their second segments carry it: the bend at a joint presses the first.
std::vector<JointForce> Workshop::pullsAt(std::size_t mass) const
{
    const rope::Rope& rope = state_.ropeAt(mass);
    const std::size_t number = mass - rope.first;
    std::vector<JointForce> pulls;
    const auto pull = [&](std::size_t segment, double sign)
    {
        const std::size_t i = rope.first + segment;
        const Vec3 way = masses()[i + 1].position - masses()[i].position;
        const double tension = rope.springs[segment].tension(glm::length(way));
        pulls.push_back({0, masses()[mass].position, sign * tension * glm::normalize(way)});
    };
    if (number > 0)
        pull(number - std::min<std::size_t>(number, 2), -1.0);
    if (number < rope.segments())
        pull(std::min(number + 1, rope.segments() - 1), 1.0);
    return pulls;
}

std::vector<JointForce> Workshop::forces() const
{
    return Joints(*this).shown();
}

std::vector<Workshop::Turn> Workshop::turns() const
{
    std::vector<std::size_t> touched; // by each touch
    for (const rope::SolidTouch& touch : state_.touches)
        touched.push_back(solidAt(touch.solid));
    std::vector<Turn> all;
    for (std::size_t i = 0; i < solids_.size(); ++i)
        if (const std::optional<Turn> turn = turnAt(i, touched))
            all.push_back(*turn);
    return all;
}

/// Of the first rope that touches the solid with taut strands at both sides.
std::optional<Workshop::Turn> Workshop::turnAt(std::size_t solid, const std::vector<std::size_t>& touched) const
{
    const SetUpSolid& is = setUp_->solids[solid];
    const rope::Rope* rope = nullptr;
    std::size_t first = masses().size();
    std::size_t last = 0;
    for (std::size_t i = 0; i < touched.size(); ++i)
    {
        const rope::SolidTouch& touch = state_.touches[i];
        const rope::Rope& its = state_.ropeAt(touch.mass);
        if (touched[i] != solid || (rope != nullptr && rope != &its))
            continue;
        rope = &its;
        first = std::min<std::size_t>(first, touch.mass);
        last = std::max<std::size_t>(last, touch.mass + (touch.edge ? 1 : 0));
    }
    if (rope == nullptr || first == rope->first || last + 1 == rope->first + rope->masses())
        return std::nullopt;
    const auto way = [this](std::size_t edge) { return masses()[edge + 1].position - masses()[edge].position; };
    const auto pull = [&](std::size_t edge)
    { return rope->springs[edge - rope->first].tension(glm::length(way(edge))); };
    const auto [less, more] = std::minmax({pull(first - 1), pull(last)});
    constexpr double taut = 1e-3; // [N]
    if (less < taut)
        return std::nullopt;
    double angle = 0.0;
    for (std::size_t edge = first - 1; edge < last; ++edge)
        angle += rope::elementary::acos(
            std::clamp(glm::dot(glm::normalize(way(edge)), glm::normalize(way(edge + 1))), -1.0, 1.0));
    Turn turn{solid, more / less, rope::elementary::exp(rope->constants.contactFriction * is.roughness * angle)};
    if (solids_[solid].axle && is.moves != Moves::driven)
        turn.axle = 1.0 + is.axleFriction * is.axleRadius * axleLoad(is.name) /
                              ((is.radius + rope->constants.ropeRadius) * less);
    return turn;
}

/// The number of the solid of the set-up that has the shape of that place in RopeSimulation::solids(); of the floor one
/// behind the last.
std::size_t Workshop::solidAt(std::size_t shape) const
{
    const std::size_t first = state_.firstShape();
    std::size_t i = 0;
    for (; i < solids_.size(); ++i)
    {
        const Solid& solid = solids_[i];
        const auto isHere = [&](rope::SolidId id) { return placeOf(id) == shape; };
        bool found = std::any_of(solid.bodies.begin(), solid.bodies.end(), isHere);
        if (shape >= first && shape - first < state_.shapeBodies.size())
        {
            const rope::BodyId id = state_.bodies[state_.shapeBodies[shape - first]].id;
            found = solid.body == id || solid.wheel == id;
        }
        if (found)
            break;
    }
    return i;
}

std::string Workshop::nameAt(std::size_t shape) const
{
    const std::size_t solid = solidAt(shape);
    return solid < solids_.size() ? setUp_->solids[solid].name : "the floor";
}

/// Notes the deepest overlap of a body above a millimetre.
void Workshop::noteWithin()
{
    for (const rope::BodyTouch& touch : rope().bodyTouches())
        noteWithin(touch.shape, touch.solid, touch.overlap);
}

void Workshop::noteWithin(std::size_t shape, std::size_t other, double depth)
{
    if (depth > (within_ ? within_->depth : 1e-3))
        within_ = Within{nameAt(shape), nameAt(other), depth};
}

/// What pierces a body touches it nowhere.
void Workshop::notePierced()
{
    const std::vector<rope::SolidBody>& shapes = RopeSimulation::solids();
    std::vector<std::size_t> solids;
    for (std::size_t shape = 0; shape < shapes.size(); ++shape)
        solids.push_back(solidAt(shape));
    for (std::size_t one = 0; one < shapes.size(); ++one)
        for (std::size_t other = 0; other < shapes.size(); ++other)
        {
            const bool ball = shapes[one].shape == rope::SolidShape::sphere;
            const bool round = ball || shapes[one].shape == rope::SolidShape::capsule;
            const double half = ball ? 0.0 : shapes[one].halfSize.y;
            const bool bodies = state_.isShape(one) || state_.isShape(other);
            if (!bodies ||
                clearanceAndNormal(shapes[other], shapes[one].position).distance > half + shapes[one].halfSize.x ||
                !mayBeWithin(solids[one], solids[other]))
                continue;
            const bool isBody = state_.isShape(one);
            constexpr int looks = 8; // from its middle to each end
            for (int look = -looks; look <= looks; ++look)
            {
                const Vec3 place = shapes[one].position + shapes[one].axes[1] * (look * half / looks);
                noteWithin(isBody ? one : other, isBody ? other : one,
                           (round ? shapes[one].halfSize.x : 0.0) - clearanceAndNormal(shapes[other], place).distance);
            }
        }
}

/// Solids by their numbers, which neither a tie nor an axle joins.
bool Workshop::mayBeWithin(std::size_t one, std::size_t other) const
{
    if (one == other || std::max(one, other) >= solids_.size())
        return false;
    const SetUpSolid& a = setUp_->solids[one];
    const SetUpSolid& b = setUp_->solids[other];
    if (a.moves != Moves::free && b.moves != Moves::free)
        return false;
    const auto isOf = [](const Place& place, const SetUpSolid& solid)
    {
        const auto* on = std::get_if<SolidPlace>(&place);
        return on != nullptr && on->solid == solid.name;
    };
    const std::vector<SetUpTie> ties = tiesOf(*setUp_);
    std::vector<Place> heldBy; // what ties hold at the one
    for (const SetUpTie& tie : ties)
        for (const auto& [here, there] : {std::pair(&tie.a, &tie.b), std::pair(&tie.b, &tie.a)})
            if (isOf(*here, a))
                heldBy.push_back(*there);
    const auto isHeld = [&](const Place& place)
    { return std::find(heldBy.begin(), heldBy.end(), place) != heldBy.end(); };
    return std::none_of(heldBy.begin(), heldBy.end(), [&](const Place& place) { return isOf(place, b); }) &&
           std::none_of(ties.begin(), ties.end(),
                        [&](const SetUpTie& tie)
                        { return (isOf(tie.a, b) && isHeld(tie.b)) || (isOf(tie.b, b) && isHeld(tie.a)); });
}

} // namespace ropewalk
