// ODE's capsules over wheels on axles, and its rigid bodies, by its iterative solver.

#include "ode.hpp"
#include "rigging.hpp"

namespace peers
{

namespace
{

class OdeRig : public Rig
{
public:
    OdeRig(const Stepping& stepping, const Plan& plan) : stepping_(stepping), plan_(plan)
    {
        dInitODE();
        world_ = dWorldCreate();
        ropes_ = dHashSpaceCreate(nullptr);
        wheels_ = dSimpleSpaceCreate(nullptr);
        contacts_ = dJointGroupCreate(0);
        dWorldSetGravity(world_, 0, number(-gravity), 0);
        dWorldSetQuickStepNumIterations(world_, stepping.iterations);
        dWorldSetDamping(world_, number(plan.damping * stepping.step), number(plan.damping * stepping.step));
        for (const std::vector<Point>& line : plan.ropes)
            addRope(line);
        for (const PlannedBody& planned : plan.bodies)
            addBody(planned);
        for (const PlannedTie& tie : plan.ties)
        {
            const dBodyID capsule = capsules_[tie.rope][tie.point > 0 ? tie.point - 1 : 0];
            join(capsule, tie.body ? bodies_[*tie.body] : nullptr, plan.ropes[tie.rope][tie.point]);
        }
    }
    ~OdeRig() override
    {
        dJointGroupDestroy(contacts_);
        dSpaceDestroy(ropes_);
        dSpaceDestroy(wheels_);
        dWorldDestroy(world_);
        dCloseODE();
    }

    void stepFrame(Clock& clock) override
    {
        clock.run(
            [this]
            {
                for (long i = stepping_.stepsAFrame(); i > 0; --i)
                {
                    for (const auto& [body, force] : pushes_) // it takes forces away after a step
                        dBodyAddForce(body, number(force[0]), number(force[1]), number(force[2]));
                    dSpaceCollide2(reinterpret_cast<dGeomID>(wheels_), reinterpret_cast<dGeomID>(ropes_), this,
                                   &OdeRig::touch);
                    dWorldQuickStep(world_, number(stepping_.step));
                    dJointGroupEmpty(contacts_);
                }
            });
    }
    std::vector<Point> line(std::size_t rope) const override { return through(rope, 1.0); }
    double length(std::size_t rope) const override
    {
        std::vector<Point> middles = through(rope, 0.0);
        middles.push_back(end(capsules_[rope].back(), 1.0));
        return lengthOf(middles);
    }
    Point middle(std::size_t body) const override
    {
        const dReal* at = dBodyGetPosition(bodies_[body]);
        return {static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
    }
    void push(std::size_t body, const Point& force) override { pushes_[bodies_[body]] = force; }

private:
    /// The first end, and the same place of each capsule.
    std::vector<Point> through(std::size_t rope, double share) const
    {
        std::vector<Point> points{end(capsules_[rope].front(), -1.0)};
        for (const dBodyID body : capsules_[rope])
            points.push_back(end(body, share));
        return points;
    }
    Point end(dBodyID body, double share) const
    {
        dVector3 at;
        dBodyGetRelPointPos(body, 0, 0, number(0.5 * share * plan_.edge()), at);
        return {static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
    }
    dBodyID add(const dMass& mass, const Point& at)
    {
        const dBodyID body = dBodyCreate(world_);
        dBodySetMass(body, &mass);
        dBodySetPosition(body, number(at[0]), number(at[1]), number(at[2]));
        if (plan_.flat)
            dJointAttach(dJointCreatePlane2D(world_, nullptr), body, nullptr);
        return body;
    }
    void join(dBodyID a, dBodyID b, const Point& at)
    {
        const dJointID joint = dJointCreateBall(world_, nullptr);
        dJointAttach(joint, a, b);
        dJointSetBallAnchor(joint, number(at[0]), number(at[1]), number(at[2]));
    }
    void addRope(const std::vector<Point>& line)
    {
        std::vector<dBodyID>& capsules = capsules_.emplace_back();
        const bool first = capsules_.size() == 1;
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
        {
            const Point& a = line[i];
            const Point& b = line[i + 1];
            dMass mass;
            dMassSetCapsuleTotal(&mass,
                                 number(plan_.perMetre * plan_.edge() + (first && i == 0 ? plan_.firstWeight : 0.0) +
                                        (first && i + 2 == line.size() ? plan_.lastWeight : 0.0)),
                                 3, number(plan_.ropeRadius), number(plan_.edge()));
            const dBodyID body = add(mass, {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])});
            dMatrix3 axes;
            dRFromZAxis(axes, number(b[0] - a[0]), number(b[1] - a[1]), number(b[2] - a[2]));
            dBodySetRotation(body, axes);
            dGeomSetBody(dCreateCapsule(ropes_, number(plan_.ropeRadius), number(plan_.edge())), body);
            if (i > 0)
                join(capsules.back(), body, a);
            capsules.push_back(body);
        }
    }
    void addBody(const PlannedBody& planned)
    {
        dMass mass;
        dMassSetParameters(&mass, number(planned.mass), 0, 0, 0, number(planned.inertia[0]), number(planned.inertia[1]),
                           number(planned.inertia[2]), 0, 0, 0);
        const dBodyID body = add(mass, planned.middle);
        bodies_.push_back(body);
        if (!planned.onAxle)
            return;
        // A capsule: of cylinders it finds no contacts with capsules.
        dGeomSetBody(dCreateCapsule(wheels_, number(planned.wheelRadius), number(1.0)), body);
        join(body, planned.carrier ? bodies_[*planned.carrier] : nullptr, planned.middle);
    }
    static void touch(void* rig, dGeomID a, dGeomID b)
    {
        auto& self = *static_cast<OdeRig*>(rig);
        if (dGeomIsSpace(a) || dGeomIsSpace(b))
            return dSpaceCollide2(a, b, rig, &OdeRig::touch);
        constexpr int most = 4;
        dContact contacts[most];
        const int count = dCollide(a, b, most, &contacts[0].geom, sizeof(dContact));
        for (int i = 0; i < count; ++i)
        {
            contacts[i].surface = {};
            contacts[i].surface.mode = dContactApprox1;
            contacts[i].surface.mu = number(friction);
            dJointAttach(dJointCreateContact(self.world_, self.contacts_, &contacts[i]), dGeomGetBody(a),
                         dGeomGetBody(b));
        }
    }

    Stepping stepping_;
    Plan plan_;
    dWorldID world_ = nullptr;
    dSpaceID ropes_ = nullptr;
    dSpaceID wheels_ = nullptr;
    dJointGroupID contacts_ = nullptr;
    std::vector<std::vector<dBodyID>> capsules_; ///< of each rope
    std::vector<dBodyID> bodies_;                ///< of the plan
    std::map<dBodyID, Point> pushes_;
};

} // namespace

void addOdeRigging(std::vector<Case>& cases)
{
    for (const Stepping& stepping : {odeUsual, odeTuned})
        addRigging(cases, "ode", stepping.text, true,
                   [=](const Plan& plan) { return std::make_unique<OdeRig>(stepping, plan); });
}

} // namespace peers
