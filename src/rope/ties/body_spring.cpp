#include "body_spring.hpp"

#include <glm/matrix.hpp>

namespace rope
{

void couple(OutsideForces& sum, const SpringEnd& one, const SpringEnd& other, const glm::dmat3& stiffness)
{
    stiffen(sum, one, stiffness);
    stiffen(sum, other, stiffness);
    FarBlocks& far = sum.blocks.emplace_back();
    far.edge = one.point;
    far.other = other.point;
    const std::array<glm::dmat3, 2> byOther = other.spread(-stiffness);
    for (std::size_t by = 0; by < 2; ++by)
    {
        const auto [first, second] = one.spread(glm::transpose(byOther[by]));
        far.block[0][by] = first;
        far.block[1][by] = second;
    }
}

void turnWith(OutsideForces& sum, const SpringEnd& one, const SpringEnd& body, const Vec3& force)
{
    stiffenTurn(sum, body, force);
    const glm::dmat3 turned = crossOf(force);
    sum.beside[body.point] -= turned;
    FarBlocks& far = sum.blocks.emplace_back();
    far.edge = one.point;
    far.other = body.point;
    const auto [first, second] = one.spread(turned);
    far.block[0][1] = first;
    far.block[1][1] = second;
}

} // namespace rope
