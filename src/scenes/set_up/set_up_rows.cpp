#include "set_up_rows.hpp"

#include "set_up_check.hpp"
#include "set_up_solid.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ropewalk
{

namespace
{

using Shape = SceneSolid::Shape;

/// Adds rows with names that begin alike.
class Rows
{
public:
    Rows(rope::Parameters& rows, std::string_view before) : rows_(rows), before_(before) {}

    template <typename Field>
    void add(std::string_view name, Field* field, const rope::ParameterRow& row)
    {
        rows_.add(before_ + std::string(name), field, row);
    }
    void add(std::string_view name, const rope::Parameter::Choice& choice, std::string_view sentence)
    {
        rows_.add(before_ + std::string(name), choice, sentence);
    }

private:
    rope::Parameters& rows_;
    std::string before_;
};

rope::Parameter::Choice movesChoice(SetUpSolid& solid)
{
    const std::vector<Moves> ways = waysToMove(solid.shape);
    std::vector<std::string_view> names;
    for (const Moves way : ways)
        names.push_back(movesName(way));
    return {std::move(names),
            [&solid, ways]
            { return static_cast<int>(std::find(ways.begin(), ways.end(), solid.moves) - ways.begin()); },
            [&solid, ways](int number) { solid.moves = ways[static_cast<std::size_t>(number)]; }};
}

rope::Parameter::Choice reelChoice(SetUpRope& rope)
{
    return {{"none", "first", "last"},
            [&rope] { return rope.reel ? 1 + static_cast<int>(*rope.reel) : 0; },
            [&rope](int number)
            { rope.reel = number == 0 ? std::optional<rope::RopeEnd>() : static_cast<rope::RopeEnd>(number - 1); }};
}

void describeMotion(SetUpSolid& solid, Rows& rows)
{
    rows.add("moves", movesChoice(solid),
             "no: it stands; axle: it turns about its axis; driven: a motor turns it; free: it is a body.");
    const bool turns = solid.moves == Moves::axle || solid.moves == Moves::driven || solid.shape == Shape::block;
    if (solid.moves != Moves::no)
        rows.add("mass", &solid.mass, {0.0, 1e5, "kg", "Mass, spread evenly all through it."});
    if (turns)
    {
        rows.add("axle_radius", &solid.axleRadius, {0.0, 50.0, "m", "Radius of the axle on which it turns."});
        rows.add("axle_friction", &solid.axleFriction,
                 {0.0, 10.0, "", "Coulomb friction of the axle: it brakes by at most this times radius and load."});
    }
    if (solid.moves == Moves::driven)
    {
        rows.add("spin_speed", &solid.spinSpeed, {-1000.0, 1000.0, "rad/s", "At which the motor turns it."});
        rows.add("most_torque", &solid.mostTorque, {0.0, 1e7, "N m", "With which the motor turns it at most."});
    }
    if (solid.moves == Moves::free)
        rows.add("velocity", &solid.velocity, {-100.0, 100.0, "m/s", "Velocity at the beginning."});
}

} // namespace

void describe(SetUpSolid& solid, rope::Parameters& parameters, std::string_view before)
{
    parameters.group(solid.name);
    Rows rows(parameters, before);
    for (const SolidVector& vector : solidVectors(solid.shape))
        rows.add(vector.name, &(solid.*vector.field), {vector.minimum, vector.maximum, vector.unit, vector.sentence});
    for (const SolidNumber& number : solidNumbers(solid.shape))
        rows.add(number.name, &(solid.*number.field), {number.minimum, number.maximum, number.unit, number.sentence});
    if (solid.shape == Shape::pulley || solid.shape == Shape::block)
    {
        rows.add("depth", &solid.depth, {0.001, 10.0, "m", "By which its rims stand out above its hub."});
        rows.add("width", &solid.width, {0.001, 10.0, "m", "Between its rims."});
    }
    describeMotion(solid, rows);
}

void describe(SetUpRope& rope, rope::Parameters& parameters, std::string_view before)
{
    parameters.group(rope.name);
    Rows rows(parameters, before);
    rows.add("length", &rope.length,
             {.maximum = 1000.0,
              .unit = "m",
              .sentence = "Length at rest; 0: as long as its path. A change lays it out anew.",
              .laysOut = true});
    rows.add("mass_count", &rope.massCount,
             {.maximum = 3000.0,
              .sentence = "Masses along it; 0: as many as it needs. A change lays it out anew.",
              .laysOut = true});
    rows.add("mass_per_length", &rope.massPerLength, {1e-4, 100.0, "kg/m", "Mass of a metre of rope."});
    rows.add("axial_stiffness", &rope.axialStiffness,
             {.minimum = 10.0,
              .maximum = 1e8,
              .unit = "N",
              .sentence = "EA: the force that would stretch the rope to twice its length.",
              .byDecades = true});
    rows.add("bending_stiffness", &rope.bendingStiffness,
             {0.0, 1e4, "N m2", "B = EI: the moment that bends the rope to a circle of 1 m radius."});
    rows.add("torsional_stiffness", &rope.torsionalStiffness,
             {0.0, 1e4, "N m2", "C = GJ: the torque that twists 1 m of rope by 1 rad."});
    rows.add("rope_radius", &rope.ropeRadius, {5e-4, 0.2, "m", "Radius of the rope round its line."});
    rows.add("contact_friction", &rope.contactFriction, {0.0, 10.0, "", "Coulomb friction on all that it touches."});
    rows.add("self_contact", &rope.selfContact, {.sentence = "The rope touches itself too."});
    rows.add("breaking_strain", &rope.breakingStrain, {0.0, 10.0, "", "Strain at which it breaks; 0: never."});
    rows.add("closed", &rope.closed,
             {.sentence = "A ring of rope through its stops. A change lays it out anew.", .laysOut = true});
    rows.add("reel", reelChoice(rope), "The end that is on a reel.");
    rows.add("payout_speed", &rope.payoutSpeed, {-2.0, 2.0, "m/s", "Rope paid out a second; negative takes it in."});
    rows.add("pull", &rope.pull,
             {0.0, 1e5, "N",
              "With which what holds its last end draws it outwards; it grows slowly, until the knot slips."});
}

void describe(SetUp& setUp, rope::Parameters& rows)
{
    for (SetUpSolid& solid : setUp.solids)
        describe(solid, rows, solid.name + ".");
    for (SetUpRope& rope : setUp.ropes)
        describe(rope, rows, rope.name + ".");
}

SetUp withRow(const SetUp& setUp, std::string_view row, std::string_view value)
{
    SetUp changed = setUp;
    rope::Parameters rows;
    describe(changed, rows);
    rows.set(row, value);
    validate(changed);
    return changed;
}

SetUpSolid plainSolid(Shape shape, Moves moves, double mass)
{
    SetUpSolid solid;
    solid.shape = shape;
    solid.moves = moves;
    if (moves != Moves::no)
        solid.mass = mass;
    if (shape == Shape::weight)
    {
        solid.radius = weightRadius(solid.mass);
        solid.length = 2.0 * solid.radius;
    }
    return solid;
}

} // namespace ropewalk
