// ODE's rigid capsules with ball joints, by its iterative solver. Its joints have no springs that bend.

#include "peers.hpp"

#include <ode/ode.h>

namespace peers
{

namespace
{

struct Settings
{
    const char* text;
    double step; ///< [s]
    int iterations;
};
constexpr Settings usual{"default, 1/60 s, 20 iterations", 1.0 / 60.0, 20};
constexpr Settings tuned{"1/960 s, 50 iterations", 1.0 / 960.0, 50};

dReal number(double value)
{
    return static_cast<dReal>(value);
}

class Chain
{
public:
    Chain(const Settings& settings, const std::vector<Point>& points) : settings_(settings)
    {
        dInitODE();
        world_ = dWorldCreate();
        ropeSpace_ = dSimpleSpaceCreate(nullptr);
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
        if (post_)
            dGeomDestroy(post_);
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
    void addPost() { post_ = dCreateCapsule(nullptr, number(postRadius), number(1.0)); }
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
                const int steps = static_cast<int>(std::lround(frame / settings_.step));
                for (int i = 0; i < steps; ++i)
                {
                    forces();
                    if (post_)
                        dSpaceCollide2(post_, reinterpret_cast<dGeomID>(ropeSpace_), this, &Chain::touch);
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

    Settings settings_;
    dWorldID world_ = nullptr;
    dSpaceID ropeSpace_ = nullptr;
    dJointGroupID contacts_ = nullptr;
    dGeomID post_ = nullptr;
    std::vector<dBodyID> bodies_;
    double half_ = 0.0;
};

constexpr const char* engine = "ODE";

Result hang(const Settings& settings)
{
    std::vector<Point> points;
    for (int i = 0; i <= hangSegments; ++i)
        points.push_back({0.0, -segment * i, 0.0});
    Chain chain(settings, points);
    chain.joinAt(chain.body(0), nullptr, points[0]);
    Clock clock;
    for (double t = 0.0; t < hangSeconds; t += frame)
        chain.stepFrame(clock, [] {});
    return {"hang", engine, settings.text, "stretch " + percent(chain.length() / (segment * hangSegments) - 1.0),
            clock.microsecondsAFrame()};
}

Result capstan(const Settings& settings)
{
    Clock clock;
    const double held = heldRatio(
        [&](double ratio)
        {
            Chain chain(settings, halfRound(std::hypot(postRadius + radius, 0.5 * segment)));
            chain.addPost();
            chain.withoutWeight();
            double settled = 0.0;
            for (double t = 0.0; t < capstanSeconds; t += frame)
            {
                const auto pullAt = [](dBodyID body, double down)
                { dBodyAddForce(body, 0, number(-down), number(-guide) * dBodyGetPosition(body)[2]); };
                chain.stepFrame(clock,
                                [&]
                                {
                                    pullAt(chain.body(0), pull);
                                    pullAt(chain.lastBody(), load(ratio, t));
                                });
                if (t < capstanSettled)
                    settled = chain.end(chain.lastBody(), 1.0)[1];
            }
            return settled - chain.end(chain.lastBody(), 1.0)[1];
        });
    return {"capstan", engine, settings.text, heldText(held), clock.microsecondsAFrame()};
}

} // namespace

void measureOde(std::vector<Result>& results)
{
    for (const Settings& settings : {usual, tuned})
        results.insert(results.end(), {hang(settings), capstan(settings)});
}

} // namespace peers
