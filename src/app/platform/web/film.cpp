#include "app/platform/host.hpp"

#include "page.hpp"

#include <future>
#include <stdexcept>

namespace ropewalk
{
namespace
{

/// The browser films the canvas by itself and gives the file as a download.
class CanvasFilm : public Film
{
public:
    explicit CanvasFilm(const std::filesystem::path& file)
    {
        if (pageFilm(file.filename().c_str()) == 0)
            throw std::runtime_error("this browser makes no film of a canvas as .webm");
    }
    ~CanvasFilm() override { pageEndFilm(0); }

    void frameDrawn(double time) override { pageFilmDrawn(time); }
    std::future<void> end() override
    {
        pageEndFilm(1);
        std::promise<void> complete;
        complete.set_value();
        return complete.get_future();
    }
};

} // namespace

std::unique_ptr<Film> startFilm(const std::filesystem::path& file, const glm::ivec2&)
{
    return std::make_unique<CanvasFilm>(file);
}

} // namespace ropewalk
