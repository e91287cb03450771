// MuJoCo's bodies with ball joints, which have the rope's bending and torsional stiffness.

#include "mujoco.hpp"

#include <algorithm>

namespace peers
{

namespace
{

constexpr MujocoSettings fine{"1/1920 s", 1.0 / 1920.0};
constexpr MujocoSettings piled{"1/480 s, joint damping 0.003 N m s, the first 3 s", 1.0 / 480.0};
constexpr MujocoSettings exact{"1/480 s, elliptic, impratio 10, noslip 10", 1.0 / 480.0,
                               R"(cone="elliptic" impratio="10" noslip_iterations="10")", R"(solref="0.004 1")"};

/// What moves the first end.
enum class Start
{
    pinned,
    clamped,
    free,
    lowered, ///< along y, with a speed that is set
    turned   ///< about x, by an angle that is set; it slides along x, and the last end is clamped
};

/// What it touches.
enum class Touch
{
    nothing,
    post,
    itself ///< and the floor
};

struct Chain
{
    MujocoSettings settings;
    std::vector<Point> points;
    Start start = Start::pinned;
    Touch touch = Touch::nothing;
    bool weight = true;
    double stiffness = 0.0; ///< B [N m2]
    double damping = 0.0;   ///< [N m s] of a joint
};

std::string modelOf(const Chain& chain)
{
    std::ostringstream text;
    text << "<mujoco><option timestep='" << chain.settings.step << "' gravity='0 " << (chain.weight ? -gravity : 0.0)
         << " 0' " << chain.settings.option << "/>"
         << (chain.touch == Touch::itself ? "<size njmax='6000' nconmax='2000' nstack='20000000'/>"
                                          : "<size njmax='2000' nconmax='500'/>")
         << "<worldbody>";
    if (chain.touch == Touch::post)
        text << "<geom type='cylinder' size='" << postRadius << " 0.5' contype='1' conaffinity='2' friction='"
             << friction << "' " << chain.settings.geom << "/>";
    if (chain.touch == Touch::itself) // its normal is y
        text << "<geom type='plane' size='20 20 1' zaxis='0 1 0' contype='2' conaffinity='2' friction='" << friction
             << "' " << chain.settings.geom << "/>";
    Point before{0.0, 0.0, 0.0};
    const double edge = distance(chain.points[0], chain.points[1]);
    const bool carried = chain.start == Start::lowered || chain.start == Start::turned;
    // Nothing that the rope does moves what has such an inertia.
    constexpr double armature = 1e6;
    constexpr const char* ballast = "<inertial pos='0 0 0' mass='0.01' diaginertia='1e-5 1e-5 1e-5'/>";
    if (carried)
    {
        before = chain.points[0];
        text << "<body name='carriage' pos='" << before[0] << ' ' << before[1] << ' ' << before[2] << "'>" << ballast;
        if (chain.start == Start::lowered)
            text << "<joint type='slide' axis='0 1 0' armature='" << armature << "'/>";
        else
            text << "<joint type='slide' axis='1 0 0'/><joint type='hinge' axis='1 0 0' armature='" << armature
                 << "'/>";
    }
    // The reader of XML takes elements a hundred deep: a longer chain is made of pieces, which constraints connect.
    constexpr std::size_t ofPiece = 80;
    std::size_t open = carried ? 1 : 0;
    std::ostringstream equality;
    for (std::size_t i = 0; i + 1 < chain.points.size(); ++i)
    {
        const Point& from = chain.points[i];
        const bool ofNewPiece = i > 0 && i % ofPiece == 0;
        if (ofNewPiece)
        {
            const Point& last = chain.points[i - 1];
            equality << "<connect body1='b" << i - 1 << "' body2='b" << i << "' anchor='" << from[0] - last[0] << ' '
                     << from[1] - last[1] << ' ' << from[2] - last[2] << "' solref='0.004 1'/>";
            for (; open > 0; --open)
                text << "</body>";
            before = {0.0, 0.0, 0.0};
        }
        const Point& to = chain.points[i + 1];
        text << "<body name='b" << i << "' pos='" << from[0] - before[0] << ' ' << from[1] - before[1] << ' '
             << from[2] - before[2] << "'>";
        const bool atClamp = i == 0 && (chain.start == Start::clamped || chain.start == Start::turned);
        const double stiffness = (atClamp ? 2.0 : 1.0) * chain.stiffness / edge;
        ++open;
        if (ofNewPiece || (i == 0 && chain.start == Start::free))
            text << "<freejoint/>";
        else
            text << "<joint type='ball' stiffness='" << stiffness << "' damping='" << chain.damping << "'/>";
        text << "<geom type='capsule' fromto='0 0 0 " << to[0] - from[0] << ' ' << to[1] - from[1] << ' '
             << to[2] - from[2] << "' size='" << radius << "' mass='" << perMetre * edge
             << "' contype='2' conaffinity='" << static_cast<int>(chain.touch) << "' friction='" << friction << "' "
             << chain.settings.geom << "/>";
        text << "<site name='s" << i << "' pos='" << to[0] - from[0] << ' ' << to[1] - from[1] << ' ' << to[2] - from[2]
             << "'/>";
        before = from;
    }
    if (chain.start == Start::turned)
    {
        const Point& end = chain.points.back();
        text << "<body name='end' pos='" << end[0] - before[0] << ' ' << end[1] - before[1] << ' ' << end[2] - before[2]
             << "'>" << ballast << "<joint type='ball' stiffness='" << 2.0 * chain.stiffness / edge << "' damping='"
             << chain.damping << "'/></body>";
        equality << "<weld body1='end' solref='0.004 1'/>";
    }
    for (; open > 0; --open)
        text << "</body>";
    text << "</worldbody><equality>" << equality.str() << "</equality></mujoco>";
    return text.str();
}

class Simulation : public MujocoModel
{
public:
    explicit Simulation(const Chain& chain)
        : MujocoModel(modelOf(chain)), count_(chain.points.size() - 1),
          carried_(chain.start == Start::lowered || chain.start == Start::turned ? 1 : 0)
    {
    }

    using MujocoModel::stepFrame;
    void stepFrame(Clock& clock)
    {
        stepFrame(clock, [] {});
    }
    double step() const { return model().opt.timestep; }
    /// Speed of the carriage that lowers the first end [m/s, up].
    void lower(double speed) { data().qvel[0] = speed; }
    /// Angle of the carriage that turns the first end [rad], its speed [rad/s] and the pull at it [N, along -x].
    void turn(double angle, double speed, double pulled)
    {
        data().qpos[1] = angle;
        data().qvel[1] = speed;
        data().qfrc_applied[0] = -pulled;
    }
    void push(std::size_t body, const Point& force) { std::copy(force.begin(), force.end(), forceOn(body)); }
    /// Both ends of all bodies.
    std::vector<Point> points() const
    {
        const mjtNum* at = data().xpos + 3 * (1 + carried_);
        std::vector<Point> all{{at[0], at[1], at[2]}};
        for (std::size_t i = 0; i < count_; ++i)
            all.push_back(end(i));
        return all;
    }
    double time() const { return data().time; }
    /// The end of a body that is not joined to the one before.
    Point end(std::size_t body) const { return mujocoPoint(data().site_xpos + 3 * body); }
    std::size_t last() const { return count_ - 1; }
    void pullAt(std::size_t body, const Point& way, double size)
    {
        mjtNum* force = forceOn(body);
        force[0] = size * way[0];
        force[1] = size * way[1];
        force[2] = -guide * data().xipos[3 * (body + 1) + 2];
    }

private:
    mjtNum* forceOn(std::size_t body) { return data().xfrc_applied + 6 * (body + 1 + carried_); }

    std::size_t count_;
    std::size_t carried_; ///< bodies before the first of the rope
};

constexpr const char* engine = "mujoco";

/// Its joints cannot come apart, so two seconds tell its time as well as twenty.
Result hang(const MujocoSettings& settings)
{
    constexpr double seconds = 2.0;
    Chain chain{settings, {}};
    for (int i = 0; i <= hangSegments; ++i)
        chain.points.push_back({0.0, -segment * i, 0.0});
    Simulation simulation(chain);
    Clock clock;
    while (simulation.time() < seconds)
        simulation.stepFrame(clock);
    return {"stretch " + percent(-simulation.end(simulation.last())[1] / (segment * hangSegments) - 1.0),
            clock.microsecondsAFrame()};
}

Result cantilever(const MujocoSettings& settings)
{
    Chain chain{settings, {}};
    const double edge = 1.0 / cantileverSegments;
    for (int i = 0; i <= cantileverSegments; ++i)
        chain.points.push_back({edge * i, 0.0, 0.0});
    chain.start = Start::clamped;
    chain.stiffness = cantileverStiffness;
    chain.damping = 0.05 * cantileverStiffness / edge;
    Simulation simulation(chain);
    Clock clock;
    while (simulation.time() < cantileverSeconds)
        simulation.stepFrame(clock);
    return {"drop " + percent(-simulation.end(simulation.last())[1] / cantileverDrop - 1.0),
            clock.microsecondsAFrame()};
}

/// Of half the rope: its time grows faster than the rope.
Result capstan(const MujocoSettings& settings, double angle)
{
    Clock clock;
    const double held = heldRatio(angle, 5,
                                  [&](double ratio)
                                  {
                                      const double round = std::hypot(postRadius + radius, 0.5 * segment);
                                      Chain chain{settings, wound(round, angle, capstanSegments / 2)};
                                      chain.start = Start::free;
                                      chain.touch = Touch::post;
                                      chain.weight = false;
                                      Simulation simulation(chain);
                                      double settled = 0.0;
                                      while (simulation.time() < capstanSeconds)
                                      {
                                          simulation.pullAt(0, tailDirection(false, angle), pull);
                                          simulation.pullAt(simulation.last(), tailDirection(true, angle),
                                                            load(ratio, simulation.time()));
                                          simulation.stepFrame(clock);
                                          if (simulation.blownUp())
                                              return std::numeric_limits<double>::infinity();
                                          if (simulation.time() < capstanSettled)
                                              settled = alongTail(simulation.end(simulation.last()), angle);
                                      }
                                      return alongTail(simulation.end(simulation.last()), angle) - settled;
                                  });
    return {heldText(angle, held), clock.microsecondsAFrame()};
}

/// From the top down, and the beginning alone: all of it takes more than ten minutes.
Result pile(const MujocoSettings& settings)
{
    constexpr double seconds = 3.0;
    Chain chain{settings, upright()};
    std::reverse(chain.points.begin(), chain.points.end());
    chain.start = Start::lowered;
    chain.touch = Touch::itself;
    chain.damping = 0.003;
    Simulation simulation(chain);
    Clock clock;
    Nearness nearness;
    while (simulation.time() < seconds)
    {
        const bool down = simulation.points().front()[1] > segment;
        simulation.stepFrame(clock, [&] { simulation.lower(down ? -pileSpeed : 0.0); });
        nearness.look(simulation.points());
        if (simulation.blownUp())
            return {"blows up", clock.microsecondsAFrame()};
    }
    return {nearness.text(), clock.microsecondsAFrame()};
}

Result twist(const MujocoSettings& settings)
{
    Chain chain{settings, {}};
    const double edge = 1.0 / twistSegments;
    for (int i = 0; i <= twistSegments; ++i)
        chain.points.push_back({edge * i, 0.0, 0.0});
    chain.start = Start::turned;
    chain.weight = false;
    chain.stiffness = twistStiffness;
    chain.damping = 0.003 * twistStiffness / edge;
    Simulation simulation(chain);
    for (std::size_t i = 0; i < twistSegments; ++i)
        simulation.push(i, {0.0, twistSeed / twistSegments, 0.0});
    Clock clock;
    const auto angleAt = [](double time) { return 2.0 * std::numbers::pi * turnsAt(time); };
    while (turnsAt(simulation.time()) < twistEnd)
    {
        simulation.stepFrame(clock,
                             [&]
                             {
                                 const double angle = angleAt(simulation.time());
                                 const double next = angleAt(simulation.time() + simulation.step());
                                 simulation.turn(angle, (next - angle) / simulation.step(), twistPull);
                             });
        if (simulation.blownUp())
            return {"blows up", clock.microsecondsAFrame()};
        for (const Point& p : simulation.points())
            if (std::hypot(p[1], p[2]) > twistBuckled)
                return {buckledText(turnsAt(simulation.time())), clock.microsecondsAFrame()};
    }
    return {buckledText(std::nan("")), clock.microsecondsAFrame()};
}

} // namespace

void addMujoco(std::vector<Case>& cases)
{
    cases.push_back({"hang", engine, mujocoUsual.text, [] { return hang(mujocoUsual); }});
    for (const MujocoSettings& settings : {mujocoUsual, fine})
        cases.push_back({"cantilever", engine, settings.text, [=] { return cantilever(settings); }});
    cases.push_back({"twist", engine, mujocoFast.text, [] { return twist(mujocoFast); }});
    cases.push_back({"pile", engine, piled.text, [] { return pile(piled); }});
    for (const MujocoSettings& settings : {mujocoUsual, exact})
        for (const double angle : capstanAngles)
            cases.push_back({capstanTask(angle), engine, settings.text, [=] { return capstan(settings, angle); }});
}

} // namespace peers
