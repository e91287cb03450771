#pragma once

#include "commands.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace ropewalk
{

/// An option whose value is checked by us, so that its error is one line in our words.
inline CLI::Option* addText(CLI::App& app, const std::string& name, std::string& value, const std::string& type,
                            const std::string& description)
{
    return app.add_option(name, value, description)->type_name(type);
}

inline void addSettings(CLI::App& app, std::vector<std::string>& settings)
{
    app.add_option("--set", settings, "Set a parameter; may be repeated ('ropewalk params SCENE' lists them)")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
}

inline constexpr const char* adviseExamples =
    "  ropewalk advise --length 4 --mass 4 --load 1 --stretch 1% --step 1/60\n"
    "  ropewalk advise --length 4 --mass 4 --load 1 --stretch 0.5% --max-steps 10\n"
    "  ropewalk advise --length 20 --diameter 0.01 --material nylon --load 80\n"
    "  ropewalk advise --mass 1.2 --load 5 --elongation 0.03 --period 4.1    from a real rope";
inline constexpr const char* cardExamples = "  ropewalk card rope\n"
                                            "  ropewalk card assets/heavy_rope.json --format mjcf > rope.xml\n"
                                            "  ropewalk card rope --set mass_count=20 --format box2d";

void addAdviseOptions(CLI::App& app, AdviseOptions& options);

} // namespace ropewalk
