#include "implicit_rope.hpp"

#include <algorithm>
#include <cmath>

// One iteration of Newton's method: the forces on all masses and how they answer to velocities are computed from both
// ends of the rope to its middle and eliminated at once; on the way back the mean velocities are corrected.

namespace rope
{

/// Hands the rows of the linear system over one pair after another; see BlockTridiagonal::solve.
///
/// Each link is seen from its outer end: d, w and the force on that end. Seen from the other, all three change their
/// sign, and the derivative does not.
class ImplicitRope::Sweep
{
public:
    Sweep(ImplicitRope& rope, const Piece& piece, bool first)
        : rope_(rope), piece_(piece), step_(*rope.step_), masses_(*rope.masses_), springs_(*rope.springs_),
          first_(first), inertiaRate_(two(piece.a() / piece.h))
    {
    }

    Link outer()
    {
        // The free end may be held too; without that there is no link beyond it.
        const Vec3 u0 = step_.anchorVelocity;
        const Vec3 u1 = step_.freeEndVelocity.value_or(u0);
        const Mass& end = rope_.endHeld() ? masses_.back() : masses_.front();
        const Ends fixed{TwoVec3::of(masses_.front().position, end.position), TwoVec3::of(u0, u1), TwoVec3::of(u0, u1)};
        here_ = load(masses_[1], masses_[rope_.system_.size()], 0);
        const Spring s0 = rope_.springAt(piece_, 0);
        const Spring& s1 = springs_.back();
        Links links{{s0.springConstant, s1.springConstant}, {s0.restLength, s1.restLength}, {s0.friction, s1.friction}};
        if (step_.insertion == Insertion::consistent)
            links.flow = Two{step_.feedSpeed / s0.restLength, 0.0};
        Answer answer = rope_.answer(piece_, first_, rope_.outer_, fixed, here_, links);
        if (!rope_.endHeld())
            freeLane(answer);
        force_ = answer.force;
        return answer.link;
    }

    BlockTridiagonal::Rows rows(std::size_t pair)
    {
        const std::size_t right = rope_.system_.rightRow(pair);
        const bool waits = rope_.system_.waits(pair);
        const Ends next = load(masses_[pair + 2], masses_[right], pair + 1);
        const Spring& s0 = springs_[pair + 1];
        const Spring& s1 = springs_[waits ? right - 1 : right];
        const Links links{
            {s0.springConstant, s1.springConstant}, {s0.restLength, s1.restLength}, {s0.friction, s1.friction}};
        Pair& kept = rope_.pairs_[pair];
        kept.u = here_.u;
        Answer answer = rope_.answer(piece_, first_, kept, here_, next, links);
        if (waits)
            freeLane(answer);

        BlockTridiagonal::Rows result;
        const Mass& outer0 = masses_[pair + 1];
        const Mass& outer1 = masses_[waits ? right : right + 1];
        forcesOn(outer0, outer1, result.diagonal, result.right);
        result.right = result.right + answer.force - force_;
        result.inner = answer.link;
        if (waits)
        {
            result.diagonal.setLane(1, Vec3(1.0));
            result.right.setLane(1, Vec3(0.0));
        }
        const Vec3 beyond = force_.lane(1);
        force_ = answer.force;
        if (waits)
            force_.setLane(1, beyond); // still that of the outer link
        here_ = next;
        return result;
    }

    BlockTridiagonal::Middle middleRow()
    {
        const Mass& mass = masses_[rope_.system_.middle() + 1];
        rope_.middle_ = here_.u.lane(0);
        TwoVec3 diagonal;
        TwoVec3 right;
        forcesOn(mass, mass, diagonal, right);
        return {diagonal.lane(0), right.lane(0) - force_.lane(0) - force_.lane(1)};
    }

    void solvedMiddle(const Vec3& x)
    {
        rope_.middle_ += x;
        inner_ = TwoVec3::of(x, x);
        largest_ = two(glm::dot(x, x));
    }

    void solved(std::size_t pair, const TwoVec3& x)
    {
        Pair& kept = rope_.pairs_[pair];
        kept.u = kept.u + x;
        kept.tension = kept.tension + dot(kept.tensionRate, x - inner_);
        const Vec3 right = inner_.lane(1);
        inner_ = x;
        largest_ = larger(largest_, dot(x, x));
        if (!rope_.system_.waits(pair))
            return;
        // The outermost row in the right lane has been solved before; the outer link is to that one.
        kept.u.setLane(1, rope_.pairs_.size() > 1 ? rope_.pairs_[1].u.lane(1) : rope_.middle_);
        inner_.setLane(1, right);
    }

    /// After the last pair; returns the largest correction [m/s].
    double finish()
    {
        rope_.outer_.tension = rope_.outer_.tension - dot(rope_.outer_.tensionRate, inner_);
        return std::sqrt(std::max(largest_[0], largest_[1]));
    }

private:
    Ends load(const Mass& left, const Mass& right, std::size_t pair) const
    {
        Ends ends;
        ends.x = TwoVec3::of(left.position, right.position);
        ends.v = TwoVec3::of(left.velocity, right.velocity);
        if (first_)
            ends.u = ends.v;
        else if (pair < rope_.pairs_.size())
            ends.u = rope_.pairs_[pair].u;
        else
            ends.u = TwoVec3::of(rope_.middle_, rope_.middle_);
        return ends;
    }

    /// There is no link in the right lane.
    static void freeLane(Answer& answer)
    {
        answer.force.setLane(1, Vec3(0.0));
        answer.link.a[1] = 0.0;
        answer.link.p.setLane(1, Vec3(0.0));
        answer.link.q.setLane(1, Vec3(0.0));
    }

    /// All but the springs: what is left of R(u) and its derivative, which is diagonal.
    void forcesOn(const Mass& left, const Mass& right, TwoVec3& diagonal, TwoVec3& force) const
    {
        const Two mass{left.mass, right.mass};
        const Two inertia = mass * inertiaRate_;
        const Two tau = two(rope_.dampedAt_);
        const Two air = two(step_.airFriction);
        const TwoVec3 gravity = TwoVec3::of(step_.gravity, step_.gravity);
        const TwoVec3 change = here_.u - here_.v;
        force = mass * gravity - air * (here_.v + tau * change) - inertia * change;
        const Two rate = inertia + tau * air;
        diagonal = {rate, rate, rate};

        const double lowest = step_.ground.height;
        const Two sink = two(piece_.h) * smaller(smaller(here_.u.y, here_.v.y), two(0.0));
        const Two low = here_.x.y + sink;
        if (low[0] < lowest || low[1] < lowest || step_.hand)
        {
            addContacts(left, 0, diagonal, force);
            addContacts(right, 1, diagonal, force);
        }
    }

    void addContacts(const Mass& mass, int lane, TwoVec3& diagonal, TwoVec3& force) const
    {
        Vec3 f = force.lane(lane);
        Vec3 d = diagonal.lane(lane);
        const Vec3 u = here_.u.lane(lane);
        rope_.addGround(piece_, mass, u, f, d);
        if (step_.hand && &mass == &masses_[step_.hand->mass])
            rope_.addHand(piece_, mass, u, f, d);
        force.setLane(lane, f);
        diagonal.setLane(lane, d);
    }

    ImplicitRope& rope_;
    const Piece& piece_;
    const ImplicitStep& step_;
    const std::vector<Mass>& masses_;
    const std::vector<Spring>& springs_;
    const bool first_;
    const Two inertiaRate_;                       // a/h
    Ends here_;                                   // the row that is next
    TwoVec3 force_;                               // [N] of its outer link, on what is beyond
    TwoVec3 inner_{two(0.0), two(0.0), two(0.0)}; // solution of the row before, on the way back
    Two largest_ = two(0.0);
};

std::optional<double> ImplicitRope::correct(const Piece& piece, bool first)
{
    Sweep sweep(*this, piece, first);
    if (!system_.solve(sweep))
        return std::nullopt;
    return sweep.finish();
}

/// The force of two links on their outer ends, and how it answers to their mean velocities.
inline ImplicitRope::Answer ImplicitRope::answer(const Piece& piece, bool first, Pair& pair, const Ends& outer,
                                                 const Ends& inner, const Links& links) const
{
    const ImplicitStep& step = *step_;
    const Two t = two(piece.h / piece.a()); // de/dw
    const Two h = two(piece.h);
    const Two tau = two(dampedAt_);
    const Two k = links.springConstant;
    const Two c = links.friction;

    const TwoVec3 d = outer.x - inner.x;
    const TwoVec3 v = outer.v - inner.v;
    const TwoVec3 w = outer.u - inner.u;
    if (first)
    {
        pair.r = root(dot(d, d));
        pair.tension = k * (pair.r - links.restLength);
    }
    const TwoVec3 e = d + t * w;
    const bool meanLength = piece.integrator == RopeIntegrator::energy_momentum;
    Two r;
    TwoVec3 g; // dr/dw = t g
    if (meanLength)
    {
        const TwoVec3 after = d + h * w;
        const Two lengthAfter = root(dot(after, after));
        r = two(0.5) * (pair.r + lengthAfter);
        g = inverse(lengthAfter) * after;
    }
    else
    {
        r = root(dot(e, e));
        g = inverse(r) * e;
    }

    // F = -T p, dF/dw = -p (dT/dw)ᵀ - t T/r (I - p gᵀ); at r = 0 there is no direction and no force.
    const Two shorter = inverse(r);
    const TwoVec3 p = shorter * e;
    const Two geometric = t * pair.tension * shorter;
    const Two speed = dot(p, w); // of the change of length
    const Two kappa = two(0.5 * ringing_) * h * k;
    const Two tension = k * (r - links.restLength) + kappa * (speed - links.flow * r);
    TwoVec3 rate = (t * k) * g;
    rate = rate + kappa * (meanLength ? g : p + (t * shorter) * (w - speed * p));
    pair.tension = tension;
    pair.tensionRate = rate;

    const TwoVec3 wd = v + tau * (w - v) - links.flow * e;
    const Two wdRate = tau - links.flow * t;
    Answer result;
    result.force = two(-1.0) * (tension * p);
    result.link.a = geometric;
    result.link.p = p;
    result.link.q = rate - geometric * g;
    if (step.frictionDirection == FrictionDirection::full)
    {
        result.force = result.force - c * wd;
        result.link.a = result.link.a + c * wdRate;
    }
    else
    {
        // F = -c (n.w) n, dF/dw = -c (n nᵀ w' + t/|e| ((n.w) (I - n nᵀ) + n ((I - n nᵀ) w)ᵀ))
        const Two straight = root(dot(e, e));
        const Two perLength = inverse(straight);
        const TwoVec3 n = perLength * e;
        const Two along = dot(n, wd);
        const Two turn = t * perLength;
        result.force = result.force - (c * along) * n;
        result.link.a = result.link.a + c * turn * along;
        result.link.q = result.link.q + (r * perLength * c) * ((wdRate - two(2.0) * turn * along) * n + turn * wd);
    }
    return result;
}

} // namespace rope
