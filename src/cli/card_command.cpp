#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "cards/rope_card.hpp"
#include "scenes/document/scene_file.hpp"

namespace ropewalk
{

int printCard(const CardOptions& options)
{
    const CardFormat& format = cardFormat(options.format);
    const std::unique_ptr<Scene> scene = openScene(options.scene, options.settings);
    writeOutput(format.make(cardFacts(cardRope(*scene))));
    return success;
}

} // namespace ropewalk
