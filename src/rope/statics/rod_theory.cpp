#include <rope/rod_theory.hpp>

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace rope
{

namespace
{

constexpr double pi = std::numbers::pi;

/// Where an increasing function goes through zero, to that part of it; none where it is not below zero at `low`.
std::optional<double> rootOf(double low, double high, double part, const std::function<double(double)>& f)
{
    double a = elementary::log(low);
    double b = elementary::log(high);
    if (!(f(low) < 0.0))
        return std::nullopt;
    for (int i = 0; i < 200 && b - a > part; ++i)
    {
        const double middle = 0.5 * (a + b);
        (f(elementary::exp(middle)) < 0.0 ? a : b) = middle;
    }
    return elementary::exp(0.5 * (a + b));
}

/// Seen from the free end, psi is the angle of the rod to the vertical: it grows from the end to pi/2 at the clamp.
constexpr double vertical = 0.5 * pi;
constexpr double smallest = 1e-290;
constexpr double finest = 1e-14;

/// Loads in units of the rod: P L²/B and w L³/B.
struct Loads
{
    explicit Loads(const CantileverLoad& load)
        : tip(load.tipLoad * load.length * load.length / load.bendingStiffness),
          weight(load.weight * elementary::pow(load.length, 3) / load.bendingStiffness)
    {
    }
    /// Whether a rod of these loads hangs down from its clamp, and a double can say how far.
    bool good() const { return tip >= 0.0 && weight >= 0.0 && tip + weight < 1e5; }
    double tip;
    double weight;
};

/// A point of the elastica in units of its length, and how it goes on along the rod.
struct ElasticaPoint
{
    double psi;
    double curvature;
    double x; ///< from the free end, to the clamp
    double y; ///< from the free end, up

    friend ElasticaPoint operator+(const ElasticaPoint& a, const ElasticaPoint& b)
    {
        return {a.psi + b.psi, a.curvature + b.curvature, a.x + b.x, a.y + b.y};
    }
    friend ElasticaPoint operator*(double f, const ElasticaPoint& a)
    {
        return {f * a.psi, f * a.curvature, f * a.x, f * a.y};
    }
};

ElasticaPoint stepped(const ElasticaPoint& at, const Loads& loads, double s, double h)
{
    const auto rate = [&loads](const ElasticaPoint& b, double place)
    {
        const double sine = elementary::sin(b.psi);
        return ElasticaPoint{b.curvature, (loads.tip + loads.weight * place) * sine, sine, elementary::cos(b.psi)};
    };
    const ElasticaPoint k1 = rate(at, s);
    const ElasticaPoint k2 = rate(at + 0.5 * h * k1, s + 0.5 * h);
    const ElasticaPoint k3 = rate(at + 0.5 * h * k2, s + 0.5 * h);
    const ElasticaPoint k4 = rate(at + h * k3, s + h);
    return at + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

/// The angle phi of a hinge under the moment M: (2 B/l) t (1 + t²) = M, t = tan(phi/2). `part` is M l/2B.
double hingeAngle(double part)
{
    const double root3 = std::numbers::sqrt3;
    return 2.0 * elementary::atan(2.0 / root3 * elementary::sinh(elementary::asinh(1.5 * root3 * part) / 3.0));
}

/// The angles psi of a chain's edges from the free end, and in the last place the clamp's.
std::vector<double> chainAngles(const Loads& loads, int edges, double psi)
{
    const double l = 1.0 / edges;
    std::vector<double> angles{psi};
    double moment = 0.0;
    for (int k = 1; k <= edges; ++k)
    {
        moment += (loads.tip + loads.weight * l * (k - 0.5)) * l * elementary::sin(angles.back());
        const double perLength = k == edges ? 2.0 / l : 1.0 / l;
        angles.push_back(angles.back() + hingeAngle(0.5 * moment / perLength));
        if (angles.back() > vertical && k < edges)
        {
            angles.back() = pi; // far beyond the clamp's
            break;
        }
    }
    return angles;
}

double droopOverReach(const BentShape& shape)
{
    return shape.droop() / shape.reach();
}

} // namespace

std::optional<BentShape> elastica(const CantileverLoad& load, int parts)
{
    const Loads loads(load);
    if (!(load.bendingStiffness > 0.0) || !loads.good())
        return std::nullopt;
    // The shape turns within 1/sqrt(P + w) of the clamp.
    const int perPart = 1 + static_cast<int>(std::max(100.0, 16.0 * std::sqrt(loads.tip + loads.weight)) / parts);
    const int steps = parts * perPart;
    const double h = 1.0 / steps;
    const auto atClamp = [&](double psi)
    {
        ElasticaPoint bend{psi, 0.0, 0.0, 0.0};
        for (int i = 0; i < steps && bend.psi <= vertical; ++i)
            bend = stepped(bend, loads, h * i, h);
        return bend.psi - vertical;
    };
    const std::optional<double> psi = rootOf(smallest, vertical, finest, atClamp);
    if (!psi)
        return std::nullopt;
    ElasticaPoint bend{*psi, 0.0, 0.0, 0.0};
    std::vector<ElasticaPoint> fromEnd{bend};
    for (int i = 0; i < steps; ++i)
    {
        bend = stepped(bend, loads, h * i, h);
        if ((i + 1) % perPart == 0)
            fromEnd.push_back(bend);
    }
    BentShape shape;
    std::reverse(fromEnd.begin(), fromEnd.end());
    for (const ElasticaPoint& point : fromEnd)
    {
        shape.points.push_back(load.length * Vec2(bend.x - point.x, point.y - bend.y));
        shape.curvature.push_back(point.curvature / load.length);
    }
    shape.tipAngle = vertical - *psi;
    return shape;
}

std::optional<BentShape> bentChain(const CantileverLoad& load, int edges)
{
    const Loads loads(load);
    if (!(load.bendingStiffness > 0.0) || !loads.good() || edges < 2)
        return std::nullopt;
    const std::optional<double> psi =
        rootOf(smallest, vertical, finest, [&](double p) { return chainAngles(loads, edges, p).back() - vertical; });
    if (!psi)
        return std::nullopt;
    const std::vector<double> angles = chainAngles(loads, edges, *psi);
    const double l = load.length / edges;
    BentShape shape;
    shape.points.emplace_back(0.0);
    for (std::size_t k = static_cast<std::size_t>(edges); k-- > 0;)
    {
        shape.points.push_back(shape.points.back() + l * Vec2(elementary::sin(angles[k]), -elementary::cos(angles[k])));
        const double perLength = shape.curvature.empty() ? 2.0 / l : 1.0 / l;
        shape.curvature.push_back(2.0 * perLength * elementary::tan(0.5 * (angles[k + 1] - angles[k])));
    }
    shape.curvature.push_back(0.0); // the free end has no hinge
    shape.tipAngle = vertical - *psi;
    return shape;
}

std::optional<double> stiffnessOfDroop(CantileverLoad load, double wanted, int edges)
{
    const double loading = load.tipLoad * load.length * load.length + load.weight * elementary::pow(load.length, 3);
    if (!(wanted > 0.0) || !(loading > 0.0))
        return std::nullopt;
    const auto stiffness = [&](double limpness)
    {
        load.bendingStiffness = loading / limpness;
        const std::optional<BentShape> shape = edges > 0 ? bentChain(load, edges) : elastica(load);
        return shape ? droopOverReach(*shape) - wanted : 1.0;
    };
    constexpr double limpest = 1e3; // it droops by 21 times its reach
    if (stiffness(limpest) < 0.0)
        return std::nullopt;
    const std::optional<double> limpness = rootOf(1e-9, limpest, 1e-9, stiffness);
    return limpness ? std::optional(loading / *limpness) : std::nullopt;
}

double clampedTorque(double pull)
{
    constexpr double euler = 4.0 * pi * pi;
    if (pull <= -euler)
        return 0.0;
    constexpr double withoutPull = 8.986818915818;
    if (std::abs(pull) < 1e-3) // the roots of u'''' - i M u''' fall together
        return withoutPull;
    // f goes from below zero to above it; d² may be negative there, and cos d and sin d/d are real all the same.
    const auto f = [pull](double torque)
    {
        const double square = 0.25 * torque * torque - pull;
        const double d = std::sqrt(std::abs(square));
        const double cosine = square >= 0.0 ? elementary::cos(d) : elementary::cosh(d);
        const double sine = d == 0.0 ? 1.0 : (square >= 0.0 ? elementary::sin(d) : elementary::sinh(d)) / d;
        return 2.0 * (cosine - elementary::cos(0.5 * torque)) - pull * sine;
    };
    double low = pull > 0.0 ? 2.0 * std::sqrt(pull) : 0.0;
    double high = low;
    constexpr double stride = 0.02;
    do
    {
        low = high;
        high += stride;
    } while (f(high) < 0.0);
    for (int i = 0; i < 60; ++i)
    {
        const double middle = 0.5 * (low + high);
        (f(middle) < 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

double LocalizedHelix::largestAngle() const
{
    return elementary::acos(std::max(-1.0, 1.0 - depth));
}

double LocalizedHelix::endShortening() const
{
    return 4.0 * bendingStiffness / (pull * decayLength);
}

double LocalizedHelix::endRotation() const
{
    return 4.0 * elementary::acos(torque / (2.0 * std::sqrt(bendingStiffness * pull)));
}

std::vector<Vec3> LocalizedHelix::points(double length, int edges) const
{
    const double edge = length / edges;
    std::vector<Vec3> result{Vec3(0.0)};
    // The azimuth turns by M/(B (1 + cos phi)) a length. It is zero in the middle.
    const auto cosineAt = [&](double s) { return 1.0 - depth / elementary::pow(elementary::cosh(s / decayLength), 2); };
    const auto rate = [&](double s) { return torque / (bendingStiffness * (1.0 + cosineAt(s))); };
    double azimuth = 0.0;
    for (int j = 0; 2 * j < edges; ++j)
        azimuth -= edge * rate((j + 0.5 - 0.5 * edges) * edge);
    for (int j = 0; j < edges; ++j)
    {
        const double s = (j + 0.5 - 0.5 * edges) * edge;
        const double cosine = cosineAt(s);
        const double sine = std::sqrt(std::max(0.0, 1.0 - cosine * cosine));
        result.push_back(result.back() +
                         edge * Vec3(cosine, sine * elementary::cos(azimuth), sine * elementary::sin(azimuth)));
        azimuth += edge * rate(s);
    }
    return result;
}

std::optional<LocalizedHelix> localizedHelix(double bendingStiffness, double pull, double torque)
{
    const double size = std::abs(torque);
    if (!(bendingStiffness > 0.0) || !(pull > 0.0) || size * size >= 4.0 * bendingStiffness * pull)
        return std::nullopt;
    LocalizedHelix helix{bendingStiffness, pull, torque};
    const double half = torque / (2.0 * bendingStiffness);
    helix.decayLength = 1.0 / std::sqrt(pull / bendingStiffness - half * half);
    helix.depth = 2.0 - torque * torque / (2.0 * bendingStiffness * pull);
    return helix;
}

} // namespace rope
