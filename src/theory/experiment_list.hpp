#pragma once

#include "experiment.hpp"

namespace ropewalk
{

// A file each.
std::vector<Experiment> staticExperiments();     ///< stretch, catenary
std::vector<Experiment> modeExperiments();       ///< swings of the hanging rope, how they die away
std::vector<Experiment> waveExperiments();       ///< on a taut rope
std::vector<Experiment> motionExperiments();     ///< air, reel, the elementary simulations
std::vector<Experiment> integratorExperiments(); ///< how the error shrinks with the step
std::vector<Experiment> impactExperiments();     ///< restitution

} // namespace ropewalk
