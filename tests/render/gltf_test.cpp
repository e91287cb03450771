// What is written as glTF, read back by a reader of other people's.

#if __has_include(<tiny_gltf.h>)

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

#include "catch.hpp"

#include "render/gltf/gltf_scene.hpp"
#include "render/gltf/gltf_shapes.hpp"
#include "scenes/scene.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/mat4x4.hpp>

#include <cstring>
#include <numbers>
#include <string>
#include <vector>

namespace gltf_test
{

using ropewalk::Snapshot;
using ropewalk::Triangles;

tinygltf::Model read(const std::string& bytes)
{
    tinygltf::TinyGLTF reader;
    tinygltf::Model model;
    std::string error;
    std::string warning;
    const bool whole =
        reader.LoadBinaryFromMemory(&model, &error, &warning, reinterpret_cast<const unsigned char*>(bytes.data()),
                                    static_cast<unsigned>(bytes.size()));
    CHECK(error.empty());
    CHECK(warning.empty());
    REQUIRE(whole);
    return model;
}

/// The numbers of an accessor.
template <typename Number>
std::vector<Number> numbers(const tinygltf::Model& model, int accessor)
{
    const tinygltf::Accessor& at = model.accessors.at(static_cast<std::size_t>(accessor));
    const tinygltf::BufferView& view = model.bufferViews.at(static_cast<std::size_t>(at.bufferView));
    std::vector<Number> result(
        at.count * static_cast<std::size_t>(tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(at.type))));
    REQUIRE(static_cast<std::size_t>(tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(at.componentType))) ==
            sizeof(Number));
    REQUIRE(result.size() * sizeof(Number) <= view.byteLength);
    std::memcpy(result.data(), model.buffers[0].data.data() + view.byteOffset, result.size() * sizeof(Number));
    return result;
}

/// What one node's `path` is at a moment; what the node itself has where nothing moves it.
std::vector<float> valueAt(const tinygltf::Model& model, int node, const std::string& path, std::size_t moment)
{
    const tinygltf::Node& still = model.nodes[static_cast<std::size_t>(node)];
    for (const tinygltf::Animation& animation : model.animations)
        for (const tinygltf::AnimationChannel& channel : animation.channels)
            if (channel.target_node == node && channel.target_path == path)
            {
                const std::size_t parts = path == "rotation" ? 4 : 3;
                const std::vector<float> all =
                    numbers<float>(model, animation.samplers[static_cast<std::size_t>(channel.sampler)].output);
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(parts * moment);
                return {begin, begin + static_cast<std::ptrdiff_t>(parts)};
            }
    const std::vector<double>& own = path == "rotation" ? still.rotation : still.translation;
    return {own.begin(), own.end()};
}

glm::mat4 placeAt(const tinygltf::Model& model, int node, std::size_t moment)
{
    const std::vector<float> p = valueAt(model, node, "translation", moment);
    const std::vector<float> q = valueAt(model, node, "rotation", moment);
    glm::mat4 place(glm::mat3_cast(glm::quat(q[3], q[0], q[1], q[2])));
    place[3] = glm::vec4(p[0], p[1], p[2], 1.0f);
    return place;
}

std::vector<Snapshot> film(const std::string& id, int moments, const std::map<std::string, std::string>& constants = {})
{
    const std::unique_ptr<ropewalk::Scene> scene = ropewalk::makeScene(id);
    for (const auto& [name, value] : constants)
        scene->parameters().set(name, value);
    scene->reset();
    std::vector<Snapshot> result;
    for (int i = 0; i < moments; ++i)
    {
        scene->fill(result.emplace_back());
        for (int tick = 0; tick < 6; ++tick)
            scene->advance(1.0 / 60.0, {});
    }
    return result;
}

/// Six times the volume that the triangles enclose.
float volume(const Triangles& triangles)
{
    float sum = 0.0f;
    for (std::size_t i = 0; i < triangles.indices.size(); i += 3)
    {
        const auto at = [&](std::size_t k) { return triangles.positions[triangles.indices[i + k]]; };
        sum += glm::dot(at(0), glm::cross(at(1), at(2)));
    }
    return sum / 6.0f;
}

TEST_CASE("glTF shapes enclose their volume and look outwards")
{
    constexpr float pi = std::numbers::pi_v<float>;
    // A circle of 32 corners has 0.6 % less area, a sphere of them 1.3 % less volume.
    CHECK(volume(ropewalk::ballTriangles(0.5f)) == Approx(4.0f / 3.0f * pi * 0.125f).epsilon(0.02));
    CHECK(volume(ropewalk::barTriangles(0.5f, 2.0f)) == Approx(pi * 0.25f * (2.0f + 2.0f / 3.0f)).epsilon(0.02));
    CHECK(volume(ropewalk::postTriangles(0.5f, 2.0f)) == Approx(pi * 0.5f).epsilon(0.01));
    CHECK(volume(ropewalk::ringTriangles(1.0f, 0.1f)) == Approx(2.0f * pi * pi * 0.01f).epsilon(0.04));
    CHECK(volume(ropewalk::boxTriangles({1.0f, 2.0f, 3.0f})) == Approx(6.0f));
    for (const Triangles& shape : {ropewalk::ballTriangles(0.5f), ropewalk::barTriangles(0.5f, 2.0f),
                                   ropewalk::postTriangles(0.5f, 2.0f), ropewalk::ringTriangles(1.0f, 0.1f),
                                   ropewalk::boxTriangles({1.0f, 2.0f, 3.0f}), ropewalk::floorTriangles(1.0f)})
        for (std::size_t i = 0; i < shape.indices.size(); i += 3)
        {
            const auto at = [&](std::size_t k) { return shape.positions[shape.indices[i + k]]; };
            const glm::vec3 face = glm::cross(at(1) - at(0), at(2) - at(0));
            if (glm::length(face) > 1e-6f) // none at a pole
                CHECK(glm::dot(glm::normalize(face), shape.normals[shape.indices[i]]) > 0.5f);
        }
}

TEST_CASE("a film of a rope as glTF has its masses as joints, and a tube of its radius about them at each moment")
{
    const std::vector<Snapshot> moments = film("rope", 5);
    const tinygltf::Model model = read(ropewalk::gltfOf(moments));
    REQUIRE(model.skins.size() == 1);
    const tinygltf::Skin& skin = model.skins[0];
    REQUIRE(skin.joints.size() == moments[0].polylines[0].points.size());
    const std::vector<float> inverses = numbers<float>(model, skin.inverseBindMatrices);
    const auto carrier =
        std::find_if(model.nodes.begin(), model.nodes.end(), [](const tinygltf::Node& node) { return node.skin == 0; });
    const tinygltf::Primitive& tube = model.meshes[static_cast<std::size_t>(carrier->mesh)].primitives[0];
    const std::vector<float> vertices = numbers<float>(model, tube.attributes.at("POSITION"));
    const std::vector<std::uint16_t> joints = numbers<std::uint16_t>(model, tube.attributes.at("JOINTS_0"));
    const std::vector<float> times = numbers<float>(model, model.animations.at(0).samplers[0].input);
    REQUIRE(times.size() == moments.size());
    CHECK(times[4] == Approx(moments[4].time - moments[0].time));
    for (std::size_t moment = 0; moment < moments.size(); ++moment)
        for (std::size_t i = 0; i < vertices.size() / 3; i += 7)
        {
            const std::size_t joint = joints[4 * i];
            const glm::mat4 skinned =
                placeAt(model, skin.joints[joint], moment) * glm::make_mat4(inverses.data() + 16 * joint);
            const glm::vec3 at(skinned * glm::vec4(glm::make_vec3(vertices.data() + 3 * i), 1.0f));
            const glm::vec3 mass = moments[moment].polylines[0].points[joint];
            CHECK(glm::distance(at, mass) == Approx(moments[moment].polylines[0].radius).epsilon(1e-3));
        }
}

TEST_CASE("a rope that is paid out has all its joints from the beginning")
{
    const std::vector<Snapshot> moments = film("rope", 5, {{"mass_count", "20"}, {"payout_speed", "1"}});
    REQUIRE(moments.back().polylines[0].points.size() > moments.front().polylines[0].points.size());
    const tinygltf::Model model = read(ropewalk::gltfOf(moments));
    CHECK(model.skins[0].joints.size() == moments.back().polylines[0].points.size());
    const std::vector<float> end = valueAt(model, model.skins[0].joints.back(), "translation", 0);
    CHECK(glm::distance(glm::make_vec3(end.data()), moments[0].polylines[0].points.back()) < 1e-6f);
}

TEST_CASE("every scene that shows its ropes one by one is written as glTF")
{
    for (const ropewalk::SceneEntry& entry : ropewalk::scenes())
    {
        INFO(entry.info.id);
        Snapshot snapshot;
        entry.make()->fill(snapshot);
        if (snapshot.field.ropeCount > 0)
        {
            CHECK_THROWS_WITH(ropewalk::gltfOf(std::span(&snapshot, 1)),
                              "glTF: a field of 12500 ropes is not written; take a scene that shows each of its ropes");
            continue;
        }
        const tinygltf::Model model = read(ropewalk::gltfOf(std::span(&snapshot, 1)));
        CHECK(model.animations.empty());
        CHECK(model.meshes.size() >= snapshot.polylines.size());
        for (const tinygltf::Mesh& mesh : model.meshes)
        {
            const std::vector<std::uint32_t> indices = numbers<std::uint32_t>(model, mesh.primitives[0].indices);
            const std::size_t corners =
                model.accessors[static_cast<std::size_t>(mesh.primitives[0].attributes.at("POSITION"))].count;
            CHECK(*std::max_element(indices.begin(), indices.end()) < corners);
        }
    }
}

} // namespace gltf_test

#endif
