#include "newton_solver.hpp"

#include <algorithm>
#include <cmath>

// Bodies in the step of ropes. The torque on a body is the rate of its angular momentum, so that is kept whatever turns
// it; its derivative here leaves out how the axes turn within the step.

namespace rope
{

void NewtonSolver::followBodies(const RopeState& state)
{
    shapes_.clear();
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const Body& body = state.bodies[b].body;
        const std::size_t point = firstBody() + 2 * b;
        poses_[b] = poseOf(body, bodyGoals[b], positions[point], positions[point + 1]);
        for (const SolidBody& shape : body.shapes)
            shapes_.push_back(placed(shape, poses_[b]));
    }
}

/// A body that nothing touches keeps its angular momentum to the last digits: its turn is found to the end.
void NewtonSolver::finishFreeTurns(const RopeState& state)
{
    constexpr int enough = 6;
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const Body& body = state.bodies[b].body;
        const BodyGoal& goalOf = bodyGoals[b];
        const std::size_t point = firstBody() + 2 * b;
        for (int i = 0; freeBodies_[b] != 0 && i < enough; ++i)
        {
            const BodyPose pose = poseOf(body, goalOf, positions[point], positions[point + 1]);
            const Vec3 momentum = angularMomentum(body, pose.axes, pose.spin);
            const Vec3 left =
                goalOf.momentumTarget - (1.0 + goalOf.length * goalOf.length * goalOf.drag * turnDrag(body)) * momentum;
            positions[point + 1] += goalOf.length * (pose.axes * ((left * pose.axes) / body.inertia));
        }
    }
    followBodies(state);
}

template <std::size_t D>
void NewtonSolver::setBodyResidual(std::vector<double>& r, const RopeState& state) const
{
    const auto put = [&r](std::size_t point, const Vec3& value)
    {
        for (std::size_t k = 0; k < D; ++k)
            r[D * point + k] = k < 3 ? value[static_cast<int>(k)] : 0.0;
    };
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const Body& body = state.bodies[b].body;
        const BodyGoal& goalOf = bodyGoals[b];
        const BodyPose& pose = poses_[b];
        const std::size_t point = firstBody() + 2 * b;
        const double rate = 1.0 / goalOf.length;
        Vec3 force = body.mass * (state.world.gravity - rate * rate * (pose.position - goalOf.target)) -
                     body.airFriction * goalOf.drag * (pose.position - goalOf.dragged);
        const Vec3 momentum = angularMomentum(body, pose.axes, pose.spin);
        Vec3 torque =
            -rate * (momentum - goalOf.momentumTarget) - goalOf.length * goalOf.drag * turnDrag(body) * momentum;
        if (!outside.empty())
        {
            force += outside_.force[point];
            torque += outside_.force[point + 1];
        }
        const bool rests = groups_.rests(parts_.size() + b);
        put(point, rests ? Vec3(0.0) : force);
        put(point + 1, rests ? Vec3(0.0) : torque);
    }
}

template <std::size_t D>
void NewtonSolver::assembleBodies(SparseSystem<D>& whole, const RopeState& state) const
{
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
        const Body& body = state.bodies[b].body;
        const BodyGoal& goalOf = bodyGoals[b];
        const double rate = 1.0 / goalOf.length;
        const std::size_t point = firstBody() + 2 * b;
        typename SparseSystem<D>::Chain chain(whole, point);
        chain.begin(2);
        glm::dmat3 place(body.mass * rate * rate + body.airFriction * goalOf.drag);
        glm::dmat3 turn = (rate * rate + turnDrag(body) * goalOf.drag) * inertiaOf(body, poses_[b].axes);
        if (!outside.empty())
        {
            place += outside_.own[point];
            turn += outside_.own[point + 1];
            chain.template setBlock<3>(0, 1, glm::transpose(outside_.beside[point]));
        }
        chain.template setBlock<3>(0, 0, place);
        chain.template setBlock<3>(1, 0, turn);
        for (std::size_t k = 0; k < 2 && D == 4; ++k)
            chain.hold(k, 3);
    }
}

template void NewtonSolver::setBodyResidual<3>(std::vector<double>&, const RopeState&) const;
template void NewtonSolver::setBodyResidual<4>(std::vector<double>&, const RopeState&) const;
template void NewtonSolver::assembleBodies(SparseSystem<3>&, const RopeState&) const;
template void NewtonSolver::assembleBodies(SparseSystem<4>&, const RopeState&) const;

} // namespace rope
