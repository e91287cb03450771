#pragma once

// The whole library: masses and springs, cloth, rigid bodies, and the simulations made of them. SI units, doubles.

#include <rope/advisor.hpp>
#include <rope/broad_phase.hpp>
#include <rope/chain.hpp>
#include <rope/chain_modes.hpp>
#include <rope/chain_projection.hpp>
#include <rope/cloth_settings.hpp>
#include <rope/cloth_simulation.hpp>
#include <rope/constrained_rope.hpp>
#include <rope/constraint.hpp>
#include <rope/contact.hpp>
#include <rope/diagnostics.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/ground.hpp>
#include <rope/impulse_settings.hpp>
#include <rope/impulse_simulation.hpp>
#include <rope/integrator.hpp>
#include <rope/loaded_chain.hpp>
#include <rope/manifold.hpp>
#include <rope/mass.hpp>
#include <rope/parameters.hpp>
#include <rope/reel.hpp>
#include <rope/rigid_body.hpp>
#include <rope/rope_fleet.hpp>
#include <rope/rope_limits.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/shape.hpp>
#include <rope/simulation.hpp>
#include <rope/spring.hpp>
#include <rope/step_limit.hpp>
#include <rope/step_limits.hpp>
#include <rope/vec2.hpp>
