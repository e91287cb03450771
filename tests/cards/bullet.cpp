#include "card.hpp"
#include "stretch.hpp"

#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

int main()
{
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, -9.81f, 0));
    btSoftBody* rope = makeRope(world.getWorldInfo(), btVector3(0, 0, 0));
    world.addSoftBody(rope);
    for (int frame = 0; frame < 1800; ++frame)
    {
        rope->setActivationState(DISABLE_DEACTIVATION); // a rope that sleeps does not settle
        world.stepSimulation(1.0f / 60.0f, 9, 1.0f / 540.0f);
    }
    double length = 0.0;
    for (int i = 1; i < rope->m_nodes.size(); ++i)
        length += static_cast<double>((rope->m_nodes[i].m_x - rope->m_nodes[i - 1].m_x).length());
    world.removeSoftBody(rope);
    delete rope;
    // Bullet's links have no stiffness: an iteration removes a share of their error. Only the order of magnitude fits.
    return cards::report("Bullet", length, 1.0);
}
