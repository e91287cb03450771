// MuJoCo's capsules over wheels on hinges with its rigid bodies; and its tendon, which has no mass, over pulleys.

#include "mujoco.hpp"
#include "rigging.hpp"

namespace peers
{

namespace
{

std::string three(const Point& p)
{
    std::ostringstream text;
    text << p[0] << ' ' << p[1] << ' ' << p[2];
    return text.str();
}

Point less(const Point& a, const Point& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// Writes the elements of a plan.
class Writer
{
public:
    Writer(const Plan& plan, const MujocoSettings& settings, double damping)
        : plan_(plan), settings_(settings), damping_(damping)
    {
    }

    std::string written()
    {
        text_ << "<mujoco><option timestep='" << settings_.step << "' gravity='0 " << -gravity << " 0' "
              << settings_.option << "/>"
              << "<size njmax='4000' nconmax='1000'/><worldbody>";
        for (std::size_t rope = 0; rope < plan_.ropes.size(); ++rope)
            writeRope(rope);
        for (std::size_t body = 0; body < plan_.bodies.size(); ++body)
            if (!plan_.bodies[body].carrier)
                writeBody(body, {});
        text_ << "</worldbody><equality>";
        for (const PlannedTie& tie : plan_.ties)
            if (tie.body || tie.point > 0)
                writeTie(tie);
        text_ << ties_.str() << "</equality></mujoco>";
        return text_.str();
    }

private:
    std::string freely() const
    {
        return plan_.flat ? "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='hinge' "
                            "axis='0 0 1'/>"
                          : "<freejoint/>";
    }
    void writeRope(std::size_t rope)
    {
        const std::vector<Point>& line = plan_.ropes[rope];
        bool held = false;
        for (const PlannedTie& tie : plan_.ties)
            held = held || (tie.rope == rope && tie.point == 0);
        // The reader of XML takes elements a hundred deep: a longer chain is made of pieces, which constraints connect.
        constexpr std::size_t ofPiece = 80;
        std::size_t open = 0;
        Point before{};
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
        {
            const bool ofNewPiece = i > 0 && i % ofPiece == 0;
            if (ofNewPiece)
            {
                connect(name(rope, i - 1), name(rope, i), less(line[i], line[i - 1]));
                for (; open > 0; --open)
                    text_ << "</body>";
                before = {};
            }
            const Point way = less(line[i + 1], line[i]);
            text_ << "<body name='" << name(rope, i) << "' pos='" << three(less(line[i], before)) << "'>";
            ++open;
            if (ofNewPiece || (i == 0 && !held))
                text_ << freely();
            else
                text_ << (plan_.flat ? "<joint type='hinge' axis='0 0 1'" : "<joint type='ball'") << " damping='"
                      << damping_ << "'/>";
            const double mass = plan_.perMetre * plan_.edge() + (rope == 0 && i == 0 ? plan_.firstWeight : 0.0) +
                                (rope == 0 && i + 2 == line.size() ? plan_.lastWeight : 0.0);
            text_ << "<geom type='capsule' fromto='0 0 0 " << three(way) << "' size='" << plan_.ropeRadius << "' mass='"
                  << mass << "' contype='2' conaffinity='1' friction='" << friction << "' " << settings_.geom << "/>"
                  << "<site name='" << name(rope, i) << "' pos='" << three(way) << "'/>";
            before = line[i];
        }
        for (; open > 0; --open)
            text_ << "</body>";
    }
    void writeBody(std::size_t body, const Point& carrier)
    {
        const PlannedBody& planned = plan_.bodies[body];
        text_ << "<body name='p" << body << "' pos='" << three(less(planned.middle, carrier)) << "'>"
              << "<inertial pos='0 0 0' mass='" << planned.mass << "' diaginertia='" << three(planned.inertia) << "'/>"
              << (planned.onAxle ? "<joint type='hinge' axis='0 0 1'/>" : freely());
        if (planned.onAxle)
            text_ << "<geom type='cylinder' size='" << planned.wheelRadius
                  << " 0.02' contype='1' conaffinity='2' friction='" << friction << "' " << settings_.geom << "/>";
        for (std::size_t other = 0; other < plan_.bodies.size(); ++other)
            if (plan_.bodies[other].carrier == body)
                writeBody(other, planned.middle);
        text_ << "</body>";
    }
    void writeTie(const PlannedTie& tie)
    {
        const Point& at = plan_.ropes[tie.rope][tie.point];
        const std::size_t segment = tie.point > 0 ? tie.point - 1 : 0;
        connect(name(tie.rope, segment), tie.body ? "p" + std::to_string(*tie.body) : "",
                less(at, plan_.ropes[tie.rope][segment]));
    }
    void connect(const std::string& one, const std::string& other, const Point& anchor)
    {
        ties_ << "<connect body1='" << one << "'" << (other.empty() ? "" : " body2='" + other + "'") << " anchor='"
              << three(anchor) << "' solref='0.004 1'/>";
    }
    static std::string name(std::size_t rope, std::size_t segment)
    {
        return "r" + std::to_string(rope) + "_" + std::to_string(segment);
    }

    const Plan& plan_;
    MujocoSettings settings_;
    double damping_; ///< [N m s], of the joints of ropes
    std::ostringstream text_;
    std::ostringstream ties_;
};

class MujocoRig : public Rig
{
public:
    MujocoRig(const Plan& plan, const MujocoSettings& settings, double damping)
        : plan_(plan), mujoco_(Writer(plan, settings, damping).written())
    {
        mjModel& model = mujoco_.model();
        for (int i = 0; i < model.nv; ++i)
            model.dof_damping[i] += plan.damping * model.dof_M0[i];
        mj_forward(&model, &mujoco_.data());
        std::size_t first = 0;
        for (const std::vector<Point>& line : plan.ropes)
        {
            firsts_.push_back(first);
            first += line.size() - 1;
        }
    }

    void stepFrame(Clock& clock) override
    {
        mujoco_.stepFrame(clock, [] {});
        if (mujoco_.blownUp())
            throw BlowsUp();
    }
    std::vector<Point> line(std::size_t rope) const override
    {
        std::vector<Point> points{mujocoPoint(mujoco_.data().xpos + 3 * (1 + firsts_[rope]))};
        for (std::size_t i = 0; i + 1 < plan_.ropes[rope].size(); ++i)
            points.push_back(mujocoPoint(mujoco_.data().site_xpos + 3 * (firsts_[rope] + i)));
        return points;
    }
    double length(std::size_t rope) const override { return lengthOf(line(rope)); }
    Point middle(std::size_t body) const override { return mujocoPoint(mujoco_.data().xpos + 3 * idOf(body)); }
    void push(std::size_t body, const Point& force) override
    {
        std::copy(force.begin(), force.end(), mujoco_.data().xfrc_applied + 6 * idOf(body));
    }

private:
    int idOf(std::size_t body) const
    {
        return mj_name2id(&mujoco_.model(), mjOBJ_BODY, ("p" + std::to_string(body)).c_str());
    }

    Plan plan_;
    MujocoModel mujoco_;
    std::vector<std::size_t> firsts_; ///< the first capsule of each rope
};

/// A tendon over the wheels of a flat plan with one rope: it has no mass, does not stretch and slides over wheels,
/// which it does not turn. Ends that nothing holds are weights that go up and down.
std::string tendonOver(const Plan& plan, double step)
{
    const std::vector<Point>& line = plan.ropes[0];
    std::ostringstream text;
    std::ostringstream path;
    text << "<mujoco><option timestep='" << step << "' gravity='0 " << -gravity << " 0'/><worldbody>";
    const auto weight = [&](const char* name, const Point& at, double mass)
    {
        text << "<body name='" << name << "' pos='" << three(at) << "'><joint type='slide' axis='0 1 0'/>"
             << "<inertial pos='0 0 0' mass='" << mass << "' diaginertia='1 1 1'/><site name='" << name << "'/></body>";
    };
    if (plan.firstWeight > 0.0)
        weight("first", line.front(), plan.firstWeight);
    else
        text << "<site name='first' pos='" << three(line.front()) << "'/>";
    weight("last", line.back(), plan.lastWeight);
    path << "<site site='first'/>";
    std::size_t wheels = 0;
    const auto write = [&](std::size_t body, const auto& self, const Point& carrier) -> void
    {
        const PlannedBody& planned = plan.bodies[body];
        text << "<body name='p" << body << "' pos='" << three(less(planned.middle, carrier)) << "'>"
             << "<inertial pos='0 0 0' mass='" << planned.mass << "' diaginertia='" << three(planned.inertia) << "'/>";
        if (!planned.onAxle)
            text << "<joint type='slide' axis='0 1 0'/>";
        else
        {
            const double reach = planned.wheelRadius + plan.ropeRadius;
            text << "<geom name='w" << body << "' type='cylinder' size='" << reach
                 << " 0.02' contype='0' conaffinity='0'/>"
                 << "<site name='side" << body << "' pos='0 " << (planned.carrier ? -1.1 : 1.1) * reach << " 0'/>";
            ++wheels;
        }
        for (std::size_t other = 0; other < plan.bodies.size(); ++other)
            if (plan.bodies[other].carrier == body)
                self(other, self, planned.middle);
        text << "</body>";
    };
    const PlannedBody* before = nullptr;
    for (std::size_t body = 0; body < plan.bodies.size(); ++body)
    {
        const PlannedBody& planned = plan.bodies[body];
        if (!planned.carrier)
            write(body, write, {});
        if (!planned.onAxle)
            continue;
        if (before) // halfway along the strand between two wheels
        {
            text << "<site name='strand" << body << "' pos='" << 0.5 * (before->middle[0] + planned.middle[0]) << ' '
                 << 0.5 * (before->middle[1] + planned.middle[1]) << " 0'/>";
            path << "<site site='strand" << body << "'/>";
        }
        path << "<geom geom='w" << body << "' sidesite='side" << body << "'/>";
        before = &planned;
    }
    path << "<site site='last'/>";
    text << "</worldbody><tendon><spatial name='rope'>" << path.str() << "</spatial></tendon><equality>"
         << "<tendon tendon1='rope' solref='0.004 1'/></equality></mujoco>";
    return text.str();
}

class TendonRig : public Rig
{
public:
    TendonRig(const Plan& plan, double step) : plan_(plan), mujoco_(tendonOver(plan, step))
    {
        mj_forward(&mujoco_.model(), &mujoco_.data());
        atFirst_ = mujoco_.data().ten_length[0];
    }

    void stepFrame(Clock& clock) override
    {
        mujoco_.stepFrame(clock, [] {});
        if (mujoco_.blownUp())
            throw BlowsUp();
    }
    /// Between its ends it follows the wheels by definition.
    std::vector<Point> line(std::size_t /*rope*/) const override
    {
        std::vector<Point> points{siteAt("first")};
        for (std::size_t body = 0; body < plan_.bodies.size(); ++body)
        {
            const PlannedBody& planned = plan_.bodies[body];
            const double reach = planned.wheelRadius + plan_.ropeRadius;
            constexpr int corners = 64;
            for (int i = 0; planned.onAxle && i <= corners; ++i)
            {
                const double angle = std::numbers::pi * i / corners;
                const Point at = middle(body);
                points.push_back({at[0] - reach * std::cos(angle),
                                  at[1] + (planned.carrier ? -reach : reach) * std::sin(angle), 0.0});
            }
        }
        points.push_back(siteAt("last"));
        return points;
    }
    double length(std::size_t /*rope*/) const override
    {
        return lengthOf(plan_.ropes[0]) * mujoco_.data().ten_length[0] / atFirst_;
    }
    Point middle(std::size_t body) const override
    {
        const int id = mj_name2id(&mujoco_.model(), mjOBJ_BODY, ("p" + std::to_string(body)).c_str());
        return mujocoPoint(mujoco_.data().xpos + 3 * id);
    }
    void push(std::size_t /*body*/, const Point& /*force*/) override {}

private:
    Point siteAt(const char* name) const
    {
        return mujocoPoint(mujoco_.data().site_xpos + 3 * mj_name2id(&mujoco_.model(), mjOBJ_SITE, name));
    }

    Plan plan_;
    MujocoModel mujoco_;
    double atFirst_ = 0.0; ///< [m]
};

} // namespace

void addMujocoRigging(std::vector<Case>& cases)
{
    addRigging(cases, "mujoco", mujocoUsual.text, true,
               [](const Plan& plan) { return std::make_unique<MujocoRig>(plan, mujocoUsual, 0.0); });
    const MujocoSettings exact{"1/960 s, elliptic, impratio 10, noslip 10, joint damping 1e-4 N m s", 1.0 / 960.0,
                               R"(cone="elliptic" impratio="10" noslip_iterations="10")", R"(solref="0.004 1")"};
    addRigging(cases, "mujoco", exact.text, true,
               [exact](const Plan& plan) { return std::make_unique<MujocoRig>(plan, exact, 1e-4); });
    const std::string tendon = std::string("tendon, ") + mujocoUsual.text;
    addWheels(cases, "mujoco", tendon, false,
              [](const Plan& plan) { return std::make_unique<TendonRig>(plan, mujocoUsual.step); });
}

} // namespace peers
