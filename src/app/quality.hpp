#pragma once

#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/workbench.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace ropewalk
{

/// Fits the drawing to the machine: the samples a pixel, and the size of a scene that a slower machine may have
/// smaller. Scripted runs are fitted to nothing, so that they are the same on every machine.
class Quality
{
public:
    Quality(Workbench& workbench, UiState& ui, bool scripted) : workbench_(workbench), ui_(ui), scripted_(scripted) {}

    int samples() const { return samples_; } ///< a pixel of the viewport
    bool contactShade() const { return shade_; }

    /// Starts to fit the size of the scene that has just been opened, unless a file or a user has chosen one. The
    /// second time the scene has what was found at first.
    void sceneOpened();
    /// While the cost of frames decides on the size.
    bool fitsSize() const { return trial_.has_value(); }
    /// Takes what the last frame took [s]. True when the scene has another size now.
    bool frameDrawn(double seconds);

    /// Draws one sample a pixel from now on where four take too long, and then without the shade of contacts.
    void fitDrawing(const Timings& timings);

private:
    /// Some frames of the scene in its full size.
    struct Trial
    {
        int size = 0;
        int frames = 0;
        double seconds = 0.0; ///< of all
        double fastest = 0.0; ///< [s]: other programs on the processor only add to the others
    };

    int size() const; ///< of the scene
    void addToTrial(double seconds);

    Workbench& workbench_;
    UiState& ui_;
    bool scripted_;
    int samples_ = 4;
    bool shade_ = true;
    std::size_t framesSince_ = 0; ///< the samples were chosen or the scene was opened
    std::optional<Trial> trial_;
    std::map<std::string, int, std::less<>> fitted_; ///< by the scene's id
};

} // namespace ropewalk
