#include "experiment.hpp"

#include "all_experiments.hpp"

#include "text/text.hpp"

#include <cmath>
#include <stdexcept>

namespace ropewalk
{

bool Finding::passed() const
{
    return std::abs(difference()) <= tolerance; // also false if the difference is not a number
}

const std::vector<Experiment>& experiments()
{
    static const std::vector<Experiment> all = []
    {
        std::vector<Experiment> list;
        for (const auto& part :
             {staticExperiments, modeExperiments, waveExperiments, motionExperiments, integratorExperiments,
              impactExperiments, rodBendingExperiments, rodVibrationExperiments, rodTwistExperiments,
              rodContactExperiments, clothAndFleetExperiments})
            for (Experiment& one : part())
                list.push_back(std::move(one));
        return list;
    }();
    return all;
}

const std::vector<Experiment>& knotBench()
{
    static const std::vector<Experiment> all = knotExperiments();
    return all;
}

const std::vector<const Experiment*>& allExperiments()
{
    static const std::vector<const Experiment*> all = []
    {
        std::vector<const Experiment*> list;
        for (const auto* part : {&experiments(), &knotBench()})
            for (const Experiment& one : *part)
                list.push_back(&one);
        return list;
    }();
    return all;
}

const Experiment& experimentOf(std::string_view id, const std::vector<Experiment>& list)
{
    return text::elementNamed(id, list, &Experiment::id, "experiment",
                              &list == &knotBench() ? "`ropewalk check --knots` lists them all"
                                                    : "`ropewalk check --theory` lists them all");
}

} // namespace ropewalk
