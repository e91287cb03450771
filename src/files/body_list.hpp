#pragma once

#include <rope/rigid_body.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// A scene whose file may list its own bodies.
class BodyHost
{
public:
    virtual ~BodyHost() = default;

    /// Takes the place of the bodies that the scene would lay out by itself. Throws std::invalid_argument naming the
    /// body and what is wrong with it, and then changes nothing.
    virtual void setBodies(const std::vector<rope::BodyDefinition>& bodies) = 0;
    /// Empty unless set.
    virtual const std::vector<rope::BodyDefinition>& ownBodies() const = 0;
};

/// Reads the list of bodies of a scene file, one event of the JSON parser after the other:
/// [{"shape": "circle", "radius": 1, "mass": 2, "position": [x, y], "velocity": [vx, vy], "angle": a,
///   "angular_velocity": w}, {"shape": "polygon", "vertices": [[x, y], ...], "mass": 0, ...}]
/// Every function returns what is wrong, or nothing. The list begins with the bracket that was read before.
class BodyListReader
{
public:
    using Error = std::optional<std::string>;

    Error beginObject();
    Error endObject(); ///< checks the body that ends here
    Error beginArray();
    Error endArray();
    Error key(const std::string& name);
    Error number(double value);
    Error text(const std::string& value);
    Error other(std::string_view what); ///< null, true, false

    bool finished() const { return finished_; }
    std::vector<rope::BodyDefinition> take() { return std::move(bodies_); }

private:
    enum class Place
    {
        list,
        body,
        array, ///< position, velocity, vertices
        vertex
    };

    Error wrongType(std::string_view got) const;
    std::string bodyName() const;
    bool given(std::string_view name) const;

    Place place_ = Place::list;
    bool finished_ = false;
    std::vector<rope::BodyDefinition> bodies_;
    rope::BodyDefinition body_;
    std::vector<std::string> keys_; ///< of this body
    std::string shape_;
    std::vector<double> numbers_; ///< of the array that is being read
};

/// The list as the reader takes it, one body a line, each line begun with `indent`.
std::string bodyListText(const std::vector<rope::BodyDefinition>& bodies, std::string_view indent);

} // namespace ropewalk
