#include "scene_thumbnails.hpp"

#include "tick_runner.hpp"
#include "viewport_target.hpp"

#include "render/camera.hpp"
#include "render/gl/gl_objects.hpp"

#include "scenes/hosts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr double tick = TickRunner::tickLength; // [s]
constexpr double usualBudget = 0.005;           // [s] a frame
constexpr int samples = 4;                      // a pixel

} // namespace

SceneMoments::SceneMoments(const std::vector<SceneEntry>& entries, std::function<double()> clock, double budget)
    : entries_(entries), clock_(std::move(clock)), budget_(budget)
{
}

const Snapshot* SceneMoments::at(std::size_t scene) const
{
    return scene < reached_.size() ? &reached_[scene] : nullptr;
}

bool SceneMoments::work()
{
    if (reached_.size() == entries_.size())
        return false;
    const double begin = clock_();
    if (!scene_)
    {
        const SceneEntry& entry = entries_[reached_.size()];
        scene_ = entry.make();
        if (const std::optional<SizeParameter> size = sizeParameterOf(*scene_))
        {
            scene_->parameters().set(size->name, std::to_string(size->small));
            scene_->reset();
        }
        ticks_ = static_cast<int>(std::lround(entry.info.thumbnailTime / tick));
    }
    while (ticks_ > 0)
    {
        scene_->advance(tick, {});
        --ticks_;
        if (scene_->divergence()) // a diverged scene shows nothing of use
        {
            scene_->reset();
            ticks_ = 0;
        }
        if (clock_() - begin >= budget_)
            break;
    }
    if (ticks_ == 0)
    {
        scene_->fill(reached_.emplace_back());
        scene_.reset();
    }
    return true;
}

struct SceneThumbnails::State
{
    State(Renderer& usedRenderer, std::function<double()> clock)
        : renderer(usedRenderer), moments(scenes(), std::move(clock), usualBudget)
    {
        for (std::vector<Made>& ofSize : made)
            ofSize.resize(moments.size());
    }

    struct Made
    {
        std::optional<Texture> texture;
        Theme theme = Theme::light;
        glm::ivec2 size{0};
    };

    void draw(const Snapshot& snapshot, const Made& thumbnail);

    Renderer& renderer;
    SceneMoments moments;
    std::array<std::vector<Made>, thumbnailSizes> made; ///< by the place of the scene
    ViewportTarget target;
    Framebuffer framebuffer; ///< of the texture that is being drawn
    Renderbuffer depth;      ///< for drawing without samples
};

SceneThumbnails::SceneThumbnails(Renderer& renderer, std::function<double()> clock)
    : state_(std::make_unique<State>(renderer, std::move(clock)))
{
}

SceneThumbnails::~SceneThumbnails() = default;

void SceneThumbnails::setBudget(double seconds)
{
    state_->moments.setBudget(seconds);
}

void SceneThumbnails::forget()
{
    for (std::vector<State::Made>& ofSize : state_->made)
        for (State::Made& thumbnail : ofSize)
            thumbnail = {};
    state_->target.forget();
    state_->framebuffer = Framebuffer();
    state_->depth = Renderbuffer();
}

bool SceneThumbnails::work(ThumbnailSize size, Theme theme, float density, ThumbnailTextures& textures)
{
    State& state = *state_;
    const float width = std::round(thumbnailWidths[size] * std::clamp(density, 1.0f, 2.0f));
    const glm::ivec2 pixels(std::lround(width), std::lround(width / thumbnailAspect));
    for (std::size_t i = 0; i < state.moments.size(); ++i)
    {
        const Snapshot* snapshot = state.moments.at(i);
        if (snapshot == nullptr)
            break;
        State::Made& thumbnail = state.made[size][i];
        if (thumbnail.texture && thumbnail.theme == theme && thumbnail.size == pixels)
            continue;
        if (!thumbnail.texture)
            thumbnail.texture.emplace();
        thumbnail.theme = theme;
        thumbnail.size = pixels;
        state.draw(*snapshot, thumbnail);
        textures[std::string(state.moments.id(i))] = thumbnail.texture->id();
        return true;
    }
    return state.moments.work();
}

void SceneThumbnails::State::draw(const Snapshot& snapshot, const Made& thumbnail)
{
    const GLuint texture = thumbnail.texture->id();
    const glm::ivec2& size = thumbnail.size;
    glBindTexture(GL_TEXTURE_2D, texture);
    // No alpha: what the shaders leave there would make the thumbnail see-through in a panel.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, size.x, size.y, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glBindRenderbuffer(GL_RENDERBUFFER, depth.id());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, size.x, size.y);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.id());
    glBindRenderbuffer(GL_RENDERBUFFER, 0);

    Camera camera;
    camera.face(snapshot);
    camera.frame(snapshot, thumbnailAspect);
    target.draw(
        {0, 0}, size, samples,
        [&](const glm::ivec2& origin) {
            renderer.draw(snapshot, camera, {thumbnail.theme, false}, origin, size);
        },
        framebuffer.id());

    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

} // namespace ropewalk
