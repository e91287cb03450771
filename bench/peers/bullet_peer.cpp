// Bullet's rigid capsules with ball joints.

#include "bullet.hpp"

#include <memory>

namespace peers
{

namespace
{

/// Capsules from each point to the next, which touch nothing but what `addSolid` adds, or each other too.
class Chain
{
public:
    Chain(const Stepping& settings, const std::vector<Point>& points, bool collides)
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

    /// Bends and twists with this stiffness [N m2], by joints that are locked but soft: implicit springs with damping.
    /// The clamps at both ends are `base` and, if the end slides, `carriage`.
    void stiffen(double stiffness, bool slides)
    {
        for (const auto& joint : joints_)
            world_.removeConstraint(joint.get());
        joints_.clear();
        const btTransform upright(btQuaternion(btVector3(0, 0, 1), SIMD_HALF_PI)); // x along the capsule
        const auto at = [&](double share) {
            return btTransform(upright.getRotation(), {0, single(share * segment_), 0});
        };
        for (std::size_t i = 0; i + 1 < bodies_.size(); ++i)
            soften(*bodies_[i], *bodies_[i + 1], at(0.5), at(-0.5), stiffness / segment_);
        base_ = anchor(bodies_.front()->getWorldTransform() * at(-0.5));
        soften(*base_, *bodies_.front(), btTransform::getIdentity(), at(-0.5), 2.0 * stiffness / segment_);
        if (!slides)
            return;
        carriage_ = anchor(bodies_.back()->getWorldTransform() * at(0.5));
        auto& joint =
            soften(*carriage_, *bodies_.back(), btTransform::getIdentity(), at(0.5), 2.0 * stiffness / segment_);
        joint.setLimit(0, 1, -1); // free
    }
    /// Turns the end by an angle [rad] about x.
    void turn(double angle)
    {
        btTransform to = carriage_->getWorldTransform();
        to.setRotation(btQuaternion(btVector3(1, 0, 0), single(angle)) * carriageRotation_);
        carriage_->setWorldTransform(to);
    }

    void hold(std::size_t body)
    {
        bodies_[body]->setMassProps(0, {0, 0, 0});
        bodies_[body]->setCollisionFlags(bodies_[body]->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    }
    void weigh(btRigidBody& body, double mass) const
    {
        btVector3 inertia;
        shape_->calculateLocalInertia(single(mass), inertia);
        body.setMassProps(single(mass), inertia);
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
                for (long i = settings_.stepsAFrame(); i > 0; --i)
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

    btGeneric6DofSpring2Constraint& soften(btRigidBody& a, btRigidBody& b, const btTransform& onA,
                                           const btTransform& onB, double stiffness)
    {
        auto joint = std::make_unique<btGeneric6DofSpring2Constraint>(a, b, onA, onB);
        const double h = settings_.step;
        const double damping = 2.0 * h * stiffness;
        // A spring's impulse at the end of the step; the solver wants it as a share of a lone joint's impulse.
        const double softness = 1.0 / (h * (h * stiffness + damping));
        for (int axis = 0; axis < 6; ++axis)
        {
            joint->setLimit(axis, 0, 0);
            if (axis < 3)
                continue;
            const btVector3 along(axis == 3, axis == 4, axis == 5);
            const auto inverse = [&](const btRigidBody& body, const btTransform& on)
            {
                const btVector3 way = (body.getWorldTransform() * on).getBasis() * along;
                return static_cast<double>(way.dot(body.getInvInertiaTensorWorld() * way));
            };
            joint->setParam(BT_CONSTRAINT_STOP_ERP, single(h * stiffness / (h * stiffness + damping)), axis);
            joint->setParam(BT_CONSTRAINT_STOP_CFM, single(softness / (inverse(a, onA) + inverse(b, onB))), axis);
        }
        world_.addConstraint(joint.get(), true);
        joints_.push_back(std::move(joint));
        return static_cast<btGeneric6DofSpring2Constraint&>(*joints_.back());
    }
    btRigidBody* anchor(const btTransform& at)
    {
        solids_.push_back(std::make_unique<btRigidBody>(0, nullptr, nullptr));
        btRigidBody& body = *solids_.back();
        body.setWorldTransform(at);
        body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
        carriageRotation_ = at.getRotation();
        return &body;
    }

    Stepping settings_;
    double segment_ = 0.0;
    btRigidBody* base_ = nullptr;
    btRigidBody* carriage_ = nullptr;
    btQuaternion carriageRotation_; ///< as it began
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

Result hang(const Stepping& settings)
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

Result capstan(const Stepping& settings, double angle)
{
    Clock clock;
    const double held =
        heldRatio(angle, 6,
                  [&](double ratio)
                  {
                      // The capsules' sides touch, so the corners lie farther out.
                      Chain chain(settings, wound(std::hypot(postRadius + radius, 0.5 * segment), angle), false);
                      chain.addSolid(std::make_unique<btCylinderShapeZ>(
                                         btVector3(single(postRadius), single(postRadius), single(0.5))),
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

Result pile(const Stepping& settings)
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

Result knot(const Stepping& settings)
{
    return pulledKnot(
        [&](const Hand& hand, const auto& look)
        {
            Chain chain(settings, looseKnot(), true);
            for (std::size_t i = 0; i < knotSegments; ++i)
                chain.body(i).setGravity({0, 0, 0});
            chain.hold(0);
            btRigidBody& held = chain.lastBody();
            chain.weigh(held, handMass);
            held.setGravity({0, 0, 0});
            Clock clock;
            double time = 0.0;
            while (time < hand.seconds())
            {
                chain.stepFrame(clock,
                                [&]
                                {
                                    const double velocity = static_cast<double>(held.getLinearVelocity().x());
                                    held.applyCentralForce({single(hand.force(time, velocity, settings.step)), 0, 0});
                                    time += settings.step;
                                });
                look(chain.points());
            }
            return clock.microsecondsAFrame();
        });
}

constexpr Stepping stiffer{"soft-locked 6-dof joints, 1/960 s, 200 iterations", 1.0 / 960.0, 200};
constexpr Stepping stiff{"soft-locked 6-dof joints, 1/960 s, 100 iterations", 1.0 / 960.0, 100};

std::vector<Point> along(int segments)
{
    std::vector<Point> points;
    for (int i = 0; i <= segments; ++i)
        points.push_back({1.0 / segments * i, 0.0, 0.0});
    return points;
}

Result cantilever(const Stepping& settings)
{
    Chain chain(settings, along(cantileverSegments), false);
    chain.stiffen(cantileverStiffness, false);
    for (std::size_t i = 0; i < cantileverSegments; ++i)
        chain.body(i).setDamping(single(0.9), single(0.0)); // of all motion in a second
    Clock clock;
    for (double t = 0.0; t < 0.5 * cantileverSeconds; t += frame)
        chain.stepFrame(clock, [] {});
    return {"drop " + percent(-chain.points().back()[1] / cantileverDrop - 1.0), clock.microsecondsAFrame()};
}

Result twist(const Stepping& settings)
{
    Chain chain(settings, along(twistSegments), false);
    chain.stiffen(twistStiffness, true);
    for (std::size_t i = 0; i < twistSegments; ++i)
    {
        chain.body(i).setGravity({0, 0, 0});
        chain.body(i).setDamping(single(twistDamping), single(twistDamping));
    }
    Clock clock;
    double time = 0.0;
    while (turnsAt(time) < twistEnd)
    {
        chain.stepFrame(clock,
                        [&]
                        {
                            time += settings.step;
                            chain.turn(2.0 * std::numbers::pi * turnsAt(time));
                            chain.lastBody().applyCentralForce({single(twistPull), 0, 0});
                            for (std::size_t i = 0; i < twistSegments; ++i)
                                chain.body(i).applyCentralForce({0, single(twistSeed / twistSegments), 0});
                        });
        for (const Point& p : chain.points())
            if (std::hypot(p[1], p[2]) > twistBuckled)
                return {buckledText(turnsAt(time)), clock.microsecondsAFrame()};
    }
    return {buckledText(std::nan("")), clock.microsecondsAFrame()};
}

} // namespace

void addBullet(std::vector<Case>& cases)
{
    for (const Stepping& settings : {bulletUsual, bulletTuned})
    {
        cases.push_back({"hang", engine, settings.text, [=] { return hang(settings); }});
        cases.push_back({"pile", engine, settings.text, [=] { return pile(settings); }});
        cases.push_back({"knot", engine, settings.text, [=] { return knot(settings); }});
        for (const double angle : capstanAngles)
            cases.push_back({capstanTask(angle), engine, settings.text, [=] { return capstan(settings, angle); }});
    }
    cases.push_back({"cantilever", engine, stiffer.text, [] { return cantilever(stiffer); }});
    cases.push_back({"twist", engine, stiff.text, [] { return twist(stiff); }});
}

} // namespace peers
