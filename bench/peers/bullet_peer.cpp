// Bullet's rigid capsules with ball joints.

#include "peers.hpp"

#include <btBulletDynamicsCommon.h>

#include <memory>

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
constexpr Settings usual{"default, 1/60 s, 10 iterations", 1.0 / 60.0, 10};
constexpr Settings tuned{"1/960 s, 50 iterations", 1.0 / 960.0, 50};

btScalar single(double value)
{
    return static_cast<btScalar>(value);
}

btVector3 vector(const Point& p)
{
    return {single(p[0]), single(p[1]), single(p[2])};
}

Point point(const btVector3& v)
{
    return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

/// Capsules from each point to the next, which touch nothing but what `addSolid` adds, or each other too.
class Chain
{
public:
    Chain(const Settings& settings, const std::vector<Point>& points, bool collides)
        : settings_(settings), dispatcher_(&configuration_),
          world_(&dispatcher_, &broadphase_, &solver_, &configuration_)
    {
        world_.setGravity({0, single(-gravity), 0});
        world_.getSolverInfo().m_numIterations = settings.iterations;
        segment_ = distance(points[0], points[1]);
        shape_ = std::make_unique<btCapsuleShape>(single(radius), single(segment_));
        const double mass = perMetre * segment_;
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
        {
            btVector3 inertia;
            shape_->calculateLocalInertia(single(mass), inertia);
            btRigidBody::btRigidBodyConstructionInfo info(single(mass), nullptr, shape_.get(), inertia);
            const btVector3 from = vector(points[i]);
            const btVector3 to = vector(points[i + 1]);
            info.m_startWorldTransform.setOrigin(single(0.5) * (from + to));
            info.m_startWorldTransform.setRotation(shortestArcQuat(btVector3(0, 1, 0), (to - from).normalized()));
            info.m_friction = single(friction);
            bodies_.push_back(std::make_unique<btRigidBody>(info));
            bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
            constexpr int rope = btBroadphaseProxy::DefaultFilter;
            constexpr int solid = btBroadphaseProxy::StaticFilter;
            world_.addRigidBody(bodies_.back().get(), rope, collides ? rope | solid : solid);
            if (i > 0)
                join(*bodies_[i - 1], *bodies_[i]);
        }
    }
    ~Chain()
    {
        for (const auto& joint : joints_)
            world_.removeConstraint(joint.get());
        for (const auto& body : bodies_)
            world_.removeRigidBody(body.get());
        for (const auto& solid : solids_)
            world_.removeRigidBody(solid.get());
    }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    void hold(std::size_t body)
    {
        bodies_[body]->setMassProps(0, {0, 0, 0});
        bodies_[body]->setCollisionFlags(bodies_[body]->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    }
    void pinFirstEnd()
    {
        joints_.push_back(
            std::make_unique<btPoint2PointConstraint>(*bodies_[0], btVector3(0, single(-0.5 * segment_), 0)));
        world_.addConstraint(joints_.back().get(), true);
    }
    void addSolid(std::unique_ptr<btCollisionShape> shape, const btTransform& at)
    {
        btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, shape.get(), {0, 0, 0});
        info.m_startWorldTransform = at;
        info.m_friction = 1; // they multiply
        solids_.push_back(std::make_unique<btRigidBody>(info));
        shapes_.push_back(std::move(shape));
        world_.addRigidBody(solids_.back().get());
    }
    btDiscreteDynamicsWorld& world() { return world_; }
    btRigidBody& body(std::size_t i) { return *bodies_[i]; }
    btRigidBody& lastBody() { return *bodies_.back(); }

    /// `before` each step: Bullet takes forces away after it, and moves no kinematic body.
    template <typename Before>
    void stepFrame(Clock& clock, const Before& before)
    {
        clock.run(
            [&]
            {
                for (long i = std::lround(frame / settings_.step); i > 0; --i)
                {
                    before();
                    world_.stepSimulation(single(settings_.step), 0);
                }
            });
    }
    /// A body that is held goes down.
    void lower(btRigidBody& held, double speed)
    {
        btTransform at = held.getWorldTransform();
        at.setOrigin(at.getOrigin() - btVector3(0, single(speed * settings_.step), 0));
        held.setWorldTransform(at);
    }
    std::vector<Point> points() const
    {
        std::vector<Point> points{end(*bodies_.front(), -0.5)};
        for (const auto& body : bodies_)
            points.push_back(end(*body, 0.5));
        return points;
    }
    /// Of the joints as they are, and not of the capsules, which do not stretch.
    double length() const
    {
        std::vector<Point> middles{end(*bodies_.front(), -0.5)};
        for (const auto& body : bodies_)
            middles.push_back(point(body->getWorldTransform().getOrigin()));
        middles.push_back(end(*bodies_.back(), 0.5));
        return lengthOf(middles);
    }

private:
    Point end(const btRigidBody& body, double share) const
    {
        return point(body.getWorldTransform() * btVector3(0, single(share * segment_), 0));
    }
    void join(btRigidBody& a, btRigidBody& b)
    {
        const btVector3 onA(0, single(0.5 * segment_), 0);
        joints_.push_back(std::make_unique<btPoint2PointConstraint>(a, b, onA, -onA));
        world_.addConstraint(joints_.back().get(), true);
    }

    Settings settings_;
    double segment_ = 0.0;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
    std::unique_ptr<btCapsuleShape> shape_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> solids_;
    std::vector<std::unique_ptr<btTypedConstraint>> joints_;
};

constexpr const char* engine = "bullet";

Result hang(const Settings& settings)
{
    std::vector<Point> points;
    for (int i = 0; i <= hangSegments; ++i)
        points.push_back({0.0, -segment * i, 0.0});
    Chain chain(settings, points, false);
    chain.pinFirstEnd();
    Clock clock;
    for (double t = 0.0; t < hangSeconds; t += frame)
        chain.stepFrame(clock, [] {});
    return {"stretch " + percent(chain.length() / (segment * hangSegments) - 1.0), clock.microsecondsAFrame()};
}

Result capstan(const Settings& settings, double angle)
{
    Clock clock;
    const double held = heldRatio(
        angle, 6,
        [&](double ratio)
        {
            // The capsules' sides touch, so the corners lie farther out.
            Chain chain(settings, wound(std::hypot(postRadius + radius, 0.5 * segment), angle), false);
            chain.addSolid(
                std::make_unique<btCylinderShapeZ>(btVector3(single(postRadius), single(postRadius), single(0.5))),
                btTransform::getIdentity());
            chain.world().getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
            const auto pullAt = [&](btRigidBody& body, bool last, double force)
            {
                const double z = static_cast<double>(body.getWorldTransform().getOrigin().z());
                const Point way = tailDirection(last, angle);
                body.applyCentralForce({single(force * way[0]), single(force * way[1]), single(-guide * z)});
            };
            for (std::size_t i = 0; i < capstanSegments; ++i)
                chain.body(i).setGravity({0, 0, 0});
            double settled = 0.0;
            for (double t = 0.0; t < capstanSeconds; t += frame)
            {
                chain.stepFrame(clock,
                                [&]
                                {
                                    pullAt(chain.body(0), false, pull);
                                    pullAt(chain.lastBody(), true, load(ratio, t));
                                });
                if (t < capstanSettled)
                    settled = alongTail(chain.points().back(), angle);
            }
            return alongTail(chain.points().back(), angle) - settled;
        });
    return {heldText(angle, held), clock.microsecondsAFrame()};
}

Result pile(const Settings& settings)
{
    Chain chain(settings, upright(), true);
    chain.addSolid(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), single(0)), btTransform::getIdentity());
    chain.hold(pileSegments - 1);
    Clock clock;
    Nearness nearness;
    for (double t = 0.0; t < pileSeconds; t += frame)
    {
        btRigidBody& top = chain.lastBody();
        const bool down = static_cast<double>(top.getWorldTransform().getOrigin().y()) > segment;
        chain.stepFrame(clock, [&] { chain.lower(top, down ? pileSpeed : 0.0); });
        nearness.look(chain.points());
    }
    return {nearness.text(), clock.microsecondsAFrame()};
}

} // namespace

void addBullet(std::vector<Case>& cases)
{
    for (const Settings& settings : {usual, tuned})
    {
        cases.push_back({"hang", engine, settings.text, [=] { return hang(settings); }});
        cases.push_back({"pile", engine, settings.text, [=] { return pile(settings); }});
        for (const double angle : capstanAngles)
            cases.push_back({capstanTask(angle), engine, settings.text, [=] { return capstan(settings, angle); }});
    }
}

} // namespace peers
