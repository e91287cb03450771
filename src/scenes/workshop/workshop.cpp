#include "workshop_plan.hpp"

#include "scenes/set_up/path_layout.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <rope/detail/glide.hpp>
#include <rope/rope_by_length.hpp>

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace ropewalk
{

namespace
{

/// What a simulation of ropes holds where the set-up has none: a thread that touches nothing, does not move
/// and weighs next to nothing.
rope::RopeByLength standIn()
{
    rope::RopeByLength thread;
    thread.massCount = 3;
    thread.massPerLength = 1e-9;
    return thread;
}

rope::RopeSettings settingsIn(const WorkshopSettings& s, rope::RopeByLength rope)
{
    s.giveTo(rope);
    rope::RopeSettings settings = rope;
    settings.ground = s.ground;
    settings.groundHeight = s.groundHeight;
    return settings;
}

/// Its bodies with its middle and axes at a place.
std::vector<rope::SolidBody> shapesAt(const SetUpSolid& solid, const Vec3& position, const glm::dmat3& axes)
{
    std::vector<rope::SolidBody> shapes = shapesOf(solid);
    for (rope::SolidBody& shape : shapes)
    {
        shape.position = position + axes * shape.position;
        shape.axes = axes * shape.axes;
    }
    return shapes;
}

constexpr int fewestOnReel = 9; ///< masses, at which a reel stops
constexpr int mostOnReel = 2000;

bool samePlace(const SceneSolid& a, const SceneSolid& b)
{
    return a.position == b.position && a.axis == b.axis && a.angle == b.angle;
}

rope::Bearing axleOf(const Workshop::Solid& placed, const SetUpSolid& solid)
{
    rope::Bearing axle{.body = placed.wheel ? *placed.wheel : *placed.body, .axis = Vec3(0.0, 1.0, 0.0)};
    if (placed.wheel && placed.body)
        axle.other = *placed.body;
    axle.radius = solid.axleRadius;
    axle.friction = solid.axleFriction;
    if (solid.moves == Moves::driven)
        axle.speed = solid.spinSpeed;
    axle.mostTorque = solid.mostTorque;
    return axle;
}

/// Whether nothing but places has changed to which things glide.
bool glidesOnly(const SetUp& before, const SetUp& after)
{
    SetUp moved = before;
    if (before.solids.size() != after.solids.size() || before.holds.size() != after.holds.size())
        return false;
    for (std::size_t i = 0; i < after.solids.size(); ++i)
    {
        SetUpSolid& solid = moved.solids[i];
        if (solid.moves != Moves::free)
            solid.position = after.solids[i].position;
        if (solid.moves == Moves::no)
            std::tie(solid.axis, solid.angle) = std::pair(after.solids[i].axis, after.solids[i].angle);
    }
    for (std::size_t i = 0; i < after.holds.size(); ++i)
        moved.holds[i].at = after.holds[i].at;
    for (std::size_t i = 0; i < std::min(moved.ropes.size(), after.ropes.size()); ++i)
        moved.ropes[i].pull = after.ropes[i].pull;
    moved.roles = after.roles;
    return moved == after;
}

} // namespace

std::vector<SetUpTie> tiesOf(const SetUp& setUp)
{
    std::vector<SetUpTie> ties = setUp.ties;
    for (const SetUpRope& rope : setUp.ropes)
        for (const rope::RopeEnd end : {rope::RopeEnd::first, rope::RopeEnd::last})
        {
            const Stop& stop = end == rope::RopeEnd::first ? rope.path.front() : rope.path.back();
            if (const auto* place = std::get_if<SolidPlace>(&stop); place != nullptr && !rope.closed)
                ties.push_back({RopePlace{rope.name, end}, *place});
        }
    return ties;
}

void WorkshopSettings::describe(rope::Parameters& p)
{
    p.group("Surroundings");
    describeAir(p);
    p.add("ground", &ground, "There is a floor.");
    p.add("ground_height", &groundHeight, {-10.0, 10.0, "m", "Height of the floor; it glides there."});
    p.add("friction", &friction, {0.0, 10.0, "", "Coulomb friction of bodies on floor, solids and each other."});
    p.group("Run");
    describeSteps(p);
    p.add("auto_steps", &autoSteps, "Steps are short while the ends of a rope fly apart that is cut or breaks.");
    p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the hand while a key is held."});
    p.group("View");
    p.add("colours", &colours, {"tension", "curvature", "contact", "crossings"},
          "What the colours of the ropes show (C); crossings: over or under, at those that make a knot.");
}

// ---- Making
// ----------------------------------------------------------------------------------------------------------

Workshop::Workshop(const WorkshopSettings& settings, const SetUpPtr& setUp)
    : Workshop(settings, setUp, nullptr, planned(settings, *setUp, nullptr))
{
}

Workshop::Workshop(const WorkshopSettings& settings, const SetUpPtr& setUp, const Workshop* before,
                   const std::vector<Plan>& plans)
    : DrivenRope(plans.empty() ? settingsIn(rope::validated(settings), standIn()) : plans.front().settings),
      settings_(rope::validated(settings)), setUp_(setUp)
{
    if (plans.empty())
        for (std::size_t i = 0; i < masses().size(); ++i)
            pin(i);
    for (std::size_t i = 0; i < plans.size(); ++i)
    {
        Piece piece = plans[i].piece;
        if (i == 0)
            layOut(plans[i].positions);
        piece.id = i == 0 ? ropes().front() : addRope(plans[i].settings, plans[i].positions);
        pieces_.push_back(piece);
    }
    for (std::size_t i = 0; i < plans.size(); ++i)
        if (plans[i].goesOn)
            takeOver(plans[i], state_.ropes[i], *before);
    for (std::size_t i = 0; i < setUp_->holds.size(); ++i)
    {
        const SetUpHold& hold = setUp_->holds[i];
        const bool same = before != nullptr && i < before->heldAt_.size() && before->setUp_->holds[i] == hold;
        heldAt_.push_back(same ? before->heldAt_[i] : hold.at);
    }
    holdVelocities_.assign(heldAt_.size(), Vec3(0.0));
    for (const SetUpRope& rope : setUp_->ropes)
    {
        Pull& pull = pulls_.emplace_back();
        if (const SetUpRope* was = before != nullptr ? ropeNamed(*before->setUp_, rope.name) : nullptr)
            pull = before->pulls_[static_cast<std::size_t>(was - before->setUp_->ropes.data())];
        const PathPiece last = pathOf(*setUp_, rope).back();
        pull.direction = glm::normalize(last.to - last.at(0.999));
    }
    placeSolids(before);
    tieAll();
    notePierced();
    haulAtStart_ = before != nullptr    ? before->haulAtStart_
                   : setUp_->roles.haul ? positionOf(*setUp_->roles.haul)
                                        : Vec3(0.0);
    loadAtStart_ = before != nullptr    ? before->loadAtStart_
                   : setUp_->roles.load ? positionOf(*setUp_->roles.load)
                                        : Vec3(0.0);
    if (before == nullptr)
        return;
    rope::WrittenMoment now = writtenMasses();
    now.time = before->time();
    for (std::size_t i = 0; i < plans.size(); ++i)
        if (!plans[i].goesOn)
            moveWithEnds(i, now.velocities);
    placeMasses(now);
    if (isMadeAs(*before, plans))
    {
        state_.touches = before->state_.touches;
        state_.selfTouches = before->state_.selfTouches;
        state_.bodyTouches = before->state_.bodyTouches;
    }
}

/// Whether nothing has come, gone or changed its shape, so that what touches goes on as it is drawn.
bool Workshop::isMadeAs(const Workshop& before, const std::vector<Plan>& plans) const
{
    const auto alike = [](const SetUpSolid& one, const SetUpSolid& other)
    {
        return one.name == other.name && one.shape == other.shape && one.moves == other.moves &&
               (one.moves == Moves::no || samePlace(one, other));
    };
    bool same = masses().size() == before.masses().size() && plans.size() == before.pieces_.size() &&
                std::equal(setUp_->solids.begin(), setUp_->solids.end(), before.setUp_->solids.begin(),
                           before.setUp_->solids.end(), alike);
    for (std::size_t i = 0; i < plans.size(); ++i)
        same = same && plans[i].goesOn == i && !plans[i].turned;
    return same && state_.solids.size() == before.state_.solids.size();
}

/// A rope that is laid anew moves as the bodies at its ends do, which would jerk it else.
void Workshop::moveWithEnds(std::size_t number, std::vector<Vec3>& velocities) const
{
    const SetUpRope& wanted = *ropeNamed(*setUp_, pieces_[number].of);
    const auto velocityOf = [&](const Stop& stop)
    {
        const auto* place = std::get_if<SolidPlace>(&stop);
        return place == nullptr || stands(*place) ? Vec3(0.0) : bodyOf(place->solid).velocityAt(positionOf(*place));
    };
    if (wanted.closed)
        return;
    Vec3 first = velocityOf(wanted.path.front());
    Vec3 last = velocityOf(wanted.path.back());
    if (pieces_[number].reversed)
        std::swap(first, last);
    const rope::Rope& rope = state_.ropes[number];
    for (std::size_t i = 0; i < rope.masses(); ++i)
        velocities[rope.first + i] =
            glm::mix(first, last, static_cast<double>(i) / static_cast<double>(rope.segments()));
}

/// The set-up with its free bodies where they are by now: a rope that is laid anew runs round them there.
SetUp Workshop::asItStands(const SetUp& setUp) const
{
    SetUp standing = setUp;
    for (SetUpSolid& solid : standing.solids)
    {
        const SetUpSolid* was = solidNamed(*setUp_, solid.name);
        if (solid.moves != Moves::free || was == nullptr || *was != solid)
            continue;
        const rope::Body body = bodyOf(solid.name);
        solid.position = body.position;
        setAxes(solid, body.axes);
    }
    return standing;
}

rope::RopeSettings Workshop::settingsOf(const WorkshopSettings& s, const SetUpRope& wanted, const Piece& piece,
                                        double segment, std::size_t masses)
{
    rope::RopeByLength rope;
    rope.massCount = static_cast<int>(masses);
    rope.length = segment * (rope.massCount - (wanted.closed ? 2 : 1));
    rope.massPerLength = wanted.massPerLength;
    rope.axialStiffness = wanted.axialStiffness;
    rope.bendingStiffness = wanted.bendingStiffness;
    rope.torsionalStiffness = wanted.torsionalStiffness;
    rope.radius = wanted.ropeRadius;
    rope.contactFriction = wanted.contactFriction;
    rope.selfContact = wanted.selfContact;
    rope.closed = wanted.closed;
    rope.airFriction = 2.0 * s.damping * wanted.massPerLength * segment;
    if (wanted.reel && piece.number == 1)
    {
        rope.payoutSpeed = wanted.payoutSpeed;
        rope.minMassCount = fewestOnReel;
        rope.maxMassCount = mostOnReel;
    }
    rope::RopeSettings settings = settingsIn(s, rope);
    // Pieces of a rope have its segments to the last bit, however many they have.
    settings.springLength = segment;
    settings.mass = wanted.massPerLength * segment;
    settings.springConstant = wanted.axialStiffness / segment;
    return settings;
}

std::string Workshop::pieceName(const std::string& rope, int number)
{
    return number == 1 ? rope : fmt::format("{}_{}", rope, number);
}

std::vector<Workshop::Plan> Workshop::planned(const WorkshopSettings& settings, const SetUp& setUp,
                                              const Workshop* before)
{
    const SetUp standing = before != nullptr ? before->asItStands(setUp) : setUp;
    std::vector<Plan> plans;
    for (const SetUpRope& rope : setUp.ropes)
    {
        const SetUpRope* was = before != nullptr ? ropeNamed(*before->setUp_, rope.name) : nullptr;
        std::vector<Plan> pieces =
            was != nullptr && laidOutAlike(rope, *was) ? piecesOn(settings, rope, *before) : std::vector<Plan>{};
        if (pieces.empty())
            pieces.push_back(laidOut(settings, standing, rope));
        plans.insert(plans.end(), pieces.begin(), pieces.end());
    }
    return plans;
}

Workshop::Plan Workshop::laidOut(const WorkshopSettings& settings, const SetUp& setUp, const SetUpRope& rope)
{
    RopeLayout laid = ropewalk::layOut(setUp, rope, settings.gravity);
    Plan plan;
    plan.piece.name = plan.piece.of = rope.name;
    plan.piece.reversed = rope.reel == rope::RopeEnd::last;
    plan.piece.whole = laid.segment * static_cast<double>(laid.positions.size() - 1);
    if (plan.piece.reversed)
        std::reverse(laid.positions.begin(), laid.positions.end());
    plan.settings = settingsOf(settings, rope, plan.piece, laid.segment, laid.positions.size());
    plan.positions = laid.positions;
    return plan;
}

/// The pieces of a rope that is laid out as before; none where it cannot go on, as a reel comes to its other end.
std::vector<Workshop::Plan> Workshop::piecesOn(const WorkshopSettings& settings, const SetUpRope& rope,
                                               const Workshop& before)
{
    std::vector<Plan> plans;
    for (std::size_t number = 0; number < before.pieces_.size(); ++number)
    {
        const Piece& piece = before.pieces_[number];
        if (piece.of != rope.name)
            continue;
        const rope::Rope& was = before.state_.ropes[number];
        Plan& plan = plans.emplace_back();
        plan.piece = piece;
        plan.piece.reversed = rope.reel == rope::RopeEnd::last;
        plan.turned = plan.piece.reversed != piece.reversed;
        plan.settings = settingsOf(settings, rope, plan.piece, was.constants.springLength, was.masses());
        for (std::size_t i = 0; i < was.masses(); ++i)
            plan.positions.push_back(before.masses()[was.first + i].position);
        if (plan.turned)
            std::reverse(plan.positions.begin(), plan.positions.end());
        plan.goesOn = number;
        if (plan.turned && (piece.number > 1 || was.reeled()))
            return {};
    }
    return plans.size() > 1 && plans.front().turned ? std::vector<Plan>{} : plans;
}

/// Where it is made as before it has all that it remembers too.
void Workshop::takeOver(const Plan& plan, rope::Rope& rope, const Workshop& before)
{
    const rope::Rope& was = before.state_.ropes[*plan.goesOn];
    const auto massThen = [&](std::size_t i) -> const rope::Mass&
    { return before.masses()[was.first + (plan.turned ? was.masses() - 1 - i : i)]; };
    for (std::size_t i = 0; i < rope.masses(); ++i)
        masses_[rope.first + i].velocity = massThen(i).velocity;
    rope::RopeConstants now = rope.constants;
    now.massCount = was.constants.massCount;
    now.minMassCount = was.constants.minMassCount;
    now.maxMassCount = was.constants.maxMassCount;
    now.payoutSpeed = was.constants.payoutSpeed;
    const bool alike = now == was.constants && !plan.turned;
    rope::Rope kept = alike ? was : rope;
    kept.twist = was.twist;
    kept.constants = rope.constants;
    kept.constants.massCount = was.constants.massCount; // the reel has inserted the others
    kept.reel = was.reel;
    kept.feed = was.feed;
    kept.reeledLength = was.reeledLength;
    kept.perVertexLength = was.perVertexLength;
    if (!alike && kept.reel.restLength() != kept.whole.restLength)
        rope::Reel::shapeSegment({.insertion = kept.constants.insertion, .segmentLength = kept.whole.restLength},
                                 kept.reel.restLength(), kept.springs.front());
    kept.id = rope.id;
    kept.first = rope.first;
    kept.firstSlot = rope.firstSlot;
    std::fill(kept.pinned.begin(), kept.pinned.end(), char{0});
    rope = std::move(kept);
    for (std::size_t i = 0; i < rope.masses() && alike; ++i)
        masses_[rope.first + i].mass = massThen(i).mass;
}

void Workshop::placeSolids(const Workshop* before)
{
    for (const SetUpSolid& solid : setUp_->solids)
    {
        const SetUpSolid* was = before != nullptr ? solidNamed(*before->setUp_, solid.name) : nullptr;
        Solid placed;
        placed.position = solid.position;
        placed.axes = axesOf(solid);
        // A body that is placed anew is there at once.
        const bool goesOn =
            was != nullptr && was->moves == solid.moves && (solid.moves == Moves::no || samePlace(*was, solid));
        if (goesOn)
            placed = *before->solidOf(solid.name);
        addBodies(placed, solid, goesOn ? before : nullptr);
        solids_.push_back(placed);
    }
}

/// Of one that goes on from `before`, which may be null: as its bodies move there.
void Workshop::addBodies(Solid& placed, const SetUpSolid& solid, const Workshop* before)
{
    const Solid was = std::exchange(placed, Solid{{placed.position, placed.axes, placed.velocity, placed.spin, {}}});
    const auto bodyThen = [before](const std::optional<rope::BodyId>& id)
    { return before != nullptr && id ? &before->body(*id) : nullptr; };
    const SetUpSolid& solidThen = before != nullptr ? *solidNamed(*before->setUp_, solid.name) : solid;
    if (solid.moves != Moves::no)
        placed.body = addBody(ropewalk::bodyOf(solid), bodyThen(was.body), ropewalk::bodyOf(solidThen));
    else
        for (const rope::SolidBody& body : shapesAt(solid, placed.position, placed.axes))
            placed.bodies.push_back(addSolid(body));
    if (solid.shape == SceneSolid::Shape::block)
        placed.wheel =
            addBody(ropewalk::bodyOf(wheelOf(solid)), bodyThen(was.wheel), ropewalk::bodyOf(wheelOf(solidThen)));
    if (!placed.wheel && (solid.moves == Moves::no || solid.moves == Moves::free))
        return;
    placed.axle = addBearing(axleOf(placed, solid));
    if (before == nullptr || !was.axle)
        return;
    // It goes on as it is turned, drawn and pressed.
    rope::BearingState& now = state_.bearings.back();
    for (rope::BearingState then : before->state_.bearings)
        if (then.id == *was.axle)
        {
            then.id = now.id;
            then.bearing = now.bearing;
            then.velocity = now.velocity;
            now = then;
        }
}

/// A mass and an inertia that setBody() has given it stay until an edit gives it others.
rope::BodyId Workshop::addBody(const rope::Body& wanted, const rope::Body* was, const rope::Body& wantedThen)
{
    rope::Body body = wanted;
    if (was != nullptr && wanted.mass == wantedThen.mass && wanted.inertia == wantedThen.inertia)
    {
        body.mass = was->mass;
        body.inertia = was->inertia;
    }
    body.friction = settings_.friction;
    body.airFriction = 2.0 * settings_.damping * body.mass;
    if (was != nullptr)
    {
        body.position = was->position;
        body.axes = was->axes;
        body.velocity = was->velocity;
        body.spin = was->spin;
    }
    return RopeSimulation::addBody(body);
}

void Workshop::beMade(const WorkshopSettings& settings, const SetUpPtr& setUp)
{
    Workshop next(settings, setUp, this, planned(settings, *setUp, this));
    booked(rope::EnergyLine::constants, rope::MomentumLine::constants,
           [&]
           {
               // The books go on, and so does what says when a rope runs away.
               if (books_)
               {
                   next.setBooks(true);
                   for (std::size_t i = 0; i < rope::energyLines.size(); ++i)
                       books_->energy.unused[i] = books_->energy.unused[i] && next.books_->energy.unused[i];
                   for (std::size_t i = 0; i < rope::momentumLines.size(); ++i)
                       books_->momentum.unused[i] = books_->momentum.unused[i] && next.books_->momentum.unused[i];
               }
               next.books_ = std::move(books_);
               next.runaway_ = runaway_;
               next.broken_ = std::move(broken_);
               *this = std::move(next);
           });
}

void Workshop::setSettings(const WorkshopSettings& settings)
{
    if (settings != settings_)
        beMade(settings, setUp_);
}

void Workshop::follow(const SetUpPtr& setUp)
{
    if (!glidesOnly(*setUp_, *setUp))
        return beMade(settings_, setUp);
    for (std::size_t i = 0; i < heldAt_.size(); ++i)
        if (setUp->holds[i].at != setUp_->holds[i].at)
            heldAt_[i] = setUp->holds[i].at;
    setUp_ = setUp;
}

// ---- What holds ropes
// ------------------------------------------------------------------------------------------------

std::optional<std::size_t> Workshop::hand() const
{
    for (std::size_t i = 0; i < setUp_->holds.size() && setUp_->roles.hand; ++i)
        if (setUp_->holds[i].rope == *setUp_->roles.hand)
            return i;
    return std::nullopt;
}

void Workshop::pullSolid(std::size_t solid, const Vec3& to)
{
    if (solid < solids_.size() && solids_[solid].body && setUp_->solids[solid].moves == Moves::free)
        grab(rope::BodyPlace{*solids_[solid].body, Vec3(0.0)}, to);
}

void Workshop::moveHold(std::size_t hold, const Vec3& velocity)
{
    holdVelocities_[hold] = velocity;
}

bool Workshop::stands(const Place& place) const
{
    if (const auto* onSolid = std::get_if<SolidPlace>(&place))
        return !solidOf(onSolid->solid)->body;
    return std::holds_alternative<Vec3>(place);
}

rope::TieEnd Workshop::tieEnd(const Place& place) const
{
    if (const auto* onRope = std::get_if<RopePlace>(&place))
        return *massOf(*onRope);
    if (stands(place))
        return positionOf(place);
    const auto& onSolid = std::get<SolidPlace>(place);
    return rope::BodyPlace{*solidOf(onSolid.solid)->body, ownPoint(*solidNamed(*setUp_, onSolid.solid), onSolid)};
}

/// A rope at what stands is led there; all else is held by a spring, which draws ends together that are apart.
void Workshop::tieAll()
{
    constexpr double near = 1e-5; // [m]
    const auto isRope = [](const Place& place) { return std::holds_alternative<RopePlace>(place); };
    const auto isGone = [&](const Place& place) { return isRope(place) && !massOf(std::get<RopePlace>(place)); };
    for (const SetUpTie& tie : tiesOf(*setUp_))
    {
        Tie& now = ties_.emplace_back(Tie{tie, {}});
        const bool led = (isRope(tie.a) && stands(tie.b)) || (isRope(tie.b) && stands(tie.a));
        if (led || isGone(tie.a) || isGone(tie.b))
            continue;
        const bool together = glm::distance(positionOf(tie.a), positionOf(tie.b)) < near;
        now.id = together ? RopeSimulation::tie(tieEnd(tie.a), tieEnd(tie.b))
                          : draw(tieEnd(tie.a), tieEnd(tie.b), drawSpeed);
    }
}

/// For a step of `dt` [s].
void Workshop::lead(const RopePlace& place, const Vec3& to, double dt)
{
    if (const std::optional<std::size_t> mass = massOf(place))
        pin(*mass, rope::glideVelocity(masses()[*mass].position, masses()[*mass].velocity, to, dt));
}

void Workshop::hold(double dt)
{
    for (std::size_t i = 0; i < heldAt_.size(); ++i)
    {
        const std::optional<std::size_t> mass = massOf(setUp_->holds[i].rope);
        const Vec3 velocity = holdVelocities_[i] + drawnBy(setUp_->holds[i]);
        if (mass && velocity != Vec3(0.0))
        {
            moveHand(*mass, velocity, dt);
            heldAt_[i] = masses()[*mass].position + dt * masses()[*mass].velocity;
        }
        else
            lead(setUp_->holds[i].rope, heldAt_[i], dt);
    }
    for (const SetUpTie& tie : tiesOf(*setUp_))
        for (const auto& [one, other] : {std::pair(&tie.a, &tie.b), std::pair(&tie.b, &tie.a)})
            if (const auto* rope = std::get_if<RopePlace>(one); rope != nullptr && stands(*other))
                lead(*rope, positionOf(*other), dt);
}

void Workshop::drive(double dt)
{
    for (std::size_t i = 0; i < solids_.size(); ++i)
    {
        const SetUpSolid& solid = setUp_->solids[i];
        Solid& placed = solids_[i];
        if (solid.moves == Moves::free)
            continue;
        const Vec3 was = placed.position;
        placed.prepare(
            solid, [&](const Vec3& position, const glm::dmat3& axes) { return shapesAt(solid, position, axes); }, dt,
            *this);
        if (placed.axle)
            carry(*placed.axle, was, placed.velocity);
    }
    growPulls(dt);
    hold(dt);
    followScript(dt);
}

/// An axle takes along what turns on it.
void Workshop::carry(rope::BearingId axle, const Vec3& place, const Vec3& velocity)
{
    for (rope::BearingState& bearing : state_.bearings)
        if (bearing.id == axle)
        {
            bearing.place = place;
            bearing.velocity = velocity;
        }
}

} // namespace ropewalk
