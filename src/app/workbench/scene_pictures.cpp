#include "scene_pictures.hpp"

#include "picture_target.hpp"

#include "render/camera.hpp"
#include "render/gl/gl_objects.hpp"

#include "scenes/hosts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr double tick = 1.0 / 60.0;   // [s]
constexpr double usualBudget = 0.005; // [s] a frame
constexpr int samples = 4;            // a pixel

struct TextureKind
{
    static GLuint create()
    {
        GLuint id = 0;
        glGenTextures(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteTextures(1, &id); }
};

using Texture = GlObject<TextureKind>;

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
        if (scene_->divergence()) // what is left of it is no picture
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

struct ScenePictures::State
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

    void draw(const Snapshot& snapshot, const Made& picture);

    Renderer& renderer;
    SceneMoments moments;
    std::array<std::vector<Made>, scenePictureSizes> made; ///< by the place of the scene
    PictureTarget target;
    Framebuffer framebuffer; ///< of the texture that is being drawn
    Renderbuffer depth;      ///< for drawing without samples
};

ScenePictures::ScenePictures(Renderer& renderer, std::function<double()> clock)
    : state_(std::make_unique<State>(renderer, std::move(clock)))
{
}

ScenePictures::~ScenePictures() = default;

void ScenePictures::setBudget(double seconds)
{
    state_->moments.setBudget(seconds);
}

bool ScenePictures::work(ScenePictureSize size, Theme theme, float density, UiState::ScenePictures& pictures)
{
    State& state = *state_;
    const float width = std::round(scenePictureWidths[size] * std::clamp(density, 1.0f, 2.0f));
    const glm::ivec2 pixels(std::lround(width), std::lround(width / scenePictureAspect));
    for (std::size_t i = 0; i < state.moments.size(); ++i)
    {
        const Snapshot* snapshot = state.moments.at(i);
        if (snapshot == nullptr)
            break;
        State::Made& picture = state.made[size][i];
        if (picture.texture && picture.theme == theme && picture.size == pixels)
            continue;
        if (!picture.texture)
            picture.texture.emplace();
        picture.theme = theme;
        picture.size = pixels;
        state.draw(*snapshot, picture);
        pictures[std::string(state.moments.id(i))] = picture.texture->id();
        return true;
    }
    return state.moments.work();
}

void ScenePictures::State::draw(const Snapshot& snapshot, const Made& picture)
{
    const GLuint texture = picture.texture->id();
    const glm::ivec2& size = picture.size;
    glBindTexture(GL_TEXTURE_2D, texture);
    // No alpha: what the shaders leave there would make the picture see-through in a panel.
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
    camera.frame(snapshot, scenePictureAspect);
    target.draw(
        {0, 0}, size, samples,
        [&](const glm::ivec2& origin) {
            renderer.draw(snapshot, camera, {picture.theme, false}, origin, size);
        },
        framebuffer.id());

    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

} // namespace ropewalk
