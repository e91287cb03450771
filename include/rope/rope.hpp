#pragma once

// The whole library: masses and springs, ropes, cloth, rigid bodies, and the simulations made of them. SI units,
// doubles.

#include <rope/advisor.hpp>
#include <rope/books.hpp>
#include <rope/cloth.hpp>
#include <rope/constrained_rope.hpp>
#include <rope/constraint.hpp>
#include <rope/deployment.hpp>
#include <rope/energy.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/ground.hpp>
#include <rope/impulse.hpp>
#include <rope/integrator.hpp>
#include <rope/mass.hpp>
#include <rope/parameters.hpp>
#include <rope/pin.hpp>
#include <rope/reel.hpp>
#include <rope/rigid_body.hpp>
#include <rope/rod.hpp>
#include <rope/rod_theory.hpp>
#include <rope/rod_touch.hpp>
#include <rope/rope_fleet.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/simulation.hpp>
#include <rope/solid.hpp>
#include <rope/spring.hpp>
#include <rope/stability.hpp>
#include <rope/statics.hpp>
#include <rope/step_watch.hpp>
#include <rope/text.hpp>
#include <rope/vec.hpp>
#include <rope/written_moment.hpp>
