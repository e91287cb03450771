// MuJoCo's bodies with ball joints, which have the rope's bending and torsional stiffness.

#include "peers.hpp"

#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace peers
{

namespace
{

struct Settings
{
    const char* text;
    double step;        ///< [s]
    const char* option; ///< attributes of MJCF's option
    const char* geom;
};
constexpr Settings usual{"default, 1/500 s", 1.0 / 500.0, "", ""};
constexpr Settings fine{"1/1920 s", 1.0 / 1920.0, "", ""};
constexpr Settings exact{"1/480 s, elliptic, impratio 10, noslip 10", 1.0 / 480.0,
                         R"(cone="elliptic" impratio="10" noslip_iterations="10")", R"(solref="0.004 1")"};

struct Chain
{
    Settings settings;
    std::vector<Point> points;
    bool free = false; ///< of its first body; else that turns about its first end
    bool clamped = false;
    bool post = false;
    bool weight = true;
    double stiffness = 0.0; ///< B [N m2]
    double damping = 0.0;   ///< [N m s] of a joint
};

std::string modelOf(const Chain& chain)
{
    std::ostringstream text;
    text << "<mujoco><option timestep='" << chain.settings.step << "' gravity='0 " << (chain.weight ? -gravity : 0.0)
         << " 0' " << chain.settings.option << "/><size njmax='2000' nconmax='500'/><worldbody>";
    if (chain.post)
        text << "<geom type='cylinder' size='" << postRadius << " 0.5' contype='1' conaffinity='2' friction='"
             << friction << "' " << chain.settings.geom << "/>";
    Point before{0.0, 0.0, 0.0};
    const double edge = distance(chain.points[0], chain.points[1]);
    for (std::size_t i = 0; i + 1 < chain.points.size(); ++i)
    {
        const Point& from = chain.points[i];
        const Point& to = chain.points[i + 1];
        text << "<body name='b" << i << "' pos='" << from[0] - before[0] << ' ' << from[1] - before[1] << ' '
             << from[2] - before[2] << "'>";
        const double stiffness = (i == 0 && chain.clamped ? 2.0 : 1.0) * chain.stiffness / edge;
        if (i == 0 && chain.free)
            text << "<freejoint/>";
        else
            text << "<joint type='ball' stiffness='" << stiffness << "' damping='" << chain.damping << "'/>";
        text << "<geom type='capsule' fromto='0 0 0 " << to[0] - from[0] << ' ' << to[1] - from[1] << ' '
             << to[2] - from[2] << "' size='" << radius << "' mass='" << perMetre * edge
             << "' contype='2' conaffinity='" << (chain.post ? 1 : 0) << "' friction='" << friction << "' "
             << chain.settings.geom << "/>";
        text << "<site name='s" << i << "' pos='" << to[0] - from[0] << ' ' << to[1] - from[1] << ' ' << to[2] - from[2]
             << "'/>";
        before = from;
    }
    for (std::size_t i = 0; i + 1 < chain.points.size(); ++i)
        text << "</body>";
    text << "</worldbody></mujoco>";
    return text.str();
}

class Simulation
{
public:
    explicit Simulation(const Chain& chain) : count_(chain.points.size() - 1)
    {
        const std::filesystem::path file = std::filesystem::temp_directory_path() / "ropewalk_peer.xml";
        std::ofstream(file) << modelOf(chain);
        char error[1000] = "";
        model_ = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
        std::filesystem::remove(file);
        if (!model_)
            throw std::runtime_error(error);
        data_ = mj_makeData(model_);
    }
    ~Simulation()
    {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    void stepFrame(Clock& clock)
    {
        frames_ += 1.0;
        clock.run(
            [this]
            {
                while (data_->time < frames_ * frame - 0.5 * model_->opt.timestep)
                    mj_step(model_, data_);
            });
    }
    double time() const { return data_->time; }
    /// The end of a body that is not joined to the one before.
    Point end(std::size_t body) const
    {
        const mjtNum* at = data_->site_xpos + 3 * body;
        return {at[0], at[1], at[2]};
    }
    std::size_t last() const { return count_ - 1; }
    void pullAt(std::size_t body, const Point& way, double size)
    {
        mjtNum* force = data_->xfrc_applied + 6 * (body + 1);
        force[0] = size * way[0];
        force[1] = size * way[1];
        force[2] = -guide * data_->xipos[3 * (body + 1) + 2];
    }

private:
    std::size_t count_;
    mjModel* model_ = nullptr;
    mjData* data_ = nullptr;
    double frames_ = 0.0;
};

constexpr const char* engine = "mujoco";

/// Its joints cannot come apart, so two seconds tell its time as well as twenty.
Result hang(const Settings& settings)
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

Result cantilever(const Settings& settings)
{
    Chain chain{settings, {}};
    const double edge = 1.0 / cantileverSegments;
    for (int i = 0; i <= cantileverSegments; ++i)
        chain.points.push_back({edge * i, 0.0, 0.0});
    chain.clamped = true;
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
Result capstan(const Settings& settings, double angle)
{
    Clock clock;
    const double held = heldRatio(angle, 5,
                                  [&](double ratio)
                                  {
                                      const double round = std::hypot(postRadius + radius, 0.5 * segment);
                                      Chain chain{settings, wound(round, angle, capstanSegments / 2)};
                                      chain.free = chain.post = true;
                                      chain.weight = false;
                                      Simulation simulation(chain);
                                      double settled = 0.0;
                                      while (simulation.time() < capstanSeconds)
                                      {
                                          simulation.pullAt(0, tailDirection(false, angle), pull);
                                          simulation.pullAt(simulation.last(), tailDirection(true, angle),
                                                            load(ratio, simulation.time()));
                                          simulation.stepFrame(clock);
                                          if (simulation.time() < capstanSettled)
                                              settled = alongTail(simulation.end(simulation.last()), angle);
                                      }
                                      return alongTail(simulation.end(simulation.last()), angle) - settled;
                                  });
    return {heldText(angle, held), clock.microsecondsAFrame()};
}

} // namespace

void addMujoco(std::vector<Case>& cases)
{
    cases.push_back({"hang", engine, usual.text, [] { return hang(usual); }});
    for (const Settings& settings : {usual, fine})
        cases.push_back({"cantilever", engine, settings.text, [=] { return cantilever(settings); }});
    for (const Settings& settings : {usual, exact})
        for (const double angle : {capstanAngles[0], capstanAngles[1]})
            cases.push_back({capstanTask(angle), engine, settings.text, [=] { return capstan(settings, angle); }});
}

} // namespace peers
