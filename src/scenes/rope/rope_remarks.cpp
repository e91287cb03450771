#include "rope_remarks.hpp"

#include "scenes/shared/cures.hpp"

#include <rope/detail/elementary.hpp>
#include <rope/parameters.hpp>

#include <fmt/core.h>

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

std::optional<Remark> carriedByRod(const rope::RopeSettings& settings)
{
    const bool needsRadius = settings.contactFriction > 0.0 || settings.selfContact;
    if (needsRadius && settings.ropeRadius == 0.0)
        return Remark{"contact_friction and self_contact act on a rope with a radius only.",
                      {{"Rope radius 0.02", "rope_radius", "0.02"}}};
    if (!settings.rod())
        return std::nullopt;
    std::string text;
    if (settings.ropeRadius > 0.0)
        text = "The rope has a radius, and the ground is hard and rough: ground_repulsion, ground_friction and "
               "ground_absorption rest.";
    const bool own = settings.integrator == rope::RopeIntegrator::bdf2 ||
                     settings.integrator == rope::RopeIntegrator::implicit_euler;
    if (!own)
        text += fmt::format("{}A rope that twists or has a radius is carried by bdf2, in steps of implicit_max_dt.",
                            text.empty() ? "" : " ");
    if (text.empty())
        return std::nullopt;
    return own ? Remark{text, {}} : Remark{text, {{"Integrator bdf2", "integrator", "bdf2"}}};
}

} // namespace ropewalk
