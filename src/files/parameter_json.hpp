#pragma once

#include <rope/parameters.hpp>

#include <nlohmann/json_fwd.hpp>

// Constants as JSON files hold them.

namespace ropewalk
{

/// Throws std::invalid_argument where the value is of another kind than the constant, or as Parameter::parse().
void setParameter(rope::Parameter& parameter, const nlohmann::json& value);

nlohmann::ordered_json valueJson(const rope::Parameter& parameter);

} // namespace ropewalk
