// ODE's rigid capsules with ball joints, by its iterative solver. Its joints have no springs that bend.

#include "ode.hpp"

namespace peers
{

namespace
{

class Chain
{
public:
    Chain(const Stepping& settings, const std::vector<Point>& points) : settings_(settings)
    {
        dInitODE();
        world_ = dWorldCreate();
        ropeSpace_ = dHashSpaceCreate(nullptr);
        contacts_ = dJointGroupCreate(0);
        dWorldSetGravity(world_, 0, number(-gravity), 0);
        dWorldSetQuickStepNumIterations(world_, settings.iterations);
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
        {
            const Point& a = points[i];
            const Point& b = points[i + 1];
            const double length = distance(a, b);
            const dBodyID body = dBodyCreate(world_);
            dMass mass;
            dMassSetCapsuleTotal(&mass, number(perMetre * length), 3, number(radius), number(length));
            dBodySetMass(body, &mass);
            dBodySetPosition(body, number(0.5 * (a[0] + b[0])), number(0.5 * (a[1] + b[1])),
                             number(0.5 * (a[2] + b[2])));
            dMatrix3 axes;
            dRFromZAxis(axes, number(b[0] - a[0]), number(b[1] - a[1]), number(b[2] - a[2]));
            dBodySetRotation(body, axes);
            const dGeomID geom = dCreateCapsule(ropeSpace_, number(radius), number(length));
            dGeomSetBody(geom, body);
            bodies_.push_back(body);
            if (i > 0)
                joinAt(bodies_[i - 1], body, a);
        }
        half_ = 0.5 * distance(points[0], points[1]);
    }
    ~Chain()
    {
        dJointGroupDestroy(contacts_);
        dSpaceDestroy(ropeSpace_);
        if (solid_)
            dGeomDestroy(solid_);
        dWorldDestroy(world_);
        dCloseODE();
    }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    void joinAt(dBodyID a, dBodyID b, const Point& at)
    {
        const dJointID joint = dJointCreateBall(world_, nullptr);
        dJointAttach(joint, a, b);
        dJointSetBallAnchor(joint, number(at[0]), number(at[1]), number(at[2]));
    }
    void addPost() { solid_ = dCreateCapsule(nullptr, number(postRadius), number(1.0)); }
    /// With it the rope also touches itself.
    void addFloor()
    {
        solid_ = dCreatePlane(nullptr, 0, 1, 0, 0);
        touchItself();
    }
    void touchItself() { touchesItself_ = true; }
    void withoutWeight() { dWorldSetGravity(world_, 0, 0, 0); }
    dBodyID body(std::size_t i) const { return bodies_[i]; }
    dBodyID lastBody() const { return bodies_.back(); }

    /// `forces` is called before each step: ODE takes forces away after it.
    template <typename Forces>
    void stepFrame(Clock& clock, const Forces& forces)
    {
        clock.run(
            [&]
            {
                for (long i = settings_.stepsAFrame(); i > 0; --i)
                {
                    forces();
                    if (solid_)
                        dSpaceCollide2(solid_, reinterpret_cast<dGeomID>(ropeSpace_), this, &Chain::touch);
                    if (touchesItself_)
                        dSpaceCollide(ropeSpace_, this, &Chain::touch);
                    dWorldQuickStep(world_, number(settings_.step));
                    dJointGroupEmpty(contacts_);
                }
            });
    }
    Point end(dBodyID body, double share) const
    {
        dVector3 at;
        dBodyGetRelPointPos(body, 0, 0, number(share * half_), at);
        return {static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
    }
    std::vector<Point> points() const
    {
        std::vector<Point> points{end(bodies_.front(), -1.0)};
        for (const dBodyID body : bodies_)
            points.push_back(end(body, 1.0));
        return points;
    }
    double length() const
    {
        std::vector<Point> middles{end(bodies_.front(), -1.0)};
        for (const dBodyID body : bodies_)
            middles.push_back(end(body, 0.0));
        middles.push_back(end(bodies_.back(), 1.0));
        return lengthOf(middles);
    }

private:
    static void touch(void* chain, dGeomID a, dGeomID b)
    {
        auto& self = *static_cast<Chain*>(chain);
        if (dGeomGetBody(a) && dGeomGetBody(b) && dAreConnected(dGeomGetBody(a), dGeomGetBody(b)))
            return; // neighbours
        constexpr int most = 4;
        dContact contacts[most];
        const int count = dCollide(a, b, most, &contacts[0].geom, sizeof(dContact));
        for (int i = 0; i < count; ++i)
        {
            contacts[i].surface = {};
            contacts[i].surface.mode = dContactApprox1;
            contacts[i].surface.mu = number(friction);
            const dJointID joint = dJointCreateContact(self.world_, self.contacts_, &contacts[i]);
            dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
        }
    }

    Stepping settings_;
    dWorldID world_ = nullptr;
    dSpaceID ropeSpace_ = nullptr;
    dJointGroupID contacts_ = nullptr;
    dGeomID solid_ = nullptr;
    bool touchesItself_ = false;
    std::vector<dBodyID> bodies_;
    double half_ = 0.0;
};

constexpr const char* engine = "ode";

Result hang(const Stepping& settings)
{
    std::vector<Point> points;
    for (int i = 0; i <= hangSegments; ++i)
        points.push_back({0.0, -segment * i, 0.0});
    Chain chain(settings, points);
    chain.joinAt(chain.body(0), nullptr, points[0]);
    Clock clock;
    for (double t = 0.0; t < hangSeconds; t += frame)
        chain.stepFrame(clock, [] {});
    return {"stretch " + percent(chain.length() / (segment * hangSegments) - 1.0), clock.microsecondsAFrame()};
}

Result capstan(const Stepping& settings, double angle)
{
    Clock clock;
    const double held =
        heldRatio(angle, 6,
                  [&](double ratio)
                  {
                      Chain chain(settings, wound(std::hypot(postRadius + radius, 0.5 * segment), angle));
                      chain.addPost();
                      chain.withoutWeight();
                      const auto pullAt = [&](bool last, double force)
                      {
                          const dBodyID body = last ? chain.lastBody() : chain.body(0);
                          const Point way = tailDirection(last, angle);
                          dBodyAddForce(body, number(force * way[0]), number(force * way[1]),
                                        number(-guide) * dBodyGetPosition(body)[2]);
                      };
                      double settled = 0.0;
                      for (double t = 0.0; t < capstanSeconds; t += frame)
                      {
                          chain.stepFrame(clock,
                                          [&]
                                          {
                                              pullAt(false, pull);
                                              pullAt(true, load(ratio, t));
                                          });
                          if (t < capstanSettled)
                              settled = alongTail(chain.end(chain.lastBody(), 1.0), angle);
                      }
                      return alongTail(chain.end(chain.lastBody(), 1.0), angle) - settled;
                  });
    return {heldText(angle, held), clock.microsecondsAFrame()};
}

Result pile(const Stepping& settings)
{
    Chain chain(settings, upright());
    chain.addFloor();
    const dBodyID top = chain.lastBody();
    dBodySetKinematic(top);
    Clock clock;
    Nearness nearness;
    for (double t = 0.0; t < pileSeconds; t += frame)
    {
        const bool down = dBodyGetPosition(top)[1] > number(segment);
        dBodySetLinearVel(top, 0, number(down ? -pileSpeed : 0.0), 0);
        chain.stepFrame(clock, [] {});
        nearness.look(chain.points());
    }
    return {nearness.text(), clock.microsecondsAFrame()};
}

Result knot(const Stepping& settings)
{
    return pulledKnot(
        [&](const Hand& hand, const auto& look)
        {
            Chain chain(settings, looseKnot());
            chain.touchItself();
            chain.withoutWeight();
            dBodySetKinematic(chain.body(0));
            const dBodyID held = chain.lastBody();
            dMass mass;
            dMassSetCapsuleTotal(&mass, number(handMass), 3, number(radius), number(segment));
            dBodySetMass(held, &mass);
            Clock clock;
            double time = 0.0;
            while (time < hand.seconds())
            {
                chain.stepFrame(clock,
                                [&]
                                {
                                    const auto velocity = static_cast<double>(dBodyGetLinearVel(held)[0]);
                                    dBodyAddForce(held, number(hand.force(time, velocity, settings.step)), 0, 0);
                                    time += settings.step;
                                });
                look(chain.points());
            }
            return clock.microsecondsAFrame();
        });
}

} // namespace

void addOde(std::vector<Case>& cases)
{
    for (const Stepping& settings : {odeUsual, odeTuned})
    {
        cases.push_back({"hang", engine, settings.text, [=] { return hang(settings); }});
        cases.push_back({"pile", engine, settings.text, [=] { return pile(settings); }});
        cases.push_back({"knot", engine, settings.text, [=] { return knot(settings); }});
        for (const double angle : capstanAngles)
            cases.push_back({capstanTask(angle), engine, settings.text, [=] { return capstan(settings, angle); }});
    }
}

} // namespace peers
