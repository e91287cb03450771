#include "experiment.hpp"

#include <rope/text.hpp>

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
        for (const auto& part : {staticExperiments, modeExperiments, waveExperiments, motionExperiments,
                                 integratorExperiments, impactExperiments})
            for (Experiment& one : part())
                list.push_back(std::move(one));
        return list;
    }();
    return all;
}

const Experiment& experimentOf(std::string_view id)
{
    std::vector<std::string_view> known;
    for (const Experiment& experiment : experiments())
    {
        if (experiment.id == id)
            return experiment;
        known.push_back(experiment.id);
    }
    throw std::invalid_argument(rope::unknownName("experiment", id, known, "`ropewalk check --theory` lists them all"));
}

} // namespace ropewalk
