#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ropewalk
{

/// Collects the numbers and the JSON of a binary glTF 2.0 file (Khronos Group, glTF 2.0 specification, chapter 4).
class GltfWriter
{
public:
    GltfWriter();

    /// Each of these adds an accessor and returns its index. `parts` is 1, 3, 4 or 16 numbers an element; `bounds` adds
    /// the least and the largest of each, which positions and times of an animation must have.
    std::size_t floats(std::span<const float> values, std::size_t parts, bool bounds = false);
    std::size_t vertices(std::span<const float> values, std::size_t parts, bool bounds = false); ///< of a mesh
    std::size_t joints(std::span<const std::uint16_t> values); ///< of a mesh, four a corner
    std::size_t indices(std::span<const std::uint32_t> values);

    /// Adds an element to one of the lists of the file, such as "nodes", and returns its index.
    std::size_t add(const char* list, nlohmann::ordered_json element);
    nlohmann::ordered_json& at(const char* list, std::size_t index) { return document_[list][index]; }

    /// The whole file, with these nodes at the root of its scene.
    std::string file(const std::vector<std::size_t>& roots);

private:
    std::size_t numbers(std::span<const float> values, std::size_t parts, bool bounds, int target);
    std::size_t accessor(const void* data, std::size_t bytes, std::size_t count, int component, const char* type,
                         int target);

    nlohmann::ordered_json document_;
    std::string binary_;
};

} // namespace ropewalk
