#include "wrecking_ball_check.hpp"
#include "wrecking_ball.hpp"

#include <rope/text.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

/// The ball hangs unstretched at first, bounces, and comes to rest in thick air.
void checkStatics(std::vector<CheckRow>& rows)
{
    for (const double ballMass : {50.0, 300.0})
    {
        WreckingBallSettings settings;
        settings.ballMass = 1e-9;
        settings.startAngle = 0.0;
        settings.stackRows = 0;
        settings.airFriction = 100.0;
        WreckingBall hanging(settings);
        settings.ballMass = ballMass;
        hanging.setSettings(settings);
        for (int i = 0; i < 30'000; ++i)
            hanging.step(settings.maxDt);

        const double g = 9.81;
        const double n = settings.massCount;
        const double stretch =
            (settings.mass * n * (n - 1.0) / 2.0 + (n - 1.0) * ballMass) * g / settings.springConstant;
        const std::string times = rope::numberText(ballMass / settings.mass);
        rows.push_back({"ball of " + times + " masses at rest, stretch", "m", stretch,
                        hanging.rope().length() - hanging.rope().restLength(), 1e-9, "(m N (N-1)/2 + (N-1) M) g / k"});
        rows.push_back({"ball of " + times + " masses at rest, top tension", "N",
                        ((n - 1.0) * settings.mass + ballMass) * g, hanging.rope().tension(0), 1e-4,
                        "((N-1) m + M) g"});
    }
}

/// Without gravity the ball flies into a box, off its centre, and pulls at the rope. The crane's end is the only thing
/// that momentum comes from: the rope pulls the mass there with F, and the crane holds it with -F.
void checkMomentum(std::vector<CheckRow>& rows)
{
    WreckingBallSettings settings;
    settings.gravity = Vec3(0.0);
    settings.airFriction = 0.0;
    settings.startAngle = 0.0;
    rope::BodyDefinition box;
    box.vertices = rope::box(0.8, 0.6).vertices;
    box.mass = 40.0;
    box.position = {1.0, settings.ballHeight() - 0.2};
    WreckingBall ball(settings, {box});
    ball.setBallVelocity({5.0, -1.0});
    Vec2 lost = ball.momentum();
    double boxSpeed = 0.0;
    double pulled = 0.0;
    for (int i = 0; i < 2000; ++i)
    {
        ball.step(settings.maxDt);
        const Vec2 impulse = settings.maxDt * Vec2(ball.rope().masses()[0].force);
        lost -= impulse;
        pulled = std::max(pulled, glm::length(impulse));
        boxSpeed = glm::length(ball.bodies().bodies()[1].velocity);
    }
    const Vec2 rest = ball.momentum() - lost;
    const bool happened = boxSpeed > 1.0 && pulled > 0.1;
    rows.push_back({"momentum of rope, ball and box less the crane's pull, x", "kg m/s", 0.0, happened ? rest.x : NAN,
                    1e-9, "every force and impulse has its partner"});
    rows.push_back({"momentum of rope, ball and box less the crane's pull, y", "kg m/s", 0.0, happened ? rest.y : NAN,
                    1e-9, "every force and impulse has its partner"});
}

void checkDemolition(std::vector<CheckRow>& rows)
{
    const WreckingBallSettings settings;
    WreckingBall ball;
    double outOfPlane = 0.0;
    double rise = 0.0;
    const double energy = ball.totalEnergy();
    for (int i = 0; i < 240; ++i)
    {
        ball.setConnectionVelocity({i < 60 ? 0.0 : 1.0, 0.0});
        ball.advance(1.0 / 60.0);
        if (i < 60)
            rise = std::max(rise, ball.totalEnergy() - energy);
        for (const rope::Mass& mass : ball.rope().masses())
            outOfPlane = std::max({outOfPlane, std::abs(mass.position.z), std::abs(mass.velocity.z)});
    }
    rows.push_back({"rope out of its plane", "m", 0.0, outOfPlane, 0.0, "no force has a z component"});
    const double boxes = settings.stackColumns * settings.stackRows;
    rows.push_back({"boxes that the ball moves by more than their width", "", boxes, 1.0 * ball.fallenCount(),
                    boxes - 1.0, "one at least"});
}

} // namespace

std::vector<CheckRow> checkWreckingBall()
{
    std::vector<CheckRow> rows;
    checkStatics(rows);
    checkMomentum(rows);
    checkDemolition(rows);
    return rows;
}

} // namespace ropewalk
