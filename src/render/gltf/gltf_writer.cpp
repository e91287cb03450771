#include "gltf_writer.hpp"

#include <ropewalk/version.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace ropewalk
{

namespace
{

static_assert(std::endian::native == std::endian::little, "glTF is little-endian");

constexpr int unsignedShort = 5123;
constexpr int unsignedInt = 5125;
constexpr int floatingPoint = 5126;
constexpr int vertexData = 34962;
constexpr int indexData = 34963;

void append(std::string& bytes, std::uint32_t number)
{
    char text[sizeof number];
    std::memcpy(text, &number, sizeof number);
    bytes.append(text, sizeof number);
}

/// A chunk of the file: length, type, and content filled up to a multiple of four bytes.
void appendChunk(std::string& bytes, std::uint32_t type, std::string content, char filler)
{
    content.append((4 - content.size() % 4) % 4, filler);
    append(bytes, static_cast<std::uint32_t>(content.size()));
    append(bytes, type);
    bytes += content;
}

} // namespace

GltfWriter::GltfWriter()
{
    document_["asset"] = {{"version", "2.0"}, {"generator", std::string("Ropewalk ") + std::string(version)}};
}

std::size_t GltfWriter::accessor(const void* data, std::size_t bytes, std::size_t count, int component,
                                 const char* type, int target)
{
    nlohmann::ordered_json view{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes}};
    if (target != 0)
        view["target"] = target;
    binary_.append(static_cast<const char*>(data), bytes);
    binary_.append((4 - binary_.size() % 4) % 4, '\0');
    return add(
        "accessors",
        {{"bufferView", add("bufferViews", view)}, {"componentType", component}, {"count", count}, {"type", type}});
}

std::size_t GltfWriter::numbers(std::span<const float> values, std::size_t parts, bool bounds, int target)
{
    const std::size_t count = values.size() / parts;
    const char* type = parts == 1 ? "SCALAR" : parts == 3 ? "VEC3" : parts == 4 ? "VEC4" : "MAT4";
    const std::size_t index = accessor(values.data(), values.size_bytes(), count, floatingPoint, type, target);
    if (bounds)
    {
        std::vector<float> least(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(parts));
        std::vector<float> largest = least;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            least[i % parts] = std::min(least[i % parts], values[i]);
            largest[i % parts] = std::max(largest[i % parts], values[i]);
        }
        document_["accessors"][index]["min"] = least;
        document_["accessors"][index]["max"] = largest;
    }
    return index;
}

std::size_t GltfWriter::floats(std::span<const float> values, std::size_t parts, bool bounds)
{
    return numbers(values, parts, bounds, 0);
}

std::size_t GltfWriter::vertices(std::span<const float> values, std::size_t parts, bool bounds)
{
    return numbers(values, parts, bounds, vertexData);
}

std::size_t GltfWriter::indices(std::span<const std::uint32_t> values)
{
    return accessor(values.data(), values.size_bytes(), values.size(), unsignedInt, "SCALAR", indexData);
}

std::size_t GltfWriter::joints(std::span<const std::uint16_t> values)
{
    return accessor(values.data(), values.size_bytes(), values.size() / 4, unsignedShort, "VEC4", vertexData);
}

std::size_t GltfWriter::add(const char* list, nlohmann::ordered_json element)
{
    nlohmann::ordered_json& elements = document_[list];
    elements.push_back(std::move(element));
    return elements.size() - 1;
}

std::string GltfWriter::file(const std::vector<std::size_t>& roots)
{
    document_["scene"] = 0;
    document_["scenes"] = nlohmann::ordered_json::array({{{"nodes", roots}}});
    document_["buffers"] = nlohmann::ordered_json::array({{{"byteLength", binary_.size()}}});
    constexpr std::uint32_t magic = 0x46546C67;
    constexpr std::uint32_t jsonType = 0x4E4F534A;
    constexpr std::uint32_t binaryType = 0x004E4942;
    std::string chunks;
    appendChunk(chunks, jsonType, document_.dump(), ' ');
    appendChunk(chunks, binaryType, binary_, '\0');
    std::string bytes;
    append(bytes, magic);
    append(bytes, 2);
    append(bytes, static_cast<std::uint32_t>(12 + chunks.size()));
    return bytes + chunks;
}

} // namespace ropewalk
