#include "rope_card.hpp"

#include <fmt/format.h>

// Cards for engineering simulators: model files of MuJoCo and MoorDyn.

namespace ropewalk
{

// Each point mass moves on three slide joints; spatial tendons with stiffness and damping join them. That is our model.
// (A chain of capsules or a composite cable bends and twists, but does not stretch.) A fixed tendon is a sum of joints:
// the three of (1, -2, 1) times the places of three masses in a row are 0 where the rope is straight, in whatever
// direction, and so their stiffness is B/L³, as of a small bend.
std::string bendTendons(const CardFacts& f)
{
    if (f.bend == 0.0)
        return {};
    std::string text;
    for (int i = 1; i + 1 < f.settings.massCount; ++i)
        for (const char axis : {'x', 'y', 'z'})
        {
            text += fmt::format("    <fixed name=\"b{0}{1}\" stiffness=\"{2:.9g}\" damping=\"0\" springlength=\"0\">",
                                axis, i, f.bend);
            if (i > 1)
                text += fmt::format("<joint joint=\"{}{}\" coef=\"1\"/>", axis, i - 1);
            text += fmt::format("<joint joint=\"{0}{1}\" coef=\"-2\"/><joint joint=\"{0}{2}\" coef=\"1\"/></fixed>\n",
                                axis, i, i + 1);
        }
    return text;
}

std::string mjcfCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    // Masses as thick as the rope touch what has contype 2, and not each other.
    const bool thick = s.ropeRadius > 0.0;
    const std::string touch =
        thick ? fmt::format("contype=\"1\" conaffinity=\"2\" friction=\"{:.6g}\"", s.contactFriction)
              : "contype=\"0\" conaffinity=\"0\"";
    std::string text = fmt::format(
        R"(<!--
{}-->
<mujoco model="rope">
  <option timestep="{:.9g}" gravity="{:.9g} {:.9g} {:.9g}" integrator="Euler"/>
  <size njmax="{}" nconmax="100"/>
  <default>
    <joint type="slide" damping="{:.9g}"/>
    <geom type="sphere" size="{:.6g}" mass="{:.9g}" {}/>
    <tendon stiffness="{:.9g}" damping="{:.9g}" springlength="{:.9g}" width="{:.6g}"/>
  </default>
  <worldbody>
    <site name="s0" pos="0 0 0"/>
)",
        comments(f, "     ",
                 {"A rope for MuJoCo 2.2 or later: point masses joined by tendons that stretch.", expectedOf(f),
                  "Does not carry over: friction across a segment (a tendon's damping acts along it);",
                  "the ground's spring, friction and absorption",
                  fmt::format("(add a plane {}); the reel; y is up, as here, and not z.",
                              thick ? "of contype 2" : "and contacts"),
                  doesNotCarryOver({.bends = true, .thickness = true, .friction = true}, f)}),
        f.step, s.gravity.x, s.gravity.y, s.gravity.z, 4 * s.massCount + 100, s.airFriction, 0.5 * f.diameter, s.mass,
        touch, s.springConstant, s.springFriction, s.springLength, 0.5 * f.diameter);
    for (int i = 1; i < s.massCount; ++i)
        text += fmt::format("    <body name=\"m{0}\" pos=\"0 {1:.9g} 0\"><joint name=\"x{0}\" axis=\"1 0 0\"/>"
                            "<joint name=\"y{0}\" axis=\"0 1 0\"/><joint name=\"z{0}\" axis=\"0 0 1\"/><geom/><site "
                            "name=\"s{0}\"/></body>\n",
                            i, -s.springLength * i);
    text += "  </worldbody>\n  <tendon>\n";
    for (int i = 1; i < s.massCount; ++i)
        text +=
            fmt::format("    <spatial name=\"t{0}\"><site site=\"s{1}\"/><site site=\"s{0}\"/></spatial>\n", i, i - 1);
    return text + bendTendons(f) + "  </tendon>\n</mujoco>\n";
}

// The last node of MoorDyn's line has the mass of half a segment, so the free point gets the other half: every node but
// the fixed one then has one of our masses. MoorDyn's Runge-Kutta method of order 4 is stable up to step x frequency =
// 2.83, our integrator up to 2; its default method, of order 2, would explode.
std::string moordynCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    return fmt::format(
        R"({}----------------------- LINE TYPES ------------------------------------------
Name  Diam  MassDen  EA  BA/-zeta  EI  Cd  Ca  CdAx  CaAx
(-)   (m)   (kg/m)   (N) (N-s/-)   (N-m^2) (-) (-) (-) (-)
rope  {:.6g}  {:.9g}  {:.9g}  {:.9g}  {:.9g}  0  0  0  0
----------------------- POINTS ----------------------------------------------
ID  Type  X  Y  Z  Mass  Volume  CdA  Ca
(#) (-)  (m) (m) (m) (kg) (m^3) (m^2) (-)
1  Fixed  0  0  0  0  0  0  0
2  Free   0  0  {:.9g}  {:.9g}  0  0  0
----------------------- LINES -----------------------------------------------
ID  LineType  AttachA  AttachB  UnstrLen  NumSegs  Outputs
(#) (-)  (#) (#) (m) (-) (-)
1  rope  1  2  {:.9g}  {}  p
----------------------- OPTIONS ---------------------------------------------
{:.9g}  dtM       time step [s]
RK4     tScheme   stable at this step
{:.9g}  g         gravity [m/s2]
0       WtrDnsty  density of what is around [kg/m3]
{:.9g}  WtrDpth   of the sea bed [m]
----------------------- END -------------------------------------------------
)",
        comments(
            f, "",
            {"A rope for MoorDyn 2 (MoorDyn-C): a line type, and a line that hangs from a fixed point in a vacuum.",
             expectedOf(f),
             "Does not carry over: air and ground friction (MoorDyn has a fluid below z = 0, here without density,",
             "and a sea bed, here out of reach); friction across a segment (BA acts along it).",
             doesNotCarryOver({.bends = true, .thickness = true}, f)}),
        f.diameter, f.massPerLength, f.chain.axialStiffness(), s.springFriction * s.springLength, s.bendingStiffness,
        -f.chain.restLength(), 0.5 * s.mass, f.chain.restLength(), s.massCount - 1, f.step, f.chain.gravity,
        1000.0 * f.chain.restLength());
}

} // namespace ropewalk
