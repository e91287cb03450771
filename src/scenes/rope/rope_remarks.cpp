#include "rope_remarks.hpp"

#include "scenes/shared/cures.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/parameters.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace ropewalk
{

std::optional<Remark> tooStiff(const rope::RopeSettings& settings)
{
    const auto tooShort = [](const rope::RopeSettings& s)
    {
        return s.springConstant * rope::elementary::pow(s.springLength, 3) <= 2.0 * s.bendingStiffness &&
               s.bendingStiffness > 0.0;
    };
    if (!tooShort(settings))
        return std::nullopt;
    rope::RopeSettings changed = settings;
    changed.autoSteps = true; // it would not help
    rope::Parameters rows;
    changed.describe(rows);
    const double stretching = settings.springConstant * rope::elementary::pow(settings.springLength, 3);
    return Remark{fmt::format("The segments are too short for so stiff a rope: EA L\u00b2 = {:.3g} N m2 must be above "
                              "2 B = {:.3g} N m2, or they stretch where they should turn.",
                              stretching, 2.0 * settings.bendingStiffness),
                  curesAmong(rows, [&] { return !tooShort(changed); })};
}

std::vector<Cure> curesBeyondLimits(const rope::RopeSettings& settings)
{
    std::vector<Cure> cures;
    if (const std::optional<Remark> stiff = tooStiff(settings))
        cures = stiff->cures;
    if (settings.payoutSpeed != 0.0)
        cures.push_back({"Stop the reel", "payout_speed", "0"});
    if (settings.integrator != rope::RopeIntegrator::implicit_euler)
        cures.push_back({"Integrator implicit Euler", "integrator", "implicit_euler"});
    const auto without = [&](const char* label, const char* constant, double value)
    {
        if (settings.byNewton() && value > 0.0)
            cures.push_back({label, constant, "0"});
    };
    without("No bending stiffness", "bending_stiffness", settings.bendingStiffness);
    without("No torsional stiffness", "torsional_stiffness", settings.torsionalStiffness);
    without("No radius", "rope_radius", settings.ropeRadius);
    const bool implicit = settings.implicit();
    const double step = implicit ? settings.implicitMaxDt : settings.maxDt;
    cures.push_back({"A quarter of the step", implicit ? "implicit_max_dt" : "max_dt",
                     text::numberText(twoDigits(std::max(1e-5, 0.25 * step), false))});
    return cures;
}

std::optional<Remark> tooSoftGround(const rope::RopeSettings& settings, double lowest)
{
    constexpr double deep = 0.2; // [m]
    // A mass rests where the ground pushes as hard as the weight pulls: k d = m g.
    const auto depth = [](const rope::RopeSettings& s)
    { return s.groundRepulsion > 0.0 ? -s.mass * s.gravity.y / s.groundRepulsion : HUGE_VAL; };
    if (settings.byNewton() || !(depth(settings) > deep) || lowest > settings.groundHeight - deep)
        return std::nullopt;
    rope::RopeSettings changed = settings;
    changed.autoSteps = true; // it would not help
    if (changed.groundRepulsion == 0.0)
        changed.groundRepulsion = rope::RopeSettings{}.groundRepulsion;
    rope::Parameters rows;
    changed.describe(rows);
    const std::string where = std::isfinite(depth(settings))
                                  ? fmt::format("it comes to rest {:.3g} m below", depth(settings))
                                  : std::string("nothing holds it there");
    return Remark{fmt::format("The ground is too soft for this mass: {}.", where),
                  curesAmong(rows, [&] { return depth(changed) <= 0.1; })};
}

std::optional<Remark> carriedByRod(const rope::RopeSettings& settings)
{
    const bool needsRadius = settings.contactFriction > 0.0 || settings.selfContact;
    if (needsRadius && settings.ropeRadius == 0.0)
        return Remark{"contact_friction and self_contact act on a rope with a radius only.",
                      {{"Rope radius 0.02", "rope_radius", "0.02"}}};
    if (!settings.byNewton())
        return std::nullopt;
    std::string text;
    const rope::RopeSettings usual;
    const bool ground = settings.groundRepulsion != usual.groundRepulsion ||
                        settings.groundFriction != usual.groundFriction ||
                        settings.groundAbsorption != usual.groundAbsorption;
    if (settings.ropeRadius > 0.0 && ground)
        text = "The rope has a radius, and the ground is hard and rough: ground_repulsion, ground_friction and "
               "ground_absorption rest.";
    const bool own = settings.integrator == rope::RopeIntegrator::bdf2 ||
                     settings.integrator == rope::RopeIntegrator::implicit_euler;
    if (!own)
        text += fmt::format("{}A rope that twists or has a radius is carried by BDF2, in steps of implicit_max_dt.",
                            text.empty() ? "" : " ");
    if (text.empty())
        return std::nullopt;
    return own ? Remark{text, {}} : Remark{text, {{"Integrator BDF2", "integrator", "bdf2"}}};
}

} // namespace ropewalk
