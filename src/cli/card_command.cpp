#include "arguments.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "cards/rope_card.hpp"
#include "scenes/scene_file.hpp"

namespace ropewalk
{

int printCard(const CardOptions& options)
{
    const CardFormat& format = cardFormat(options.format);
    std::vector<std::pair<std::string, std::string>> settings;
    for (const std::string& setting : options.settings)
        settings.push_back(parseSetting(setting));
    const std::unique_ptr<Scene> scene = openScene(options.scene, settings);
    writeOutput(format.make(cardFacts(cardRope(*scene))));
    return success;
}

} // namespace ropewalk
