// Bullet's soft-body rope at its defaults, one step a frame.

#include "hanging.hpp"

#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <memory>

namespace
{

class BulletRope
{
public:
    explicit BulletRope(int massCount)
        : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_)
    {
        const btVector3 gravity(0, -9.81f, 0);
        world_.setGravity(gravity);
        world_.getWorldInfo().m_gravity = gravity;
        const btVector3 end(0, static_cast<btScalar>(-bench::segment * (massCount - 1)), 0);
        constexpr int firstIsFixed = 1;
        body_.reset(
            btSoftBodyHelpers::CreateRope(world_.getWorldInfo(), btVector3(0, 0, 0), end, massCount - 2, firstIsFixed));
        for (int i = 1; i < massCount; ++i)
            body_->setMass(i, static_cast<btScalar>(bench::mass));
        world_.addSoftBody(body_.get());
    }
    ~BulletRope() { world_.removeSoftBody(body_.get()); }
    BulletRope(const BulletRope&) = delete;
    BulletRope& operator=(const BulletRope&) = delete;

    void frame()
    {
        body_->setActivationState(DISABLE_DEACTIVATION); // asleep it would cost nothing
        world_.stepSimulation(static_cast<btScalar>(bench::frameLength), 1, static_cast<btScalar>(bench::frameLength));
    }
    double length() const
    {
        double sum = 0.0;
        for (int i = 1; i < body_->m_nodes.size(); ++i)
            sum += static_cast<double>((body_->m_nodes[i].m_x - body_->m_nodes[i - 1].m_x).length());
        return sum;
    }

private:
    btSoftBodyRigidBodyCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btSoftRigidDynamicsWorld world_;
    std::unique_ptr<btSoftBody> body_;
};

} // namespace

BENCHMARK(bench::hangingRope<BulletRope>)->Name("frame/Bullet soft body")->Arg(80)->Arg(800)->Arg(8000);
