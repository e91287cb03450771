#include "catch.hpp"

#include "app/language/translation.hpp"

#include "files/plain_name.hpp"
#include "scenes/hosts.hpp"
#include "scenes/snapshot.hpp"

#include <rope/fixed_timestep.hpp>

#include <cctype>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What scenes put together of words and numbers at a moment.

using namespace ropewalk;

namespace
{

struct MomentCase
{
    std::string_view scene;
    std::vector<std::pair<std::string_view, std::string_view>> values;
    int ticks = 1;
};

void addCures(std::vector<std::string>& texts, const std::vector<Cure>& cures)
{
    for (const Cure& cure : cures)
        texts.push_back(cure.label);
}

std::vector<std::string> textsOf(const Scene& scene)
{
    std::vector<std::string> texts;
    if (const auto* host = hostOf<RemarkHost>(scene))
        for (const std::optional<Remark>& remark : {host->remark(), host->whyNoTheory()})
            if (remark)
            {
                texts.push_back(remark->text);
                addCures(texts, remark->cures);
            }
    if (const std::optional<Divergence> divergence = scene.divergence())
    {
        texts.push_back(divergence->text);
        texts.emplace_back(divergence->what);
        addCures(texts, divergence->cures);
        return texts; // its shapes are lost
    }
    Snapshot snapshot;
    scene.fill(snapshot);
    scene.fillTheory(snapshot);
    for (const Label& label : snapshot.labels)
        texts.push_back(label.text);
    texts.emplace_back(snapshot.colourTitle);
    return texts;
}

/// A word of three small letters.
bool hasSmallWord(std::string_view text)
{
    int letters = 0;
    for (const char c : text)
        if ((letters = std::islower(static_cast<unsigned char>(c)) ? letters + 1 : 0) == 3)
            return true;
    return false;
}

} // namespace

TEST_CASE("Remarks, cures and labels are known in German", "[languages]")
{
    const std::vector<MomentCase> cases{
        {"rope", {}},
        {"rope", {{"pin_free_end", "true"}}, 5},
        {"rope", {{"contact_friction", "0.5"}}},
        {"rope", {{"torsional_stiffness", "0.001"}, {"ground_friction", "1"}}},
        {"rope", {{"rope_radius", "0.01"}, {"ground_friction", "1"}, {"integrator", "bdf2"}}},
        {"rope", {{"bending_stiffness", "100"}, {"spring_constant", "100"}}},
        {"rope", {{"mass", "20"}, {"spring_constant", "100000"}}, 240},
        {"rope", {{"auto_steps", "false"}, {"spring_constant", "1000000"}, {"max_dt", "0.005"}}, 60},
        {"cantilever", {{"tip_load", "2"}}},
        {"capstan", {}},
        {"capstan", {{"load", "310"}}},
        {"capstan", {{"hold", "1000"}, {"load", "1"}}, 300},
        {"twist", {}},
        {"twist", {{"turns", "2.9"}}, 400},
        {"climber", {}, 60},
        {"climber", {{"static_stiffness", "1000"}}},
        {"climber", {{"breaking_force", "100"}}, 120},
        {"cloth", {{"auto_steps", "false"}, {"constraints", "false"}, {"structural_stiffness", "100000"}}, 60},
        {"deployment", {}, 5},
        {"deployment", {{"auto_steps", "false"}, {"stiffness", "100000"}, {"damping", "1"}, {"max_dt", "0.01"}}, 120},
        {"mass_spring", {{"mass", "0.001"}, {"spring_constant", "200"}}, 400},
        {"spring_pendulum", {{"auto_steps", "false"}, {"spring_constant", "10000"}, {"max_dt", "0.1"}}, 200},
        {"impulse", {{"restitution", "-0.5"}}},
        {"race", {}, 2},
        {"race", {{"auto_steps", "false"}, {"spring_constant", "1000000"}, {"max_dt", "0.01"}}, 60},
        {"real_rope", {{"axial_stiffness", "10"}, {"bending_stiffness", "1"}}},
        {"real_rope", {{"self_contact", "true"}, {"mass_count", "20"}}},
        {"real_rope", {{"payout_speed", "0.5"}, {"end_held", "false"}}},
        {"real_rope", {{"rope_radius", "0.06"}}},
        {"real_rope", {{"closed", "true"}, {"surface_friction", "true"}}},
        {"real_rope", {{"contact_friction", "3"}}},
        {"workshop/tied_bowline", {}, 2},
        {"workshop/tied_overhand", {}, 2},
        {"workshop/tied_square", {}, 2},
        {"workshop/tied_clove_hitch", {}, 2},
        {"wrecking_ball", {{"auto_steps", "false"}, {"spring_constant", "10000000"}, {"max_dt", "0.01"}}, 60}};
    setLanguage("de");
    if (language() == "en")
        return;
    int told = 0;
    std::set<std::string> missing;
    noteMissing(&missing);
    for (const MomentCase& one : cases)
    {
        const std::unique_ptr<Scene> scene = makeScene(one.scene);
        for (const auto& [name, value] : one.values)
            scene->parameters().set(name, value);
        scene->reset();
        for (int i = 0; i < one.ticks && !scene->divergence(); ++i)
            scene->advance(rope::FixedTimestep::usualTick, {});
        for (const std::string& text : textsOf(*scene))
        {
            missing.clear();
            translated(withPlainNames(text));
            ++told;
            for (const std::string& part : missing)
            {
                INFO(one.scene << ": " << text);
                INFO(part);
                CHECK_FALSE(hasSmallWord(part));
            }
        }
    }
    noteMissing(nullptr);
    setLanguage("en");
    CHECK(told > 80);
}
