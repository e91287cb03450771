#pragma once

#include <rope/detail/rope_state.hpp>

// The fields of a rope's memory, in the order in which files hold them: said once, here.

namespace rope
{

template <typename Visit>
void forFields(double& number, const Visit& visit)
{
    visit(number);
}

template <typename Visit>
void forFields(unsigned char& number, const Visit& visit)
{
    visit(number);
}

template <typename Visit>
void forFields(std::uint32_t& number, const Visit& visit)
{
    visit(number);
}

template <typename Visit>
void forFields(Vec3& vector, const Visit& visit)
{
    visit(vector);
}

template <typename Visit>
void forFields(EndHold& end, const Visit& visit)
{
    visit(end.clamped);
    visit(end.angleHeld);
    visit(end.tangent);
    visit(end.tangentBefore);
    visit(end.angle);
    visit(end.torque);
}

template <typename Visit>
void forFields(SolidBody& solid, const Visit& visit)
{
    visit(solid.position);
    visit(solid.velocity);
    visit(solid.spin);
    for (int i = 0; i < 3; ++i)
        visit(solid.axes[i]);
}

template <typename Visit>
void forFields(SolidTouch& touch, const Visit& visit)
{
    visit(touch.solid);
    visit(touch.mass);
    visit(touch.edge);
    visit(touch.along);
    visit(touch.point);
    visit(touch.normal);
    visit(touch.pressure);
    visit(touch.friction);
    visit(touch.slip);
    visit(touch.slips);
    visit(touch.overlap);
    visit(touch.stiffness);
}

template <typename Visit>
void forFields(RopeTouch& touch, const Visit& visit)
{
    visit(touch.edge);
    visit(touch.other);
    visit(touch.along);
    visit(touch.otherAlong);
    visit(touch.point);
    visit(touch.normal);
    visit(touch.distance);
    visit(touch.pressure);
    visit(touch.friction);
    visit(touch.slip);
    visit(touch.slips);
    visit(touch.overlap);
}

template <typename Visit>
void forFields(BodyNow& body, const Visit& visit)
{
    visit(body.body.position);
    visit(body.body.velocity);
    visit(body.body.spin);
    for (int i = 0; i < 3; ++i)
        visit(body.body.axes[i]);
    visit(body.past.position);
    visit(body.past.velocity);
    visit(body.past.spin);
    visit(body.past.turn);
    for (int i = 0; i < 3; ++i)
        visit(body.past.axes[i]);
}

template <typename Visit>
void forFields(BearingState& bearing, const Visit& visit)
{
    for (int i = 0; i < 3; ++i)
        visit(bearing.axes[i]);
    visit(bearing.place);
    visit(bearing.turned);
    visit(bearing.drawn);
    visit(bearing.force);
    visit(bearing.torque);
}

template <typename Visit>
void forFields(TiePlace& place, const Visit& visit)
{
    auto rope = static_cast<std::uint32_t>(place.rope);
    auto edge = static_cast<std::uint32_t>(place.edge);
    visit(rope);
    visit(edge);
    visit(place.along);
    place.rope = rope;
    place.edge = edge;
}

template <typename Visit>
void forFields(Tie& tie, const Visit& visit)
{
    forFields(tie.one, visit);
    forFields(tie.other, visit);
    visit(tie.gap);
    visit(tie.speed);
}

template <typename Visit>
void forFields(BodyTouch& touch, const Visit& visit)
{
    visit(touch.shape);
    visit(touch.feature);
    visit(touch.solid);
    visit(touch.point);
    visit(touch.normal);
    visit(touch.pressure);
    visit(touch.friction);
    visit(touch.slip);
    visit(touch.slips);
    visit(touch.overlap);
    visit(touch.stiffness);
}

template <typename Visit>
void forFields(Passage& passage, const Visit& visit)
{
    visit(passage.time);
    visit(passage.edge);
    visit(passage.other);
}

/// Where the reel of a rope beside the first one is, and of any rope by its length in older files.
struct ReelMoment
{
    double first = 0.0; ///< [m], rest length of the first segment
    double fed = 0.0;   ///< [m], the same, summed over the pieces of steps: other last digits
    double speed = 0.0; ///< [m/s]
    double insertions = 0.0;
    double length = 0.0; ///< [m], of all segments if the first one were whole
};

template <typename Visit>
void forFields(ReelMoment& reel, const Visit& visit)
{
    visit(reel.first);
    visit(reel.fed);
    visit(reel.speed);
    visit(reel.insertions);
    visit(reel.length);
}

} // namespace rope
