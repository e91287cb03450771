#include "gltf_scene.hpp"

#include "gltf_shapes.hpp"
#include "gltf_writer.hpp"
#include "render/pieces/body_pieces.hpp"
#include "render/pieces/drawn_ground.hpp"

#include <fmt/format.h>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace ropewalk
{

namespace
{

constexpr int sides = 12; // of a tube

/// Where a node is at a moment; nothing where it is not there.
struct Pose
{
    glm::vec3 position{0.0f};
    glm::mat3 axes{1.0f};
};
using Way = std::vector<std::optional<Pose>>; // by moments

/// What a surface is made of, as the file has it: colour in linear light, share of metal, roughness.
struct Finish
{
    glm::vec3 colour{0.5f};
    float metal = 0.0f;
    float roughness = 0.7f;

    auto key() const { return std::tuple(colour.x, colour.y, colour.z, metal, roughness); }
};

glm::vec3 linear(const glm::vec3& srgb)
{
    const auto part = [](float x) { return x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f); };
    return {part(srgb.x), part(srgb.y), part(srgb.z)};
}

/// As shaders/material.glsl has it, without its patterns.
Finish finishOf(Material material, const glm::vec3& paint)
{
    switch (material)
    {
    case Material::steel:
        return {{0.40f, 0.41f, 0.43f}, 0.8f, 0.4f};
    case Material::wood:
        return {{0.37f, 0.225f, 0.105f}, 0.0f, 0.8f};
    case Material::brick:
        return {{0.33f, 0.11f, 0.06f}, 0.0f, 0.9f};
    case Material::concrete:
        return {{0.30f, 0.295f, 0.28f}, 0.0f, 0.9f};
    case Material::enamel:
        return {{0.60f, 0.265f, 0.012f}, 0.0f, 0.35f};
    case Material::iron:
        return {{0.075f, 0.078f, 0.085f}, 0.3f, 0.6f};
    case Material::glass:
        return {{0.30f, 0.36f, 0.42f}, 0.6f, 0.1f};
    case Material::paint:
        break;
    }
    return {linear(paint), 0.0f, 0.5f};
}

/// As shaders/tube.frag has it.
Finish finishOf(const Polyline& rope)
{
    switch (rope.style)
    {
    case Polyline::Style::rope:
        return {{0.50f, 0.315f, 0.15f}, 0.0f, 0.9f};
    case Polyline::Style::braid:
        return {{0.035f, 0.16f, 0.36f}, 0.0f, 0.8f};
    case Polyline::Style::wire:
        return {{0.16f, 0.167f, 0.18f}, 0.8f, 0.4f};
    case Polyline::Style::thread:
        break;
    }
    return {linear(rope.colour), 0.0f, 0.6f};
}

/// Any unit vector across `along`, which has length 1.
glm::vec3 across(const glm::vec3& along)
{
    const glm::vec3 helper = std::abs(along.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
    return glm::normalize(glm::cross(helper, along));
}

/// `normal`, carried along without spin from where it was across one direction to where it is across another.
glm::vec3 carried(const glm::vec3& normal, const glm::vec3& along)
{
    const glm::vec3 left = normal - glm::dot(normal, along) * along;
    return glm::dot(left, left) > 1e-8f ? glm::normalize(left) : across(along);
}

/// `count` points at even parts of the way along a line.
std::vector<glm::vec3> spread(const std::vector<glm::vec3>& points, std::size_t count)
{
    if (points.size() == count)
        return points;
    std::vector<glm::vec3> result;
    for (std::size_t i = 0; i < count; ++i)
    {
        const float at = static_cast<float>(i * (points.size() - 1)) / static_cast<float>(count - 1);
        const std::size_t before = std::min(static_cast<std::size_t>(at), points.size() - 2);
        result.push_back(glm::mix(points[before], points[before + 1], at - static_cast<float>(before)));
    }
    return result;
}

/// Axes of each point of a line: the third along it, the others carried along without spin from `first`, which follows
/// the line's first direction from moment to moment, and turned by the line's own twist.
std::vector<Pose> framesOf(const std::vector<glm::vec3>& points, const std::vector<float>& twist, glm::vec3& first)
{
    std::vector<Pose> frames;
    glm::vec3 normal = first;
    glm::vec3 along(0.0f, 0.0f, 1.0f);
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const glm::vec3 chord = points[std::min(i + 1, points.size() - 1)] - points[i > 0 ? i - 1 : 0];
        along = glm::dot(chord, chord) > 0.0f ? glm::normalize(chord) : along;
        normal = carried(normal, along);
        if (i == 0)
            first = normal;
        const float angle = i < twist.size() && twist.size() == points.size() ? twist[i] : 0.0f;
        const glm::vec3 side = glm::cross(along, normal);
        const glm::vec3 x = std::cos(angle) * normal + std::sin(angle) * side;
        frames.push_back({points[i], glm::mat3(x, glm::cross(along, x), along)});
    }
    return frames;
}

/// A tube about joints whose third axis points along it, with flat ends.
Triangles tubeAbout(const std::vector<Pose>& frames, float radius)
{
    Triangles tube;
    const auto addRing = [&](std::size_t joint, float toEnd)
    {
        for (int k = 0; k <= sides; ++k)
        {
            const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / sides;
            const glm::vec3 out = frames[joint].axes * glm::vec3(std::cos(angle), std::sin(angle), 0.0f);
            tube.positions.push_back(frames[joint].position + radius * out);
            tube.normals.push_back(toEnd == 0.0f ? out : toEnd * frames[joint].axes[2]);
            tube.joints.push_back(static_cast<std::uint16_t>(joint));
        }
        return static_cast<std::uint32_t>(tube.positions.size() - sides - 1);
    };
    const auto addTriangle = [&tube](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        tube.indices.insert(tube.indices.end(), {a, b, c});
    };
    for (std::size_t joint = 0; joint < frames.size(); ++joint)
        addRing(joint, 0.0f);
    for (std::uint32_t ring = 0; ring + 1 < frames.size(); ++ring)
        for (std::uint32_t k = 0; k < sides; ++k)
        {
            const std::uint32_t at = ring * (sides + 1) + k;
            const std::uint32_t next = at + sides + 1;
            addTriangle(at, at + 1, next + 1);
            addTriangle(at, next + 1, next);
        }
    for (const auto& [joint, toEnd] : {std::pair(std::size_t{0}, -1.0f), std::pair(frames.size() - 1, 1.0f)})
    {
        const std::uint32_t ring = addRing(joint, toEnd);
        for (std::uint32_t k = 1; k + 1 < sides; ++k)
            toEnd > 0.0f ? addTriangle(ring, ring + k, ring + k + 1) : addTriangle(ring, ring + k + 1, ring + k);
    }
    return tube;
}

/// Axes of each point of a sheet: along its rows, along its columns, and across it.
std::vector<Pose> framesOf(const Surface& sheet)
{
    std::vector<Pose> frames;
    const auto at = [&sheet](int row, int column)
    {
        row = std::clamp(row, 0, sheet.rows - 1);
        column = std::clamp(column, 0, sheet.columns - 1);
        return sheet.points[static_cast<std::size_t>(row) * static_cast<std::size_t>(sheet.columns) +
                            static_cast<std::size_t>(column)];
    };
    const auto unit = [](const glm::vec3& v, const glm::vec3& otherwise)
    { return glm::dot(v, v) > 0.0f ? glm::normalize(v) : otherwise; };
    for (int row = 0; row < sheet.rows; ++row)
        for (int column = 0; column < sheet.columns; ++column)
        {
            const glm::vec3 x = unit(at(row, column + 1) - at(row, column - 1), {1.0f, 0.0f, 0.0f});
            const glm::vec3 z = unit(glm::cross(x, at(row + 1, column) - at(row - 1, column)), across(x));
            frames.push_back({at(row, column), glm::mat3(x, glm::cross(z, x), z)});
        }
    return frames;
}

Triangles sheetOf(const std::vector<Pose>& frames, int columns, int rows)
{
    Triangles sheet;
    for (std::size_t joint = 0; joint < frames.size(); ++joint)
    {
        sheet.positions.push_back(frames[joint].position);
        sheet.normals.push_back(frames[joint].axes[2]);
        sheet.joints.push_back(static_cast<std::uint16_t>(joint));
    }
    for (int row = 0; row + 1 < rows; ++row)
        for (int column = 0; column + 1 < columns; ++column)
        {
            const auto a = static_cast<std::uint32_t>(row * columns + column);
            const auto below = a + static_cast<std::uint32_t>(columns);
            sheet.indices.insert(sheet.indices.end(), {a, a + 1, below + 1, a, below + 1, below});
        }
    return sheet;
}

Triangles trianglesOf(const SpatialShape& shape)
{
    switch (shape.kind)
    {
    case SpatialShape::Kind::sphere:
        return ballTriangles(shape.radius);
    case SpatialShape::Kind::bar:
        return barTriangles(shape.radius, shape.length);
    case SpatialShape::Kind::post:
        return postTriangles(shape.radius, shape.length);
    case SpatialShape::Kind::box:
        return boxTriangles(shape.size);
    case SpatialShape::Kind::ring:
        break;
    }
    return ringTriangles(shape.radius, shape.thickness);
}

std::vector<float> floatsOf(const std::vector<glm::vec3>& vectors)
{
    std::vector<float> floats;
    for (const glm::vec3& v : vectors)
        floats.insert(floats.end(), {v.x, v.y, v.z});
    return floats;
}

/// Builds the file.
class SceneBuilder
{
public:
    explicit SceneBuilder(std::span<const Snapshot> moments) : moments_(moments)
    {
        if (moments.size() < 2)
            return;
        std::vector<float> times;
        for (const Snapshot& moment : moments)
            times.push_back(static_cast<float>(moment.time - moments.front().time));
        times_ = writer_.floats(times, 1, true);
    }

    std::string file()
    {
        addRopes();
        addSheets();
        addSolids("solid", &Snapshot::solids);
        addSolids("shape", &Snapshot::spatialShapes);
        addSolids("furniture", &Snapshot::furniture);
        addPlanarShapes();
        addGround();
        if (!channels_.empty())
            writer_.add("animations", {{"name", "run"}, {"samplers", samplers_}, {"channels", channels_}});
        return writer_.file(roots_);
    }

private:
    using Json = nlohmann::ordered_json;

    std::size_t materialOf(const Finish& finish)
    {
        const auto [at, isNew] = materials_.emplace(finish.key(), 0);
        if (isNew)
            at->second = writer_.add("materials",
                                     {{"pbrMetallicRoughness",
                                       {{"baseColorFactor", {finish.colour.x, finish.colour.y, finish.colour.z, 1.0}},
                                        {"metallicFactor", finish.metal},
                                        {"roughnessFactor", finish.roughness}}},
                                      {"doubleSided", true}});
        return at->second;
    }

    std::size_t meshOf(const Triangles& triangles, const Finish& finish)
    {
        Json attributes{{"POSITION", writer_.vertices(floatsOf(triangles.positions), 3, true)},
                        {"NORMAL", writer_.vertices(floatsOf(triangles.normals), 3)}};
        if (!triangles.joints.empty())
        {
            std::vector<std::uint16_t> joints;
            std::vector<float> weights;
            for (const std::uint16_t joint : triangles.joints)
            {
                joints.insert(joints.end(), {joint, 0, 0, 0});
                weights.insert(weights.end(), {1.0f, 0.0f, 0.0f, 0.0f});
            }
            attributes["JOINTS_0"] = writer_.joints(joints);
            attributes["WEIGHTS_0"] = writer_.vertices(weights, 4);
        }
        return writer_.add("meshes", {{"primitives", Json::array({{{"attributes", attributes},
                                                                   {"indices", writer_.indices(triangles.indices)},
                                                                   {"material", materialOf(finish)}}})}});
    }

    void animate(std::size_t node, const char* path, const std::vector<float>& values, std::size_t parts,
                 const char* interpolation)
    {
        channels_.push_back({{"sampler", samplers_.size()}, {"target", {{"node", node}, {"path", path}}}});
        samplers_.push_back(
            {{"input", *times_}, {"output", writer_.floats(values, parts)}, {"interpolation", interpolation}});
    }

    /// A node at the first place of its way, which it then goes; away from it, it has no size.
    std::size_t nodeOn(const Way& way, Json node)
    {
        const auto first = std::find_if(way.begin(), way.end(), [](const auto& pose) { return pose.has_value(); });
        Pose pose = **first;
        std::vector<float> positions;
        std::vector<float> turns;
        std::vector<float> scales;
        glm::quat before = glm::quat_cast(pose.axes);
        for (const std::optional<Pose>& there : way)
        {
            pose = there.value_or(pose);
            glm::quat turn = glm::normalize(glm::quat_cast(pose.axes));
            turn = glm::dot(turn, before) < 0.0f ? -turn : turn; // the shorter way from the moment before
            before = turn;
            positions.insert(positions.end(), {pose.position.x, pose.position.y, pose.position.z});
            turns.insert(turns.end(), {turn.x, turn.y, turn.z, turn.w});
            scales.insert(scales.end(), 3, there ? 1.0f : 0.0f);
        }
        node["translation"] = std::vector<float>(positions.begin(), positions.begin() + 3);
        node["rotation"] = std::vector<float>(turns.begin(), turns.begin() + 4);
        const std::size_t index = writer_.add("nodes", std::move(node));
        const auto changes = [](const std::vector<float>& values, std::size_t parts)
        { return !std::equal(values.begin() + static_cast<std::ptrdiff_t>(parts), values.end(), values.begin()); };
        if (!times_)
            return index;
        if (changes(positions, 3))
            animate(index, "translation", positions, 3, "LINEAR");
        if (changes(turns, 4))
            animate(index, "rotation", turns, 4, "LINEAR");
        if (std::count(scales.begin(), scales.end(), 0.0f) > 0)
            animate(index, "scale", scales, 3, "STEP");
        return index;
    }

    /// A mesh whose corners go with joints; `ways` has one for each joint, and `triangles` was made where they begin.
    void addSkinned(const std::string& name, const std::vector<Way>& ways, const Triangles& triangles,
                    const Finish& finish)
    {
        std::vector<std::size_t> joints;
        std::vector<float> inverses;
        for (const Way& way : ways)
        {
            joints.push_back(nodeOn(way, Json::object()));
            const Pose& pose = **std::find_if(way.begin(), way.end(), [](const auto& at) { return at.has_value(); });
            const glm::mat3 back = glm::transpose(pose.axes);
            const glm::vec3 shift = -(back * pose.position);
            for (int column = 0; column < 3; ++column)
                inverses.insert(inverses.end(), {back[column].x, back[column].y, back[column].z, 0.0f});
            inverses.insert(inverses.end(), {shift.x, shift.y, shift.z, 1.0f});
        }
        const std::size_t skin =
            writer_.add("skins", {{"inverseBindMatrices", writer_.floats(inverses, 16)}, {"joints", joints}});
        const std::size_t mesh = meshOf(triangles, finish);
        const std::size_t parent = writer_.add("nodes", {{"name", name + " masses"}, {"children", joints}});
        roots_.push_back(parent);
        roots_.push_back(writer_.add("nodes", {{"name", name}, {"mesh", mesh}, {"skin", skin}}));
    }

    void addRopes()
    {
        std::size_t ropes = 0;
        for (const Snapshot& moment : moments_)
            ropes = std::max(ropes, moment.polylines.size());
        for (std::size_t rope = 0; rope < ropes; ++rope)
            addRope(rope);
    }

    static bool isGood(const Polyline& line)
    {
        return line.points.size() > 1 && line.radius > 0.0f &&
               std::all_of(line.points.begin(), line.points.end(), isFinite);
    }

    void addRope(std::size_t rope)
    {
        std::size_t most = 0;
        const Polyline* usual = nullptr;
        for (const Snapshot& moment : moments_)
            if (rope < moment.polylines.size() && isGood(moment.polylines[rope]))
            {
                usual = usual != nullptr ? usual : &moment.polylines[rope];
                most = std::max(most, moment.polylines[rope].points.size());
            }
        if (usual == nullptr)
            return;
        std::vector<Way> ways(most, Way(moments_.size()));
        std::optional<std::vector<Pose>> begin;
        glm::vec3 first = across(glm::normalize(usual->points[1] - usual->points[0] + glm::vec3(1e-12f)));
        for (std::size_t i = 0; i < moments_.size(); ++i)
        {
            if (rope >= moments_[i].polylines.size() || !isGood(moments_[i].polylines[rope]))
                continue;
            const Polyline& line = moments_[i].polylines[rope];
            const std::vector<Pose> frames = framesOf(spread(line.points, most), line.twist, first);
            begin = begin ? begin : frames;
            for (std::size_t joint = 0; joint < most; ++joint)
                ways[joint][i] = frames[joint];
        }
        addSkinned(fmt::format("rope {}", rope + 1), ways, tubeAbout(*begin, usual->radius), finishOf(*usual));
    }

    void addSheets()
    {
        for (std::size_t sheet = 0; sheet < moments_.front().surfaces.size(); ++sheet)
        {
            const Surface& usual = moments_.front().surfaces[sheet];
            std::vector<Way> ways(usual.points.size(), Way(moments_.size()));
            for (std::size_t i = 0; i < moments_.size(); ++i)
            {
                if (sheet >= moments_[i].surfaces.size() || moments_[i].surfaces[sheet].columns != usual.columns ||
                    moments_[i].surfaces[sheet].rows != usual.rows)
                    continue;
                const std::vector<Pose> frames = framesOf(moments_[i].surfaces[sheet]);
                for (std::size_t joint = 0; joint < frames.size(); ++joint)
                    ways[joint][i] = frames[joint];
            }
            addSkinned(fmt::format("sheet {}", sheet + 1), ways, sheetOf(framesOf(usual), usual.columns, usual.rows),
                       {{0.42f, 0.05f, 0.06f}, 0.0f, 0.9f});
        }
    }

    void addSolids(const std::string& name, std::vector<SpatialShape> Snapshot::*list)
    {
        std::size_t most = 0;
        for (const Snapshot& moment : moments_)
            most = std::max(most, (moment.*list).size());
        for (std::size_t number = 0; number < most; ++number)
        {
            Way way(moments_.size());
            const SpatialShape* usual = nullptr;
            for (std::size_t i = 0; i < moments_.size(); ++i)
                if (const auto& shapes = moments_[i].*list; number < shapes.size() && isGoodShape(shapes[number]))
                {
                    usual = usual != nullptr ? usual : &shapes[number];
                    way[i] = Pose{shapes[number].position, shapes[number].axes};
                }
            if (usual != nullptr)
                addBody(fmt::format("{} {}", name, number + 1), way, trianglesOf(*usual),
                        finishOf(usual->material, usual->colour));
        }
    }

    void addPlanarShapes()
    {
        for (std::size_t number = 0; number < moments_.front().planarShapes.size(); ++number)
        {
            const PlanarShape& usual = moments_.front().planarShapes[number];
            const std::span<const glm::vec2> outline = outlineOf(usual, moments_.front());
            if (outline.empty() && !isGoodBall(usual))
                continue;
            Way way(moments_.size());
            for (std::size_t i = 0; i < moments_.size(); ++i)
                if (number < moments_[i].planarShapes.size())
                {
                    const PlanarShape& shape = moments_[i].planarShapes[number];
                    const float c = std::cos(shape.angle);
                    const float s = std::sin(shape.angle);
                    way[i] =
                        Pose{glm::vec3(shape.position, shape.z), {{c, s, 0.0f}, {-s, c, 0.0f}, {0.0f, 0.0f, 1.0f}}};
                }
            const Rgba8 paint = paintOf(usual);
            const glm::vec3 colour = glm::vec3(paint[0], paint[1], paint[2]) / 255.0f;
            addBody(fmt::format("body {}", number + 1), way,
                    outline.empty() ? ballTriangles(usual.radius)
                                    : prismTriangles(outline, depthOf(usual, moments_.front())),
                    finishOf(usual.material, colour));
        }
    }

    void addBody(const std::string& name, const Way& way, const Triangles& triangles, const Finish& finish)
    {
        if (!triangles.indices.empty())
            roots_.push_back(nodeOn(way, {{"name", name}, {"mesh", meshOf(triangles, finish)}}));
    }

    void addGround()
    {
        if (!moments_.front().hasGround)
            return;
        constexpr float halfSize = 20.0f; // [m]
        Way way;
        for (const Snapshot& moment : moments_)
            way.push_back(Pose{{0.0f, drawnGroundHeight(moment), 0.0f}, glm::mat3(1.0f)});
        addBody("ground", way, floorTriangles(halfSize), {{0.33f, 0.35f, 0.37f}, 0.0f, 1.0f});
    }

    std::span<const Snapshot> moments_;
    GltfWriter writer_;
    std::optional<std::size_t> times_; ///< accessor of the times of the moments; none of a single one
    std::map<std::tuple<float, float, float, float, float>, std::size_t> materials_;
    Json samplers_ = Json::array();
    Json channels_ = Json::array();
    std::vector<std::size_t> roots_;
};

} // namespace

void demandGltf(const Snapshot& snapshot)
{
    if (const int ropes = snapshot.field.ropeCount; ropes > 0)
        throw std::invalid_argument(
            fmt::format("glTF: a field of {} ropes is not written; take a scene that shows each of its ropes", ropes));
}

std::string gltfOf(std::span<const Snapshot> moments)
{
    demandGltf(moments.front());
    return SceneBuilder(moments).file();
}

} // namespace ropewalk
