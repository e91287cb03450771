#include "friction_spring.hpp"

#include <glm/geometric.hpp>

#include <cmath>

namespace rope
{

bool FrictionSpring::respond(const Law& law, const Clearance& at, const PressSpring::Press& press, double gripped,
                             const Vec3& moved, Hessian hessian, Response& response)
{
    bool settled = true;
    response.slope = Vec3(0.0);
    const Vec3& n = at.normal;
    response.pressure = press.force;
    response.rate = press.rate;
    response.slip = slip + moved;
    response.slip -= glm::dot(response.slip, n) * n;
    if (!law.ended)
    {
        // A correction that is short beside a segment may still change the forces of a stiff contact.
        const double change = std::abs(response.pressure - pressure);
        settled = change <= law.steady * response.pressure + law.error || law.lenient;
        pressure = response.pressure;
    }
    const double limit = law.friction * gripped / stiffness; // [m]
    const double drawn = glm::length(response.slip);
    response.lost = 0.0;
    const glm::dmat3 across = glm::dmat3(1.0) - glm::outerProduct(n, n);
    const bool onward = slips ? glm::dot(response.slip, way) > 0.0 : tried;
    const bool free = law.searched && law.friction == 0.0;
    const bool maySlip = slips || !(law.searched && law.looks);
    slips = maySlip && drawn > limit && (onward || law.ended || free);
    if (slips)
    {
        way = response.slip / drawn;
        response.slip = law.friction * response.pressure / stiffness * way;
        response.lost = stiffness * limit * (drawn - limit);
        if (hessian == Hessian::exact)
            response.slope = -law.friction * press.rate * way;
        response.grip = stiffness * limit / drawn * (across - glm::outerProduct(way, way));
    }
    else
    {
        settled = settled && drawn <= limit;
        response.grip = stiffness * across;
    }
    tried = true;
    response.friction = -stiffness * response.slip;
    return settled;
}

} // namespace rope
