// A chain of Box2D: links joined by revolute joints, the iterations that its manual suggests, one step a frame.

#include "hanging.hpp"

#include <box2d/box2d.h>

#include <vector>

namespace
{

class Box2dChain
{
public:
    explicit Box2dChain(int massCount) : world_(b2Vec2(0.0f, -9.81f))
    {
        world_.SetAllowSleeping(false); // asleep it would cost nothing
        const b2BodyDef fixed;
        b2Body* before = world_.CreateBody(&fixed);
        bodies_.push_back(before);

        constexpr auto length = static_cast<float>(bench::segment);
        b2PolygonShape box;
        box.SetAsBox(0.2f * length, 0.5f * length);
        b2FixtureDef fixture;
        fixture.shape = &box;
        fixture.density = static_cast<float>(bench::mass) / (0.4f * length * length);
        fixture.filter.groupIndex = -1; // links do not collide with each other
        for (int i = 1; i < massCount; ++i)
        {
            b2BodyDef link;
            link.type = b2_dynamicBody;
            link.position.Set(0.0f, -(static_cast<float>(i) - 0.5f) * length);
            b2Body* body = world_.CreateBody(&link);
            body->CreateFixture(&fixture);
            b2RevoluteJointDef joint;
            joint.Initialize(before, body, b2Vec2(0.0f, -(static_cast<float>(i) - 1.0f) * length));
            world_.CreateJoint(&joint);
            bodies_.push_back(body);
            before = body;
        }
    }

    void frame()
    {
        constexpr int velocityIterations = 8;
        constexpr int positionIterations = 3;
        world_.Step(static_cast<float>(bench::frameLength), velocityIterations, positionIterations);
    }
    /// From joint to joint, and of the last link its length.
    double length() const
    {
        constexpr auto half = static_cast<float>(0.5 * bench::segment);
        double sum = 0.0;
        b2Vec2 from(0.0f, 0.0f);
        for (std::size_t i = 1; i < bodies_.size(); ++i)
        {
            const b2Vec2 to = bodies_[i]->GetWorldPoint(b2Vec2(0.0f, -half));
            sum += static_cast<double>((to - from).Length());
            from = to;
        }
        return sum;
    }

private:
    b2World world_;
    std::vector<b2Body*> bodies_;
};

} // namespace

BENCHMARK(bench::hangingRope<Box2dChain>)->Name("frame/Box2D chain")->Arg(80)->Arg(800)->Arg(8000);
