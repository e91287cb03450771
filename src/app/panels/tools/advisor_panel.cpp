#include "app/panels/constants/form.hpp"
#include "app/panels/frame/tool_window.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/shared/rope_advice.hpp"

#include <rope/advisor.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/measured_rope.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

namespace
{

/// What the user typed into the advisor's form, in everyday units.
struct AdvisorForm
{
    double length = 4.0;    // [m]
    int rope = 0;           // by its mass, or of the material rope - 1
    double mass = 4.0;      // [kg]
    double diameter = 10.0; // [mm]
    double load = 1.0;      // [kg]

    enum Bending : int
    {
        asMade, // bends as its material does, else freely
        stiffness,
        droop
    };
    int bending = asMade;
    double bendingStiffness = 0.01; // EI [N m2]
    double overhang = 300.0;        // [mm] beyond the clamp
    double drooped = 100.0;         // [mm], of its end below the clamp
    double droopError = 2.0;        // [mm]

    enum StretchWish : int
    {
        all, // by weight and load
        loadOnly,
        open // the material's, or what the budget carries
    };
    int stretchWish = all;
    double stretch = 1.0; // [%]

    enum BounceWish : int
    {
        any,
        ratio,
        settling
    };
    int bounceWish = any;
    double dampingRatio = 0.1;
    double settlingTime = 2.0; // [s]

    enum DetailWish : int
    {
        usual,
        segmentCount,
        massBudget,
        costBudget
    };
    int detailWish = usual;
    int segments = 40;
    int masses = 40;
    int cost = 800; // masses times steps a frame

    double step = rope::FixedTimestep::usualTick; // [s]
    bool limitSteps = false;
    int steps = 10;
    bool implicit = false;

    rope::RopeWish wish(double gravity) const;
};

/// A rope of a wish, of which somebody has measured how far its end droops.
struct DroopQuestion
{
    rope::RopeWish wish;
    double overhang = 0.0; ///< [m]
    double droop = 0.0;    ///< [m]
    double error = 0.0;    ///< [m]

    friend bool operator==(const DroopQuestion&, const DroopQuestion&) = default;
};

/// The constants advisor: wishes and, beside or below them, constants, live; or from a real rope's stretch and swing.
class AdvisorPanel : public ToolPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    enum class Tab
    {
        wish,
        measured
    };

    void drawWish(PanelContext& context);
    void drawKnown(PanelContext& context, Form& form);
    void drawWanted(Form& form);
    void drawAnswer(PanelContext& context);
    void drawApply(PanelContext& context);
    void drawMeasurement(PanelContext& context);
    void drawMeasured(PanelContext& context);
    void update(const PanelContext& context);
    void apply(PanelContext& context);
    void applyPending(PanelContext& context);

    Tab tab_ = Tab::wish;
    AdvisorForm form_;
    rope::RopeMeasurement measurement_{4.0, 1.0, 0.01, 0.001, 4.0, 0.02, 9.81};
    double elongation_ = 10.0;     // [mm]
    double elongationError_ = 1.0; // [mm]
    NumberField field_;

    /// What the form asked last, and the answer.
    template <typename Question, typename Result>
    struct Answer
    {
        std::optional<Question> question;
        Result result;
        std::string error; ///< why there is no result

        /// Computes the result when the question is another one.
        void ask(const Question& asked, Result (*compute)(const Question&));
    };
    Answer<rope::RopeWish, rope::RopeAdvice> advice_;
    Answer<rope::RopeMeasurement, rope::MeasuredRope> measured_;
    Answer<DroopQuestion, rope::MeasuredBending> bent_;

    std::vector<std::pair<std::string, std::string>> pending_; ///< constants that wait for the rope scene
};

constexpr ToolInfo advisorTool{Tool::advisor, "advisor", "Constants advisor",
                               "Run",         "A",       "constants from what you know and want of a rope",
                               380.0f,        640.0f};
const ToolRegistration<AdvisorPanel> advisorRegistration(advisorTool);

constexpr float valueColumn = 150.0f; // [px] at scale 1

NumberScale wide(double minimum, double maximum, bool integer = false)
{
    return {minimum, maximum, true, integer, 0.0};
}

/// A row of an answer: its name with a tooltip, and its value in a column of its own.
void drawRow(PanelContext& context, const std::string& name, std::string_view sentence, const std::string& value,
             const std::string& mapName)
{
    text(context.colours.muted, name);
    tooltip(context, sentence);
    ImGui::SameLine(context.px(valueColumn));
    text(context, value);
    placeItem(context, mapName);
}

rope::MeasuredBending bendingOf(const DroopQuestion& asked)
{
    rope::BendMeasurement measured;
    measured.massPerLength = rope::massPerLengthOf(asked.wish);
    measured.overhang = asked.overhang;
    measured.droop = asked.droop;
    measured.droopError = asked.error;
    measured.gravity = asked.wish.gravity;
    return rope::measuredBending(measured);
}

} // namespace

rope::RopeWish AdvisorForm::wish(double gravity) const
{
    rope::RopeWish wish;
    wish.length = length;
    if (rope == 0)
    {
        wish.mass = mass;
    }
    else
    {
        wish.diameter = 1e-3 * diameter;
        wish.material = rope::ropeMaterials()[static_cast<std::size_t>(rope) - 1].name;
    }
    wish.load = load;
    if (bending == stiffness)
        wish.bendingStiffness = bendingStiffness;
    if (stretchWish != open)
        wish.stretch = 0.01 * stretch;
    if (stretchWish == loadOnly)
        wish.stretchCause = rope::StretchCause::load;
    if (bounceWish == ratio)
        wish.dampingRatio = dampingRatio;
    if (bounceWish == settling)
        wish.settlingTime = settlingTime;
    if (detailWish == segmentCount)
        wish.segments = segments;
    if (detailWish == massBudget)
        wish.massBudget = masses;
    if (detailWish == costBudget)
        wish.costBudget = cost;
    if (limitSteps)
        wish.stepBudget = steps;
    wish.step = step;
    wish.implicit = implicit;
    wish.gravity = gravity;
    return wish;
}

template <typename Question, typename Result>
void AdvisorPanel::Answer<Question, Result>::ask(const Question& asked, Result (*compute)(const Question&))
{
    if (question == asked)
        return;
    question = asked;
    error.clear();
    try
    {
        result = compute(asked);
    }
    catch (const std::exception& problem)
    {
        error = problem.what();
    }
}

void AdvisorPanel::draw(PanelContext& context, const Rectangle& dock)
{
    applyPending(context);
    if (!beginTool(context, advisorTool, dock))
        return;
    if (choiceButton(context, "From wishes", "choice From wishes", tab_ == Tab::wish))
        tab_ = Tab::wish;
    ImGui::SameLine(0.0f, context.px(3.0f));
    if (choiceButton(context, "From a real rope", "choice From a real rope", tab_ == Tab::measured))
        tab_ = Tab::measured;
    update(context);

    // Side by side, or one below the other where that would be too narrow.
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool wideEnough = room.x >= context.px(560.0f);
    const float gap = ImGui::GetStyle().ItemSpacing.x + context.px(8.0f);
    const auto question = [&] { tab_ == Tab::wish ? drawWish(context) : drawMeasurement(context); };
    const auto answer = [&] { tab_ == Tab::wish ? drawAnswer(context) : drawMeasured(context); };
    // The button stands below the scrolled part.
    const float footer = tab_ == Tab::wish ? ImGui::GetFrameHeightWithSpacing() : 0.0f;
    ImGui::BeginChild("advice", {0.0f, -footer}, false, ImGuiWindowFlags_NoNav);
    if (wideEnough)
    {
        ImGui::BeginChild("question", {std::floor(0.5f * (room.x - gap)), 0.0f}, false, ImGuiWindowFlags_NoNav);
        question();
        ImGui::EndChild();
        ImGui::SameLine(0.0f, gap);
        ImGui::BeginChild("answer", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav);
        answer();
        ImGui::EndChild();
    }
    else
    {
        question();
        ImGui::Dummy({1.0f, context.px(6.0f)});
        answer();
    }
    ImGui::EndChild();
    if (tab_ == Tab::wish)
        drawApply(context);
    ImGui::End();
}

void AdvisorPanel::update(const PanelContext& context)
{
    // The answer takes some thousand sines: it is computed only for another wish.
    rope::RopeWish wish = form_.wish(gravityForWish(context.workbench.scene().parameters()));
    if (form_.bending == AdvisorForm::droop)
    {
        bent_.ask({wish, 1e-3 * form_.overhang, 1e-3 * form_.drooped, 1e-3 * form_.droopError}, bendingOf);
        if (bent_.error.empty())
            wish.bendingStiffness = bent_.result.bendingStiffness;
    }
    advice_.ask(wish, rope::adviseRope);
    rope::RopeMeasurement measurement = measurement_;
    measurement.elongation = 1e-3 * elongation_;
    measurement.elongationError = 1e-3 * elongationError_;
    measurement.gravity = wish.gravity;
    measured_.ask(measurement, rope::measuredRope);
}

void AdvisorPanel::drawWish(PanelContext& context)
{
    Form form(context, field_, context.px(118.0f));
    heading(context, "What I know");
    drawKnown(context, form);
    heading(context, "What I want");
    drawWanted(form);
    heading(context, "My engine");
    form.number("Step", "Of a frame; 1/60 may be typed. 1e-05 to 0.1 s.", form_.step, wide(1e-3, 0.05), "s");
    form.toggle("Limit the steps", "Whether only so many steps may be taken in a frame.", form_.limitSteps);
    if (form_.limitSteps)
        form.count("Steps a frame", "At most so many, 1 to 100000.", form_.steps, wide(1.0, 200.0, true));
    form.toggle(
        "Allow implicit",
        "An implicit step solves an equation and may be long, where many short ones would be needed. It is taken only "
        "where short steps are too many.",
        form_.implicit);
}

void AdvisorPanel::drawKnown(PanelContext& context, Form& form)
{
    form.number("Length", "Of the rope without tension. 0.01 to 10000 m.", form_.length, wide(0.1, 100.0), "m");
    std::vector<std::string> ropes{"by its mass"};
    for (const rope::RopeMaterial& material : rope::ropeMaterials())
        ropes.push_back("of " + std::string(material.name));
    form.choice("Rope", "Its mass, or what it is made of and how thick it is.", form_.rope, ropes);
    if (form_.rope == 0)
    {
        form.number("Mass", "Of the whole rope. 1e-06 to 1e+06 kg.", form_.mass, wide(0.01, 1000.0), "kg");
    }
    else
    {
        const rope::RopeMaterial& material = rope::ropeMaterials()[static_cast<std::size_t>(form_.rope) - 1];
        const std::string source =
            fmt::format("Of the rope, 0.1 to 1000 mm. Of {}: {:.3g} kg/m3 and {:.3g} N/m2 over "
                        "the full circle. Source: {}.",
                        material.name, material.density, material.youngsModulus, material.source);
        form.number("Diameter", source.c_str(), form_.diameter, wide(1.0, 100.0), "mm");
    }
    form.choice("Bending", "How stiffly it bends: by its material and thickness, by EI, or by what you measure.",
                form_.bending, {form_.rope == 0 ? "freely" : "as it is made", "by its EI", "by its droop"});
    if (form_.bending == AdvisorForm::stiffness)
        form.number("EI", "Bending stiffness, 0 to 1e+06 N m2.", form_.bendingStiffness, wide(1e-5, 10.0), "N m2");
    if (form_.bending == AdvisorForm::droop)
    {
        wrappedText(context.colours.muted, "Lay the rope on a table with a weight on it, let its end stand out level "
                                           "over the edge, and measure how far it droops.");
        form.number("Overhang", "How much of it is beyond the table's edge. 1 to 100000 mm.", form_.overhang,
                    wide(10.0, 2000.0), "mm");
        form.number("Droop", "How far its end hangs below the table's top: 1 to 90 % of the overhang.", form_.drooped,
                    wide(1.0, 1000.0), "mm");
        form.number("Error of it", "One standard error: how far you trust the reading.", form_.droopError,
                    wide(0.0, 100.0), "mm");
    }
    form.number("Heaviest load", "That will hang at its end. 0 to 1e+06 kg.", form_.load, wide(0.0, 1000.0), "kg");
}

void AdvisorPanel::drawWanted(Form& form)
{
    const char* open = form_.rope == 0 ? "what the budget carries" : "that of the material";
    form.choice("Stretch", "Of the rope at rest: by its own weight and the load, or what the load alone adds.",
                form_.stretchWish, {"by weight and load", "by the load alone", open});
    if (form_.stretchWish != AdvisorForm::open)
        form.number("at most", "1e-04 to 1000 % of its length.", form_.stretch, wide(0.01, 100.0), "%");
    form.choice("Bounce", "How the slowest bounce along the rope, with its load, dies away.", form_.bounceWish,
                {"as it comes", "damping ratio", "settles within"});
    if (form_.bounceWish == AdvisorForm::ratio)
        form.number("Damping ratio",
                    "How fast a bounce dies: at 1 it does not swing at all, at 0.1 a few bounces are seen. 1e-04 to 1.",
                    form_.dampingRatio, wide(1e-3, 1.0), "");
    if (form_.bounceWish == AdvisorForm::settling)
        form.number("Settling time", "Until 2 % of a bounce are left. 0.001 to 10000 s.", form_.settlingTime,
                    wide(0.01, 100.0), "s");
    form.choice("Detail", "How finely the rope is divided. More pieces bend better and cost more.", form_.detailWish,
                {"as usual", "segments", "at most masses", "by its work"});
    if (form_.detailWish == AdvisorForm::segmentCount)
        form.count("Segments", "Exactly so many, 1 to 9999.", form_.segments, wide(4.0, 500.0, true));
    if (form_.detailWish == AdvisorForm::massBudget)
        form.count("Masses", "At most so many, 2 to 10000.", form_.masses, wide(5.0, 500.0, true));
    if (form_.detailWish == AdvisorForm::costBudget)
        form.count(
            "Work a frame",
            "Masses times steps in one frame, at most, 2 to 1e+09. One mass takes some 11 ns a step, so 100,000 take "
            "about a millisecond.",
            form_.cost, wide(10.0, 1e5, true));
}

void AdvisorPanel::drawAnswer(PanelContext& context)
{
    heading(context, "What to set");
    const rope::RopeAdvice& advice = advice_.result;
    const bool drooped = form_.bending == AdvisorForm::droop;
    const std::string& problem = drooped && !bent_.error.empty() ? bent_.error
                                 : advice_.error.empty()         ? advice.refusal
                                                                 : advice_.error;
    if (!problem.empty())
    {
        context.ui.place("advice refused", {});
        wrappedText(context.colours.bad, "! " + problem);
        ImGui::Dummy({1.0f, context.px(4.0f)});
    }
    if (drooped && bent_.error.empty())
        drawRow(context, "Measured EI", "Bending stiffness of the heavy elastica that droops so.",
                quantityWithError(bent_.result.bendingStiffness, bent_.result.error, "N m2"), "measured EI");
    if (advice_.error.empty())
    {
        if (!problem.empty())
            wrappedText(context.colours.muted, "These constants would be it:");
        for (const AdvisedQuantity& row : advisedQuantities(advice))
        {
            const std::string& name = row.name;
            drawRow(context, plainName(name), name + ": " + std::string(row.sentence),
                    quantityText(row.value, row.unit, 4), "advised " + name);
        }
        // Its long name begins farther to the left where it would be cut off.
        const std::string integrator =
            plainName(advice.settings.implicit() ? "energy_momentum" : "semi_implicit_euler");
        const float room = ImGui::GetContentRegionAvail().x - textSize(integrator).x;
        text(context.colours.muted, "Integrator");
        ImGui::SameLine(std::clamp(room, textSize("Integrator ").x, context.px(valueColumn)));
        text(context, integrator);
        for (const std::string& note : advice.notes)
            wrappedText(context.colours.muted, "\u00b7 " + note);
    }
}

void AdvisorPanel::drawApply(PanelContext& context)
{
    const bool granted = advice_.error.empty() && advice_.result.refusal.empty() &&
                         (form_.bending != AdvisorForm::droop || bent_.error.empty());
    if (button(context, "Apply to the rope", "button apply advice",
               context.workbench.scene().info().id == advisedScene
                   ? "Gives the running rope these constants; one undo takes them back."
                   : "Opens the scene of the rope and gives it these constants.",
               granted))
        apply(context);
}

void AdvisorPanel::apply(PanelContext& context)
{
    // The wish has its gravity from the scene, where it may point anywhere.
    pending_ = advisedParameters(advice_.result.settings, false);
    if (context.workbench.scene().info().id != advisedScene)
        context.ui.sceneRequest = std::string(advisedScene);
    applyPending(context);
}

void AdvisorPanel::applyPending(PanelContext& context)
{
    if (pending_.empty() || context.workbench.scene().info().id != advisedScene)
        return;
    ++context.ui.gesture; // one step for undo
    const rope::Parameters& parameters = context.workbench.scene().parameters();
    std::vector<std::pair<std::string, std::string>> before;
    try
    {
        for (const auto& [name, value] : pending_)
        {
            if (const rope::Parameter* row = parameters.find(name))
                before.emplace_back(name, row->text());
            context.workbench.setParameter(name, value, context.ui.gesture);
        }
        context.ui.toast("The rope has the advised constants; " + shortcut(Action::undo) + " takes them back");
    }
    catch (const std::exception& error)
    {
        for (const auto& [name, value] : before) // the rope gets all advised constants or none
            context.workbench.setParameter(name, value, context.ui.gesture);
        context.ui.toast(error.what(), 8.0);
    }
    pending_.clear();
}

void AdvisorPanel::drawMeasurement(PanelContext& context)
{
    Form form(context, field_, context.px(118.0f));
    rope::RopeMeasurement& m = measurement_;
    heading(context, "What I measured");
    wrappedText(context.colours.muted,
                "Hang the rope up by one end. Hang a weight on it and measure how much longer it gets. "
                "Take the weight off, push the rope a little and time its slowest swing to and fro.");
    form.number("Mass", "Of the whole rope. 1e-06 to 1e+06 kg.", m.mass, wide(0.01, 1000.0), "kg");
    form.number("Weight", "That was hung on it. 1e-06 to 1e+06 kg.", m.load, wide(0.01, 1000.0), "kg");
    form.number("Stretch by it", "How much longer the weight made the hanging rope.", elongation_, wide(0.1, 1000.0),
                "mm");
    form.number("Error of that", "One standard error: how far you trust the reading.", elongationError_,
                wide(0.0, 100.0), "mm");
    form.number("Swing period", "Of the slowest small swing, to and fro, of the rope alone. 0.05 to 300 s.", m.period,
                wide(0.5, 30.0), "s");
    form.number("Error of it", "One standard error; time ten swings and it is a tenth.", m.periodError, wide(0.0, 1.0),
                "s");
}

void AdvisorPanel::drawMeasured(PanelContext& context)
{
    heading(context, "What rope that is");
    if (!measured_.error.empty())
    {
        wrappedText(context.colours.bad, "! " + measured_.error);
        return;
    }
    const rope::MeasuredRope& measured = measured_.result;
    const int segments = form_.detailWish == AdvisorForm::segmentCount ? std::max(1, form_.segments) : 79;
    const auto row = [&](const char* name, const char* sentence, double value, double error, const char* unit)
    { drawRow(context, name, sentence, quantityWithError(value, error, unit), std::string("measured ") + name); };
    row("Length", "Without tension.", measured.length, measured.lengthError, "m");
    row("Stiffness EA",
        "The force that would double its length, if the rope stayed elastic for so long. Half of it stretches the rope "
        "by half.",
        measured.axialStiffness, measured.axialStiffnessError, "N");
    row("Stretch", "By the weight alone, of its length.", 100.0 * measured.stretch, 0.0, "%");
    const std::string each = fmt::format("Of each of {} segments.", segments);
    row("Spring constant", each.c_str(), segments * measured.stiffness, segments * measured.stiffnessError, "N/m");
    row("Mass of each", "With these segments.", measurement_.mass / (segments + 1), 0.0, "kg");
    ImGui::Dummy({1.0f, context.px(4.0f)});
    if (button(context, "Advise on this rope", "button use measured",
               "Takes length, mass, weight and stretch over as wishes; what your engine can do is asked there."))
    {
        form_.length = measured.length;
        form_.rope = 0;
        form_.mass = measurement_.mass;
        form_.load = measurement_.load;
        form_.stretchWish = AdvisorForm::loadOnly;
        form_.stretch = 100.0 * measured.stretch;
        tab_ = Tab::wish;
    }
}

} // namespace ropewalk
