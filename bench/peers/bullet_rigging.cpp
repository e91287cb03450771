// Bullet's capsules over hinged wheels, and its rigid bodies.

#include "bullet.hpp"
#include "rigging.hpp"

#include <algorithm>

namespace peers
{

namespace
{

constexpr int ropeGroup = btBroadphaseProxy::DefaultFilter;
constexpr int wheelGroup = btBroadphaseProxy::CharacterFilter;

class BulletRig : public Rig
{
public:
    BulletRig(const Stepping& stepping, const Plan& plan)
        : stepping_(stepping), plan_(plan), dispatcher_(&configuration_),
          world_(&dispatcher_, &broadphase_, &solver_, &configuration_),
          capsule_(single(plan.ropeRadius), single(plan.edge()))
    {
        world_.setGravity({0, single(-gravity), 0});
        world_.getSolverInfo().m_numIterations = stepping.iterations;
        for (const std::vector<Point>& line : plan.ropes)
            addRope(line);
        for (const PlannedBody& planned : plan.bodies)
            addBody(planned);
        for (const PlannedTie& tie : plan.ties)
            addTie(tie);
    }
    ~BulletRig() override
    {
        for (const auto& joint : joints_)
            world_.removeConstraint(joint.get());
        for (const auto& body : bodies_)
            world_.removeRigidBody(body.get());
    }

    void stepFrame(Clock& clock) override
    {
        clock.run(
            [this]
            {
                for (long i = stepping_.stepsAFrame(); i > 0; --i)
                {
                    for (const auto& [body, force] : pushes_) // it takes forces away after a step
                        body->applyCentralForce(vector(force));
                    world_.stepSimulation(single(stepping_.step), 0);
                }
            });
    }
    std::vector<Point> line(std::size_t rope) const override
    {
        std::vector<Point> points{end(capsuleOf(rope, 0), -0.5)};
        for (std::size_t i = 0; i + 1 < plan_.ropes[rope].size(); ++i)
            points.push_back(end(capsuleOf(rope, i), 0.5));
        return points;
    }
    double length(std::size_t rope) const override
    {
        std::vector<Point> middles{line(rope).front()};
        for (std::size_t i = 0; i + 1 < plan_.ropes[rope].size(); ++i)
            middles.push_back(end(capsuleOf(rope, i), 0.0));
        middles.push_back(line(rope).back());
        return lengthOf(middles);
    }
    Point middle(std::size_t body) const override
    {
        return point(bodies_[planned_[body]]->getWorldTransform().getOrigin());
    }
    void push(std::size_t body, const Point& force) override { pushes_[bodies_[planned_[body]].get()] = force; }

private:
    btRigidBody& capsuleOf(std::size_t rope, std::size_t segment) const { return *bodies_[firsts_[rope] + segment]; }
    Point end(const btRigidBody& body, double share) const
    {
        return point(body.getWorldTransform() * btVector3(0, single(share * plan_.edge()), 0));
    }
    btRigidBody& add(double mass, const btVector3& inertia, btCollisionShape* shape, const btTransform& at, double mu,
                     int group, int touches)
    {
        btRigidBody::btRigidBodyConstructionInfo info(single(mass), nullptr, shape, inertia);
        info.m_startWorldTransform = at;
        info.m_friction = single(mu);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        btRigidBody& body = *bodies_.back();
        body.setActivationState(DISABLE_DEACTIVATION);
        const btScalar damping = single(1.0 - std::exp(-plan_.damping)); // of all motion in a second
        body.setDamping(damping, damping);
        if (plan_.flat)
        {
            body.setLinearFactor({1, 1, 0});
            body.setAngularFactor({0, 0, 1});
        }
        world_.addRigidBody(&body, group, touches);
        return body;
    }
    void join(btRigidBody& a, const btVector3& onA, btRigidBody& b, const btVector3& onB)
    {
        joints_.push_back(std::make_unique<btPoint2PointConstraint>(a, b, onA, onB));
        world_.addConstraint(joints_.back().get(), true);
    }
    void hold(btRigidBody& a, const btVector3& onA)
    {
        joints_.push_back(std::make_unique<btPoint2PointConstraint>(a, onA));
        world_.addConstraint(joints_.back().get(), true);
    }
    void addRope(const std::vector<Point>& line)
    {
        firsts_.push_back(bodies_.size());
        const btVector3 half(0, single(0.5 * plan_.edge()), 0);
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
        {
            const btVector3 from = vector(line[i]);
            const btVector3 to = vector(line[i + 1]);
            const bool ofFirst = firsts_.size() == 1;
            const double mass = plan_.perMetre * plan_.edge() + (ofFirst && i == 0 ? plan_.firstWeight : 0.0) +
                                (ofFirst && i + 2 == line.size() ? plan_.lastWeight : 0.0);
            btVector3 inertia;
            capsule_.calculateLocalInertia(single(mass), inertia);
            const btTransform at(shortestArcQuat(btVector3(0, 1, 0), (to - from).normalized()),
                                 single(0.5) * (from + to));
            add(mass, inertia, &capsule_, at, friction, ropeGroup, wheelGroup);
            if (i > 0)
                join(*bodies_[bodies_.size() - 2], half, *bodies_.back(), -half);
        }
    }
    void addBody(const PlannedBody& planned)
    {
        const auto radius = single(std::max(planned.wheelRadius, 0.01));
        wheels_.push_back(std::make_unique<btCylinderShapeZ>(btVector3(radius, radius, single(0.02))));
        const btTransform at(btQuaternion::getIdentity(), vector(planned.middle));
        planned_.push_back(bodies_.size());
        btRigidBody& body = add(planned.mass, vector(planned.inertia), wheels_.back().get(), at, 1.0, wheelGroup,
                                planned.onAxle ? ropeGroup : 0); // frictions multiply
        if (!planned.onAxle)
            return;
        if (!planned.carrier)
            return hold(body, {0, 0, 0});
        const btRigidBody& carrier = *bodies_[planned_[*planned.carrier]];
        join(body, {0, 0, 0}, *bodies_[planned_[*planned.carrier]],
             carrier.getWorldTransform().inverse() * vector(planned.middle));
    }
    void addTie(const PlannedTie& tie)
    {
        const std::size_t before = tie.point > 0 ? tie.point - 1 : 0;
        const btVector3 onRope(0, single((tie.point > 0 ? 0.5 : -0.5) * plan_.edge()), 0);
        btRigidBody& capsule = capsuleOf(tie.rope, before);
        if (!tie.body)
            return hold(capsule, onRope);
        btRigidBody& body = *bodies_[planned_[*tie.body]];
        join(capsule, onRope, body, body.getWorldTransform().inverse() * vector(plan_.ropes[tie.rope][tie.point]));
    }

    Stepping stepping_;
    Plan plan_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
    btCapsuleShape capsule_;
    std::vector<std::unique_ptr<btCollisionShape>> wheels_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btTypedConstraint>> joints_;
    std::vector<std::size_t> firsts_;  ///< the first capsule of each rope
    std::vector<std::size_t> planned_; ///< the bodies of the plan
    std::map<btRigidBody*, Point> pushes_;
};

} // namespace

void addBulletRigging(std::vector<Case>& cases)
{
    for (const Stepping& stepping : {bulletUsual, bulletTuned})
        addRigging(cases, "bullet", stepping.text, true,
                   [=](const Plan& plan) { return std::make_unique<BulletRig>(stepping, plan); });
}

} // namespace peers
