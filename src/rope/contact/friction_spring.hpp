#pragma once

#include "press_spring.hpp"

#include "rope/solver/elastic.hpp"

#include <rope/solid.hpp>

#include <glm/mat3x3.hpp>

namespace rope
{

/// What holds a touch along the solid that presses it: a spring that is drawn by the way and slips where its force
/// would leave the cone |F| <= mu N (SolidContacts).
struct FrictionSpring
{
    struct Law
    {
        double friction = 0.0; ///< mu
        double error = 0.0;    ///< [N], of a pressure that is found in a step
        double steady = 0.0;   ///< by which part a pressure may change in the last iteration
        bool lenient = false;  ///< the pressure need not be found
        bool ended = false;    ///< the iterations are over: what sticks and is drawn too far slips
        /// A line search follows the force. While it looks, what sticks goes on sticking. What slips sticks where it
        /// comes back: a search that did not see that would go on past it, and corrections run in circles.
        bool searched = false;
        bool looks = false;
    };
    struct Response
    {
        double pressure = 0.0; ///< N [N]
        double rate = 0.0;     ///< [N/m], of the pressure by the depth
        Vec3 friction{0.0};
        Vec3 slip{0.0};
        double lost = 0.0;    ///< [J], by slip
        glm::dmat3 grip{0.0}; ///< [N/m], of friction
        Vec3 slope{0.0};      ///< [N/m], of friction that slips, by depth
    };

    double stiffness = 0.0; ///< k [N/m]
    double pressure = 0.0;  ///< N [N], in the iteration before, or expected in this one
    bool slips = false;     ///< in this iteration
    bool tried = false;     ///< whether it sticks, in an iteration before
    Vec3 way{0.0};          ///< in which it slips
    Vec3 slip{0.0};         ///< [m], how far it is drawn at the start of the step

    /// `moved` is the way of the place along the solid; it slips where the pressure `gripped` [N] does not hold it.
    /// False where this is not the force yet: something that sticks is outside of its cone, or the pressure still
    /// changes.
    bool respond(const Law& law, const Clearance& at, const PressSpring::Press& press, double gripped,
                 const Vec3& moved, Hessian hessian, Response& response);
};

} // namespace rope
