#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/demands.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/export.hpp>
#include <rope/integrator.hpp>
#include <rope/reel.hpp>
#include <rope/rod_touch.hpp>
#include <rope/simulation.hpp>
#include <rope/solid.hpp>
#include <rope/spring.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace rope
{

class NewtonStepper;

/// How a rod is stepped.
enum class RodIntegrator
{
    bdf2,          ///< order 2; keeps most of a swing
    implicit_euler ///< order 1; a swing loses most of its energy
};

/// The constants of a rod; SI units.
struct RodSettings
{
    int massCount = 81;                     ///< N, at least 3
    double length = 1.0;                    ///< [m], of the whole rod
    double massPerLength = 0.1;             ///< [kg/m]; a mass at an end carries half a segment
    double axialStiffness = 10'000.0;       ///< EA [N]
    double bendingStiffness = 0.01;         ///< B = EI [N m2]
    double torsionalStiffness = 0.01;       ///< C = GJ [N m2]
    double spinInertia = 0.0;               ///< rho J [kg m], of a metre of rod that spins about its own line;
                                            ///< an end of TwistModel::waves that is free to turn needs some
    TwistModel twist = TwistModel::uniform; ///< `uniform` takes no notice of spinInertia
    Vec3 gravity{0.0, -9.81, 0.0};          ///< g [m/s2]
    double airFriction = 0.0;               ///< b [N s/m], on each mass
    /// Newton's method stops at a correction below tolerance times a segment. Its error then is about the square of
    /// that.
    double tolerance = 1e-4;
    double maxDt = 1.0 / 240.0; ///< [s], longest step; no step is unstable
    RodIntegrator integrator = RodIntegrator::bdf2;
    double radius = 0.0;          ///< r [m], of the rope round its line; at 0 it touches nothing
    double contactFriction = 0.0; ///< mu, Coulomb's
    /// Friction acts at the rope's surface and turns it: it rolls, and strands turn each other. For TwistModel::waves
    /// and a spinInertia above 0, m r²/2 of a solid rope with m a metre. Off, it acts on the rod's line.
    bool surfaceFriction = false;
    bool selfContact = false; ///< the rod touches itself: edges farther apart along it than pi r
    /// Where it does not, looks after each step whether the rod has passed through itself; O(N).
    bool watchPassages = false;
    /// A ring: its last edge lies on its first one, so the last two masses are the first two once more.
    /// Then `length` measures massCount - 2 segments, massCount is at least 6, and the twist is uniform.
    bool closed = false;
};

/// A rod: masses and springs that also resist bending and twist. Round, straight where nothing acts on it, and the same
/// along its length.
///
/// Discrete elastic rods (M. Bergou et al., Discrete elastic rods, SIGGRAPH 2008; Discrete viscous threads, SIGGRAPH
/// 2010) store a material frame an edge. A round and naturally straight rod needs none: its bending energy at the
/// vertex between the edges e and f of the tangents t and u depends on one dot product,
///
///     E = (2 B/l) (1 - c)/(1 + c) = (2 B/l) tan²(phi/2),   c = t.u
///
/// with l the length of rod that belongs to the vertex, and twist is one angle theta an edge:
///
///     E = (C/2 l) tau²,   tau = theta_after - theta_before + m,   torque M = C tau/l
///
/// The angles count from a frame that is carried along the rod without twist. m is the reference twist of a vertex, the
/// angle by which that frame turns when the shape changes: the area that the arc from t to u sweeps on the unit sphere.
/// The areas of a closed rod add up to -2 pi times the change of its writhe (F. B. Fuller, 1978), hence twist and
/// writhe together stay what the ends make them.
///
/// A step is implicit, BDF2 unless the settings say otherwise: the second order keeps the energy of a swing, and no
/// stiffness limits the step. Newton's method with the exact Hessian solves it, in O(N) and without allocation.
///
/// The rod starts at rest along +x from the origin, a ring as a regular polygon about it, across z. Neither end is
/// held, but the angle of a ring's edge, by itself: what it is twisted by stays in it.
///
/// It keeps books where setBooks() wants them: docs/physics.md, "The books of a rod". The work of what holds it, of
/// pins, clamps and turned ends, is on the connection's line. They begin anew where the rod is laid out.
class ROPE_API RodSimulation : public Simulation, public BookKeeper
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and what would be right.
    explicit RodSimulation(const RodSettings& settings);

    const RodSettings& settings() const { return settings_; }
    /// Other constants from now on; positions and velocities stay. Throws std::invalid_argument as the constructor
    /// does, and where the number of masses or the twist model is another.
    void setSettings(const RodSettings& settings);
    const std::vector<Spring>& springs() const { return rope().springs; } ///< spring i joins masses i and i + 1

    /// Puts the masses at rest at these positions [m]; the rod is there without twist. Throws std::invalid_argument
    /// unless there is a finite one for each mass; of a ring the last two may be left out.
    void layOut(const std::vector<Vec3>& positions);

    /// Pins a mass: it moves with this velocity [m/s], whatever acts on it.
    void pin(std::size_t mass, const Vec3& velocity = Vec3(0.0));
    void unpin(std::size_t mass);
    bool pinned(std::size_t mass) const { return rope().pinned[demandIndex(mass, masses_.size(), "mass")] != 0; }

    /// Clamps an end: pins its mass, and holds tangent and angle. The tangent points along the rod, from the first mass
    /// to the last, also at the last. The half segment at the wall bends with 2 B/l: so the error is of order 2.
    void clamp(RodEnd end, const Vec3& tangent);
    /// Holds the angle [rad] of an end: of its clamp, or of its edge where it is not clamped. The angle counts from a
    /// frame that the edge carries along without spin when it turns: docs/physics_rod.md, "What a rod leaves out".
    void turn(RodEnd end, double angle);
    double angle(RodEnd end) const; ///< [rad]
    /// Lets an end turn about the rod's line, under the torque [N m] about the tangent there. A clamp becomes a pin.
    void release(RodEnd end, double torque = 0.0);
    /// A constant force [N] on a mass, its load.
    void setForce(std::size_t mass, const Vec3& force);
    /// The same with the mouse's pull [N] besides, which the books tell apart; one mass has it at a time.
    void setForce(std::size_t mass, const Vec3& load, const Vec3& pull);
    /// [kg], above 0: a weight hung on. setSettings() gives the mass its own again.
    void setMass(std::size_t mass, double kilograms);
    /// Adds inertia [kg m2] about the rod's line to the edge at an end, for `TwistModel::waves`: a disc.
    void setDisc(RodEnd end, double inertia);

    /// Solids that the rod touches; each moves with its own velocity, which the rod changes where the solid has a mass:
    /// what the rod gives it, the rod loses in the same step. A number names the same solid until one before it
    /// is removed.
    const std::vector<SolidBody>& solids() const { return state_.solids; }
    SolidBody& solid(std::size_t number) { return state_.solids[demandIndex(number, state_.solids.size(), "solid")]; }
    std::size_t addSolid(const SolidBody& solid); ///< its number
    void removeSolid(std::size_t number);
    /// What the last step did to the solids, by their numbers. Empty where the rod has touched nothing.
    const std::vector<RodPush>& pushes() const { return state_.pushes; }
    /// Where the rod touched at the end of the last step.
    const std::vector<RodTouch>& touches() const { return state_.touches; }
    /// Where the rod touched itself at the end of the last step, by edge and other.
    const std::vector<RodSelfTouch>& selfTouches() const { return state_.selfTouches; }
    /// The first time that the rod passed through itself since it was laid out, with `selfContact` or `watchPassages`.
    /// With the former it does so only where pins draw it through. The writhe then jumps by 2, and nothing that follows
    /// is physics.
    const std::optional<RodPassage>& passed() const { return state_.passed; }
    /// The constants of the same names. Throws as the constructor does.
    void setContact(double radius, double contactFriction);

    /// Pays rope out of the first mass from the next step on, or takes it in, as Reel says: masses come and go behind
    /// the first one, and touches stay where they are on the rope. `minMassCount` is at least 3. No twist passes the
    /// reel: a new edge has the angle of the one that it was part of, and one that is taken in leaves its twist to the
    /// next. Throws std::invalid_argument for a ring, and where a number is out of range.
    void setReel(double payoutSpeed, int minMassCount, int maxMassCount);
    /// The reel at the first mass; nothing before setReel().
    const std::optional<Reel>& reel() const { return reel_; }
    double restLength() const { return rope::restLength(rope().springs); } ///< [m], of the rod paid out

    /// The present moment: the masses, and lists of what else the next step goes on from.
    WrittenMoment written() const;
    /// Goes on from a moment with the same bits, where the constants, solids and holds are those with which it was
    /// written. Of a rod with a reel there may be another number of masses. Throws std::invalid_argument where a list
    /// is not of this rod; what the rod is then must not be used.
    void beginAt(const WrittenMoment& moment);
    static const std::vector<std::string_view>& listNames(); ///< of such a moment

    /// What `moves` does moves the rod from rest, without weight and with its reel at rest, and takes no time; then the
    /// rod stands still. The books count all of it as work at the connection point.
    void pose(const std::function<void()>& moves);

    /// Moves the rod to a rest that it finds from here, and stops it there; false where it finds none.
    bool rest();

    /// How many small motions about the present shape, taken as a rest, have a squared frequency [rad2/s2] below this:
    /// at 0, those in which the rest is unstable. Sylvester's law of inertia counts them in one elimination; the torque
    /// of an end that may turn in space has no potential and is counted besides (src/rope/solver/newton_modes.cpp).
    int modesBelow(double squaredFrequency);
    /// The frequency [rad/s] of small motion `number` about the present shape, 0 the slowest; by bisection. Throws
    /// std::out_of_range where there are fewer.
    double frequency(int number);

    double bendingEnergy() const;   ///< [J]
    double twistEnergy() const;     ///< [J]
    double elasticEnergy() const;   ///< [J], of stretch
    double potentialEnergy() const; ///< [J], of gravity, zero at the origin
    double spinEnergy() const;      ///< [J], of TwistModel::waves
    double contactEnergy() const;   ///< [J], in the springs of the touches
    double totalEnergy() const;     ///< [J], the sum of the six and the kinetic energy
    double twist() const;           ///< [rad], from one end to the other
    /// [rad] by masses: how far the rod is turned about its line, against a frame that goes along it without twist from
    /// the one that the angle of its first end counts from.
    std::vector<double> turned() const;
    double link() const;                        ///< [turns], of a ring: twist and writhe, which turn() alone changes
    double torque(std::size_t vertex) const;    ///< M [N m] at a mass
    double curvature(std::size_t vertex) const; ///< kappa [1/m] at a mass, 2 tan(phi/2)/l
    double tension(std::size_t spring) const;   ///< [N]
    /// [N], of stretch, bending and twist on each mass.
    std::vector<Vec3> elasticForces();

    /// fallbacks: systems with a direction of negative stiffness, solved with the Gauss-Newton matrix instead.
    const ImplicitEffort& effort() const { return effort_; }

protected:
    void applyForces() override {} ///< forces are part of `integrate`
    void integrate(double dt) override;

    bool uses(EnergyLine line) const override;
    bool uses(MomentumLine line) const override;
    BookTotals totals() const override;
    double swayPower() const override { return 0.0; }

    /// [m], of a whole segment. The reel changes the first one, and the last one of a rope may be growing.
    double segment() const
    {
        return settings_.length / static_cast<double>(rope().segments() - (settings_.closed ? 1 : 0));
    }
    /// All that the rod remembers of its masses follows a reel that has inserted masses behind the first one, or has
    /// taken off; `before` are the masses before that, and `restLength` [m] is the first segment's now.
    void followReel(const std::vector<Mass>& before, int inserted, double restLength);
    /// The next step begins as the first one did.
    void forgetPast() { rope().past.dt = 0.0; }
    /// The constants as the steps take them.
    void setConstants();

    Rope& rope() { return state_.ropes.front(); }
    const Rope& rope() const { return state_.ropes.front(); }

    RodSettings settings_;
    RopeState state_;
    ImplicitEffort effort_;

private:
    class StepBooks;

    void applySettings();
    ReelSettings reelSettings() const;
    void wind(double dt);
    void bookFeed(double dt);
    void closeRing();
    void bookPiece(double dt);
    template <typename Change>
    void changeHold(const Change& make);
    /// Makes a change that is no step, and books what it brings.
    template <typename Change>
    void change(EnergyLine line, MomentumLine momentumLine, const Change& make)
    {
        if (keepsBooks())
            booked(line, momentumLine, make);
        else
            make();
    }

    std::optional<Reel> reel_;
    double payoutSpeed_ = 0.0; ///< [m/s]
    int minMassCount_ = 3;
    int maxMassCount_ = 3;
    Uncopied<NewtonStepper> stepper_;
};

/// The writhe of a closed polygon, in turns: how often it crosses itself, with signs, seen from everywhere on the mean.
/// The exact sum over all pairs of edges, O(N²): K. Klenin, J. Langowski, Computation of writhe in modeling of
/// supercoiled DNA, Biopolymers 54 (2000), method 1a. The last point joins the first.
ROPE_API double writhe(const std::vector<Vec3>& points);

/// How often two closed polygons are linked: Gauss's integral, exact, O(N M). The last point of each joins its first.
ROPE_API double linkingNumber(const std::vector<Vec3>& one, const std::vector<Vec3>& other);

/// The writhe of an open polygon that goes straight on at both ends, along `axis` and for ever: what a rod between two
/// clamps of that direction adds to its twist. Where no edge points backwards it is the area that the tangents enclose
/// with the axis on the unit sphere (F. B. Fuller, 1978), O(N).
ROPE_API double writheBetween(const std::vector<Vec3>& points, const Vec3& axis);

} // namespace rope
