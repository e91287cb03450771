// Ropes, wheels and bodies of this library: four steps a frame, at their default tolerance.

#include "rigging.hpp"

#include <rope/rope.hpp>

namespace peers
{

namespace
{

using rope::Vec3;

Vec3 vector(const Point& p)
{
    return {p[0], p[1], p[2]};
}

Point point(const Vec3& v)
{
    return {v.x, v.y, v.z};
}

class RopewalkRig : public Rig
{
public:
    explicit RopewalkRig(const Plan& plan) : plan_(plan), sim_(settingsOf(plan))
    {
        for (const std::vector<Point>& line : plan.ropes)
        {
            std::vector<Vec3> positions;
            for (const Point& p : line)
                positions.push_back(vector(p));
            if (firsts_.empty())
                sim_.layOut(positions);
            else
                sim_.addRope(sim_.settings(), positions);
            firsts_.push_back(firsts_.empty() ? 0 : sim_.masses().size() - line.size());
        }
        const double endMass = 0.5 * plan.perMetre * plan.edge();
        sim_.setMass(0, endMass + plan.firstWeight);
        sim_.setMass(plan.ropes[0].size() - 1, endMass + plan.lastWeight);
        for (const PlannedBody& planned : plan.bodies)
            add(planned);
        for (const PlannedTie& tie : plan.ties)
        {
            const std::size_t mass = firsts_[tie.rope] + tie.point;
            const Vec3 at = vector(plan.ropes[tie.rope][tie.point]);
            if (tie.body)
                sim_.tie(mass, rope::BodyPlace{bodies_[*tie.body], at - vector(plan.bodies[*tie.body].middle)});
            else
                sim_.pin(mass);
        }
    }

    void stepFrame(Clock& clock) override
    {
        clock.run(
            [this]
            {
                for (int i = 0; i < 4; ++i)
                    sim_.step(frame / 4.0);
            });
    }
    std::vector<Point> line(std::size_t rope) const override
    {
        std::vector<Point> points;
        for (std::size_t i = 0; i < plan_.ropes[rope].size(); ++i)
            points.push_back(point(sim_.masses()[firsts_[rope] + i].position));
        return points;
    }
    double length(std::size_t rope) const override { return lengthOf(line(rope)); }
    Point middle(std::size_t body) const override { return point(sim_.body(bodies_[body]).position); }
    void push(std::size_t body, const Point& force) override
    {
        for (const PlannedTie& tie : plan_.ties) // a load of the masses that the body is tied to
            if (tie.body == body)
                sim_.setForce(firsts_[tie.rope] + tie.point, 0.5 * vector(force));
    }

private:
    static rope::RopeByLength settingsOf(const Plan& plan)
    {
        rope::RopeByLength settings;
        settings.massCount = static_cast<int>(plan.ropes[0].size());
        settings.length = plan.edge() * (settings.massCount - 1);
        settings.massPerLength = plan.perMetre;
        settings.axialStiffness = plan.stiffness;
        settings.bendingStiffness = settings.torsionalStiffness = 0.0;
        settings.radius = plan.ropeRadius;
        settings.contactFriction = friction;
        settings.airFriction = plan.damping * plan.perMetre * plan.edge();
        return settings;
    }
    void add(const PlannedBody& planned)
    {
        rope::Body body;
        body.mass = planned.mass;
        body.inertia = vector(planned.inertia);
        body.position = vector(planned.middle);
        body.airFriction = plan_.damping * planned.mass;
        if (planned.onAxle)
            body.shapes = {rope::SolidBody::cylinder({0.0, 0.0, -0.02}, {0.0, 0.0, 0.02}, planned.wheelRadius)};
        bodies_.push_back(sim_.addBody(body));
        if (!planned.onAxle)
            return;
        rope::Bearing axle;
        axle.body = bodies_.back();
        if (planned.carrier)
            axle.other = bodies_[*planned.carrier];
        sim_.addBearing(axle);
    }

    Plan plan_;
    rope::RopeSimulation sim_;
    std::vector<std::size_t> firsts_; ///< the first mass of each rope
    std::vector<rope::BodyId> bodies_;
};

} // namespace

void addRopewalkRigging(std::vector<Case>& cases)
{
    addRigging(cases, "ropewalk", "default tolerance, 1/240 s", false,
               [](const Plan& plan) { return std::make_unique<RopewalkRig>(plan); });
}

} // namespace peers
