// Frequencies of bending, tension and torsion.
#include "rods.hpp"

#include <rope/rope_by_length.hpp>

namespace
{

/// Circular frequencies of the rod, two motions each: across in one plane and in the other.
void checkPairs(RopeSimulation& rod, const nlohmann::json& expected, const nlohmann::json& tolerance,
                double scale = 1.0)
{
    for (std::size_t mode = 0; mode < expected.size(); ++mode)
    {
        CAPTURE(mode);
        const double value = scale * rod.frequency(static_cast<int>(2 * mode));
        CHECK_THAT(value, WithinRel(expected[mode].get<double>(), tolerance[mode].get<double>()));
    }
}

} // namespace

TEST_CASE("vibr.cantilever.a: bending vibration of a clamped rope", "[rod]")
{
    const nlohmann::json reference = item("vibr.cantilever.a");
    RopeByLength settings = withoutWeight(unitRod(60, reference["inputs"]["B"].get<double>()));
    settings.massPerLength = reference["inputs"]["mass_per_m"].get<double>();
    settings.length = reference["inputs"]["L"].get<double>();
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    checkPairs(rod, reference["expected"]["omega"], reference["tolerance"]["rel"]);
}

TEST_CASE("vibr.hung: a stiff rope hung from a clamp", "[rod]")
{
    const auto* const id = GENERATE("vibr.hung.1", "vibr.hung.10", "vibr.hung.30", "vibr.hung.100", "vibr.hung.1000");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    RopeByLength settings = unitRod(60, 1.0 / reference["inputs"]["Gamma_wL3_over_B"].get<double>());
    settings.gravity = Vec3(9.81, 0.0, 0.0);
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    REQUIRE(rod.rest());
    checkPairs(rod, reference["expected"]["omega_times_sqrt_L_over_g"], reference["tolerance"]["rel"],
               1.0 / std::sqrt(9.81));
}

TEST_CASE("vibr.string: a stiff string under tension", "[rod]")
{
    const auto* const id = GENERATE("vibr.string.a", "vibr.string.b");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const nlohmann::json& inputs = reference["inputs"];
    RopeByLength settings = withoutWeight(unitRod(80, inputs["B"].get<double>()));
    settings.massPerLength = inputs["mass_per_m"].get<double>();
    settings.length = inputs["L"].get<double>();
    settings.axialStiffness = 1e6 * inputs["T"].get<double>();
    RopeSimulation rod(settings);
    stretch(rod, inputs["T"].get<double>());
    rod.pin(0);
    rod.pin(80);
    checkPairs(rod, reference["expected"]["omega_pinned"], reference["tolerance"]["rel"]);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    rod.clamp(RopeEnd::last, {1.0, 0.0, 0.0});
    checkPairs(rod, reference["expected"]["omega_clamped"], reference["tolerance"]["rel"]);
}

TEST_CASE("vibr.torsion.a: torsional waves, and a disc at the end", "[rod]")
{
    const nlohmann::json reference = item("vibr.torsion.a");
    const nlohmann::json& inputs = reference["inputs"];
    const nlohmann::json& expected = reference["expected"];
    const double radius = inputs["radius"].get<double>();
    const double polar = 0.5 * pi * std::pow(radius, 4);
    RopeByLength settings = withoutWeight(unitRod(60, 1e4)); // so stiff that all slow motions are torsion
    settings.length = inputs["L"].get<double>();
    settings.twist = TwistModel::waves;
    settings.torsionalStiffness = inputs["G"].get<double>() * polar;
    settings.spinInertia = inputs["density"].get<double>() * polar;
    CHECK_THAT(settings.torsionalStiffness, WithinRel(expected["GJ"].get<double>(), 1e-9));
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    for (int mode = 0; mode < 3; ++mode)
        CHECK_THAT(rod.frequency(mode),
                   WithinRel(expected["omega_free_end"][static_cast<std::size_t>(mode)].get<double>(), 0.005));
    rod.setDisc(RopeEnd::last, inputs["I_disc"].get<double>());
    CHECK_THAT(rod.frequency(0), WithinRel(expected["omega_disc"].get<double>(), 0.005));
    settings.spinInertia = 0.0;
    RopeSimulation massless(settings);
    massless.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    massless.setDisc(RopeEnd::last, inputs["I_disc"].get<double>());
    CHECK_THAT(massless.frequency(0), WithinRel(expected["omega_disc_massless"].get<double>(), 0.005));
}

TEST_CASE("vibr.dispersion.a: bending waves of the chain, and the step limit that they set", "[rod]")
{
    const nlohmann::json reference = item("vibr.dispersion.a");
    const nlohmann::json& inputs = reference["inputs"];
    const nlohmann::json& expected = reference["expected"]["omega_at_kl"];
    const double segment = inputs["l"].get<double>();
    const double mass = inputs["node_mass"].get<double>();
    const auto chain = [&](int edges, double axialStiffness)
    {
        RopeByLength settings = withoutWeight(unitRod(edges, inputs["B"].get<double>()));
        settings.length = segment * edges;
        settings.massPerLength = mass / segment;
        settings.axialStiffness = axialStiffness;
        RopeSimulation rod(settings);
        rod.pin(0);
        rod.pin(static_cast<std::size_t>(edges));
        return rod;
    };
    // The modes of eight pinned edges are sines of k l = pi j/8 at the masses.
    RopeSimulation eight = chain(8, 1e6);
    CHECK_THAT(eight.frequency(0), WithinRel(expected["0.392699"].get<double>(), 0.001));
    CHECK_THAT(eight.frequency(2), WithinRel(expected["0.785398"].get<double>(), 0.001));
    CHECK_THAT(eight.frequency(6), WithinRel(expected["1.5708"].get<double>(), 0.001));

    // The fastest wave turns over from mass to mass. Far from the ends its force says its frequency.
    RopeSimulation rod = chain(100, 20.0);
    std::vector<Vec3> zigzag;
    for (int i = 0; i <= 100; ++i)
        zigzag.emplace_back(segment * i, i % 2 == 0 ? 1e-9 : -1e-9, 0.0);
    rod.layOut(zigzag);
    CHECK_THAT(std::sqrt(-rod.elasticForces()[50].y / (mass * 1e-9)),
               WithinRel(expected["3.14159"].get<double>(), 0.001));
    const auto grows = [&](double h)
    {
        RopeSimulation shape = rod;
        std::vector<Vec3> x = zigzag;
        std::vector<Vec3> v(x.size(), Vec3(0.0));
        for (int step = 0; step < 2000; ++step)
        {
            shape.layOut(x);
            const std::vector<Vec3> forces = shape.elasticForces();
            for (std::size_t i = 1; i + 1 < x.size(); ++i)
            {
                v[i] += h / mass * forces[i];
                x[i] += h * v[i];
            }
            if (std::abs(x[50].y) > 1e-6)
                return true;
        }
        return false;
    };
    const double limit = reference["expected"]["explicit_step_limit"].get<double>();
    CHECK_FALSE(grows(0.999 * limit));
    CHECK(grows(1.001 * limit));
}
