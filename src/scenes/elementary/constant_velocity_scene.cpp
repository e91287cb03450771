#include "elementary.hpp"

#include <limits>

// Lesson one: a mass without forces. x(t) = x0 + v0 t, and the integrator gives exactly that.

namespace ropewalk
{

namespace
{

constexpr SceneInfo sceneInfo{"constant_velocity",
                              "Elementary",
                              "Constant velocity",
                              "No force acts: the mass flies on. Change its velocity and reset.",
                              20,
                              2.0};

class ConstantVelocityScene : public ElementaryScene
{
public:
    ConstantVelocityScene()
    {
        describeStart({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}});
        describeRun();
    }

    std::vector<CheckRow> check() const override
    {
        const ConstantVelocityScene defaults;
        return {{"x after 10 s", "m", 10.0, defaults.fresh(0.1, 100).position.x, 1e-12, "x0 + v0 t"}};
    }

private:
    Vec3 force(const rope::Mass& /*mass*/) const override { return Vec3(0.0); }
    double potentialEnergy(const rope::Mass& /*mass*/) const override { return 0.0; }
    Motion exact(const Motion& from, double t) const override
    {
        return {from.position + from.velocity * t, from.velocity};
    }
};

} // namespace

const SceneRegistration<ConstantVelocityScene> constantVelocityRegistration(sceneInfo);

} // namespace ropewalk
