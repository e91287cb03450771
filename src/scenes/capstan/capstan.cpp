#include "capstan.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_by_length.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr double pi = std::numbers::pi;
constexpr double mostRatio = 1e300;
constexpr double tailRadii = 4.0; ///< length of a tail, in radii of the rope's line

} // namespace

void CapstanSettings::describe(rope::Parameters& p)
{
    const auto laying = [](double minimum, double maximum, std::string_view unit, std::string_view sentence)
    {
        return rope::ParameterRow{
            .minimum = minimum, .maximum = maximum, .unit = unit, .sentence = sentence, .laysOut = true};
    };
    p.group("Wrap");
    p.add("wrap_angle", &wrapAngle,
          laying(0.5, 20.0, "rad", "\u03c6, how far the rope goes round the post; a change begins anew."));
    p.add("post_radius", &postRadius, laying(0.05, 0.5, "m", "Radius of the post; a change begins anew."));
    p.add("contact_friction", &contactFriction, {0.0, 2.0, "", "\u03bc, between rope and post."});

    p.add("self_contact", &selfContact,
          "The rope touches itself too, with the same friction: turns lie against each other and none passes another.");

    p.group("Pulls");
    p.add("load", &load, {0.0, 1e4, "N", "Force on the loaded end, along its tail."});
    p.add("hold", &hold, {0.0, 1e4, "N", "Force of the hand on the other end, along its tail."});
    p.add("slide_speed", &slideSpeed,
          {0.05, 5.0, "m/s", "The rope slides slower: at this speed the drag on it would take up the whole load."});

    p.group("Rope");
    p.add("mass_count", &massCount, laying(100, 600, "", "Masses of the rope with its tails; a change begins anew."));
    p.add("mass_per_length", &massPerLength, {1e-3, 10.0, "kg/m", "Mass of a metre of rope."});
    p.add("rope_radius", &ropeRadius, laying(5e-4, 0.01, "m", "Radius of the rope; a change begins anew."));
    p.add("axial_stiffness", &axialStiffness,
          {1e3, 1e7, "N", "EA: the force that would stretch it to twice its length; at least 20 times the pulls."});
    p.add("bending_stiffness", &bendingStiffness,
          {0.0, 0.01, "N m2", "B = EI: the moment that bends the rope to a circle of 1 m radius."});
    describeRodTorsion(p, torsionalStiffness, 0.01);

    p.group("Surroundings");
    describeAir(p);

    p.group("Run");
    describeSteps(p);

    p.group("View");
    p.add("colours", &colours, {"tension", "curvature", "torque"}, "What the colours of the rope show (C).");
}

int CapstanSettings::tail() const
{
    const double round = wrapAngle / (wrapAngle + 2.0 * tailRadii);
    return (massCount - static_cast<int>(std::lround(massCount * round))) / 2;
}

// The first and the last mass of the wrap are those where the tails end.
int CapstanSettings::touching() const
{
    return massCount - 2 * tail();
}

double CapstanSettings::rise() const
{
    return 2.6 * ropeRadius;
}

double CapstanSettings::postLength() const
{
    return rise() * wrapAngle / (2.0 * pi) + 1.6 * postRadius;
}

double CapstanSettings::segment() const
{
    return rope::elementary::hypot(2.0 * lineRadius() * rope::elementary::sin(0.5 * turn()),
                                   rise() * turn() / (2.0 * pi));
}

// A mass at a corner of the angle b is pressed by N = (T + T') sin(b/2), and friction takes (T' - T) cos(b/2) <= mu N.
// Along a helix b is smaller than the turn round the post.
double CapstanSettings::ratioOfPolygon() const
{
    const double across =
        rope::elementary::pow(rope::elementary::sin(0.5 * turn()) * 2.0 * lineRadius() / segment(), 2);
    const double corner = rope::elementary::acos(
        std::clamp(1.0 - 2.0 * across * rope::elementary::pow(rope::elementary::sin(0.5 * turn()), 2), -1.0, 1.0));
    const double share = contactFriction * rope::elementary::tan(0.5 * corner);
    return share < 1.0 ? rope::elementary::pow((1.0 + share) / (1.0 - share), touching()) : mostRatio;
}

double CapstanSettings::ratio() const
{
    return rope::elementary::exp(contactFriction * wrapAngle);
}

bool CapstanSettings::holds() const
{
    return load <= hold * ratioOfPolygon() && hold <= load * ratioOfPolygon();
}

std::vector<Vec3> CapstanSettings::laid() const
{
    const int onPost = touching();
    const double half = 0.5 * (onPost - 1);
    const auto corner = [&](double number)
    {
        const double angle = turn() * (number - half); // from the middle of the wrap
        const double fromTop = angle - 0.5 * wrapAngle;
        return Vec3(lineRadius() * rope::elementary::sin(fromTop), lineRadius() * rope::elementary::cos(fromTop),
                    rise() * angle / (2.0 * pi));
    };
    // A tail goes on where the wrap's next corner would be, and then straight.
    const auto along = [&](double from, double to) { return glm::normalize(corner(to) - corner(from)); };
    const double l = segment();
    std::vector<Vec3> points;
    const Vec3 before = along(0.0, -1.0);
    for (int i = tail(); i > 0; --i)
        points.push_back(corner(0.0) + i * l * before);
    for (int i = 0; i < onPost; ++i)
        points.push_back(corner(i));
    const Vec3 behind = along(onPost - 1.0, onPost);
    for (int i = 1; i <= tail(); ++i)
        points.push_back(corner(onPost - 1.0) + i * l * behind);
    return points;
}

rope::RopeByLength CapstanSettings::rope() const
{
    rope::RopeByLength rod;
    const double l = segment();
    rod.massCount = massCount;
    rod.length = l * (massCount - 1);
    rod.massPerLength = massPerLength;
    // A segment must be stiffer than 2 B/l² against being pushed together.
    rod.axialStiffness = std::max({axialStiffness, 20.0 * std::max(load, hold), 5.0 * bendingStiffness / (l * l)});
    rod.bendingStiffness = bendingStiffness;
    rod.torsionalStiffness = torsionalStiffness;
    giveTo(rod);
    rod.radius = ropeRadius;
    rod.contactFriction = contactFriction;
    rod.selfContact = selfContact;
    // What the drag on a mass takes, friction multiplies by e^(mu phi) up to the pulled end: of all masses together it
    // is the whole pull at slide_speed.
    const double wrapped = touching();
    const double exponent = std::min(contactFriction * wrapAngle, 200.0);
    const double grown = rope::elementary::exp(exponent);
    const double onPost = exponent > 1e-6 ? wrapped * (grown - 1.0) / exponent : wrapped;
    const double drag = std::max(load, hold) / (slideSpeed * (tail() * (1.0 + grown) + onPost));
    rod.airFriction = std::max(drag, 2.0 * damping * massPerLength * l);
    return rod;
}

Capstan::Capstan(const CapstanSettings& settings)
    : DrivenRope(rope::validated(settings).rope()), settings_(rope::validated(settings))
{
    const std::vector<Vec3> points = settings_.laid();
    layOut(points);
    heldEnd_ = points.front();
    loadedEnd_ = points.back();
    holdDirection_ = glm::normalize(points[0] - points[1]);
    loadDirection_ = glm::normalize(loadedEnd_ - points[points.size() - 2]);
    const Vec3 half(0.0, 0.0, 0.5 * settings_.postLength());
    addSolid(rope::SolidBody::cylinder(-half, half, settings_.postRadius));
    // Hands and load do not let the ends turn about the rope's line.
    turn(rope::RopeEnd::first, 0.0);
    turn(rope::RopeEnd::last, 0.0);
    setRope();
}

void Capstan::setSettings(const CapstanSettings& settings)
{
    if (beginAnew(*this, settings))
        return;
    settings_ = rope::validated(settings);
    setRope();
}

void Capstan::setRope()
{
    rope::RopeByLength rope = settings_.rope();
    if (ranOff_) // from then on it is a heap of rope
        rope.airFriction = std::max(rope.airFriction, 100.0 * rope.massPerLength * settings_.segment());
    RopeSimulation::setSettings(rope);
    setLoads();
}

double Capstan::pulls(double force) const
{
    const double part = std::clamp(time() / riseTime, 0.0, 1.0);
    const double weaker = std::min({force, settings_.load, settings_.hold});
    return ranOff_ ? 0.0 : glm::mix(weaker, force, part * part * (3.0 - 2.0 * part));
}

void Capstan::setLoads()
{
    setForce(0, holdForce() * holdDirection_);
    setForce(masses().size() - 1, loadForce() * loadDirection_);
}

/// The end of a tail has come nearly to the post.
bool Capstan::endAtPost() const
{
    const double tail = settings_.tail() * settings_.segment();
    const double held = glm::dot(masses().front().position - heldEnd_, holdDirection_);
    const double loaded = glm::dot(masses().back().position - loadedEnd_, loadDirection_);
    return std::min(held, loaded) < -0.85 * tail;
}

void Capstan::drive(double /*dt*/)
{
    if (!ranOff_ && endAtPost())
    {
        ranOff_ = true;
        setRope();
    }
    setLoads();
}

double Capstan::slip() const
{
    return glm::dot(masses().back().position - loadedEnd_, loadDirection_);
}

double Capstan::slipSpeed() const
{
    return glm::dot(masses().back().velocity, loadDirection_);
}

double Capstan::tensionRatio() const
{
    const double held = tension(0);
    return held > 0.0 ? tension(masses().size() - 2) / held : 0.0;
}

double Capstan::pressure() const
{
    double sum = 0.0;
    for (const rope::SolidTouch& touch : touches())
        sum += touch.pressure;
    return sum;
}

double Capstan::turned(std::size_t mass) const
{
    if (mass == 0 || mass + 1 >= masses().size())
        return 0.0;
    const Vec3 before = masses()[mass].position - masses()[mass - 1].position;
    const Vec3 behind = masses()[mass + 1].position - masses()[mass].position;
    return rope::elementary::atan2(glm::length(glm::cross(before, behind)), glm::dot(before, behind));
}

double Capstan::touchingAngle() const
{
    double sum = 0.0;
    for (const rope::SolidTouch& touch : touches())
        sum += touch.edge ? 0.0 : turned(touch.mass);
    return sum;
}

double Capstan::ratioOfTouches() const
{
    double ratio = 1.0;
    for (const rope::SolidTouch& touch : touches())
    {
        const double share =
            touch.edge ? 0.0 : settings_.contactFriction * rope::elementary::tan(0.5 * turned(touch.mass));
        ratio *= share < 1.0 ? (1.0 + share) / (1.0 - share) : mostRatio;
    }
    return std::min(ratio, mostRatio);
}

} // namespace ropewalk
