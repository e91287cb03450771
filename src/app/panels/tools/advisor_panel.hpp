#pragma once

#include "app/panels/constants/form.hpp"
#include "app/panels/frame/panel_context.hpp"

#include <rope/advisor.hpp>
#include <rope/fixed_timestep.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
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
        asMade, // by what it is made of, else it bends freely
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
class AdvisorPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock);

private:
    enum class Tab
    {
        wish,
        measured
    };

    void drawWish(PanelContext& context);
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

} // namespace ropewalk
