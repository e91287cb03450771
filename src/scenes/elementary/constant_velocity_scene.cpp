#include "elementary_scene.hpp"

// Lesson one: a mass without forces. x(t) = x0 + v0 t, and the integrator gives exactly that.

namespace ropewalk
{

namespace
{

constexpr SceneInfo constantVelocityInfo{"constant_velocity",
                                         "Elementary",
                                         "Constant velocity",
                                         "No force acts: the mass flies on. Change its velocity and reset.",
                                         20,
                                         2.0};

const LessonSettings lesson{LessonForce::none, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};

class ConstantVelocityScene : public ElementaryScene
{
public:
    ConstantVelocityScene() : ElementaryScene(lesson) {}

    std::vector<CheckRow> check() const override
    {
        return {{"x after 10 s", "m", 10.0, freshRun(lesson, 0.1, 100).position.x, 1e-12, "x0 + v0 t"}};
    }
};

} // namespace

const SceneRegistration<ConstantVelocityScene> constantVelocityRegistration(constantVelocityInfo);

} // namespace ropewalk
