#include "scene_file.hpp"

#include "body_list.hpp"
#include "text_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <variant>

namespace ropewalk
{

namespace
{

constexpr std::size_t largestSceneFile = 1u << 20;

/// Reads the text and notes how far the parser has come: the parser itself tells places for bad syntax only.
class TrackedIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackedIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}

    reference operator*() const { return *at_; }
    TrackedIterator& operator++()
    {
        *reached_ = ++at_;
        return *this;
    }
    TrackedIterator operator++(int)
    {
        TrackedIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const TrackedIterator& a, const TrackedIterator& b) { return a.at_ == b.at_; }

private:
    const char* at_;
    const char** reached_;
};

/// What stands at a key of "parameters".
struct Value
{
    enum class Kind
    {
        number,
        boolean,
        string,
        vector
    };
    std::string name;
    std::size_t offset = 0; ///< of the key in the text
    Kind kind = Kind::number;
    std::string text; ///< as Parameter::parse reads it
};

struct SceneDescription
{
    std::optional<Value> version;
    std::optional<Value> scene;
    std::vector<Value> parameters;
    bool hasParameters = false;
    std::vector<rope::BodyDefinition> bodies;
    std::optional<std::size_t> bodiesOffset; ///< of the key in the text
};

/// Takes the parser's events one by one. There is no tree: what does not belong into a scene file, nesting above all,
/// ends the reading where it stands.
class SceneFileReader : public nlohmann::json_sax<nlohmann::json>
{
public:
    SceneFileReader(std::string_view text, std::string_view name) : text_(text), name_(name), reached_(text.data()) {}

    SceneDescription read()
    {
        const char* end = text_.data() + text_.size();
        nlohmann::json::sax_parse(TrackedIterator(text_.data(), &reached_), TrackedIterator(end, &reached_), this);
        return std::move(description_);
    }

    [[noreturn]] void fail(std::size_t offset, std::string_view message) const
    {
        const std::string_view before = text_.substr(0, offset);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
        const auto isCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
        const auto column =
            1 + std::count_if(before.begin() + static_cast<std::ptrdiff_t>(lineStart), before.end(), isCharacter);
        throw std::invalid_argument(fmt::format("{}:{}:{}: {}", name_, line, column, message));
    }

    bool null() override { return value(Value::Kind::string, {}, "null"); }
    bool boolean(bool given) override { return value(Value::Kind::boolean, given ? "true" : "false", "true or false"); }
    bool number_integer(number_integer_t given) override
    {
        return value(Value::Kind::number, std::to_string(given), "a number");
    }
    bool number_unsigned(number_unsigned_t given) override
    {
        return value(Value::Kind::number, std::to_string(given), "a number");
    }
    bool number_float(number_float_t, const string_t& given) override
    {
        return value(Value::Kind::number, given, "a number");
    }
    bool string(string_t& given) override { return value(Value::Kind::string, given, "a text"); }
    bool binary(binary_t&) override { fail(offset(), "must be text"); }

    bool start_object(std::size_t) override
    {
        if (place_ == Place::bodies)
            return check(bodies_.beginObject());
        if (place_ == Place::outside)
            place_ = Place::top;
        else if (place_ == Place::top && key_ == "parameters")
        {
            place_ = Place::parameters;
            description_.hasParameters = true;
        }
        else
            wrongType("an object");
        return true;
    }

    bool key(string_t& given) override
    {
        if (place_ == Place::bodies)
            return check(bodies_.key(given));
        key_ = given;
        keyOffset_ = keyStart();
        static const std::vector<std::string_view> known{"ropewalk", "scene", "parameters", "bodies"};
        if (place_ == Place::top && std::find(known.begin(), known.end(), given) == known.end())
        {
            const std::string_view near = rope::nearest(given, known);
            fail(keyOffset_,
                 near.empty() ? fmt::format("unknown key '{:.60}'; keys are ropewalk, scene, parameters, bodies", given)
                              : fmt::format("unknown key '{:.60}'; did you mean '{}'?", given, near));
        }
        const bool seen = place_ == Place::top
                              ? (given == "ropewalk" && description_.version) ||
                                    (given == "scene" && description_.scene) ||
                                    (given == "parameters" && description_.hasParameters) ||
                                    (given == "bodies" && description_.bodiesOffset)
                              : std::any_of(description_.parameters.begin(), description_.parameters.end(),
                                            [&](const Value& value) { return value.name == given; });
        if (seen)
            fail(keyOffset_, fmt::format("key '{:.60}' is there twice; must be there once", given));
        // A file of a hundred thousand made-up names would otherwise be compared name with name.
        if (description_.parameters.size() > 10'000)
            fail(keyOffset_, "too many parameters");
        return true;
    }

    bool end_object() override
    {
        if (place_ == Place::bodies)
            return check(bodies_.endObject());
        place_ = place_ == Place::parameters ? Place::top : Place::outside;
        return true;
    }

    bool start_array(std::size_t) override
    {
        if (place_ == Place::bodies)
            return check(bodies_.beginArray());
        if (place_ == Place::top && key_ == "bodies")
        {
            place_ = Place::bodies;
            description_.bodiesOffset = keyOffset_;
            return true;
        }
        if (place_ != Place::parameters)
            wrongType("a list");
        place_ = Place::vector;
        vector_.clear();
        return true;
    }

    bool end_array() override
    {
        if (place_ == Place::bodies)
        {
            check(bodies_.endArray());
            if (bodies_.finished())
            {
                place_ = Place::top;
                description_.bodies = bodies_.take();
            }
            return true;
        }
        place_ = Place::parameters;
        return value(Value::Kind::vector, fmt::format("{}", fmt::join(vector_, ",")), "a list");
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override
    {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ... - what it is"
        std::string_view what = error.what();
        if (const std::size_t dash = what.find(" - "); dash != std::string_view::npos)
            what.remove_prefix(dash + 3);
        else if (const std::size_t bracket = what.find("] "); bracket != std::string_view::npos)
            what.remove_prefix(bracket + 2);
        constexpr std::size_t longest = 200;
        fail(std::min(text_.size(), position > 0 ? position - 1 : 0),
             fmt::format("not JSON: {}", what.substr(0, longest)));
    }

private:
    enum class Place
    {
        outside,
        top,
        parameters,
        vector,
        bodies
    };

    std::size_t offset() const { return static_cast<std::size_t>(reached_ - text_.data()); }

    /// Where the key begins whose closing quote was just read.
    std::size_t keyStart() const
    {
        const auto escaped = [this](std::size_t quote)
        {
            std::size_t backslashes = 0;
            while (backslashes < quote && text_[quote - 1 - backslashes] == '\\')
                ++backslashes;
            return backslashes % 2 == 1;
        };
        std::size_t at = offset() - 1;
        do
            at = text_.rfind('"', at - 1);
        while (escaped(at));
        return at;
    }

    [[noreturn]] void wrongType(std::string_view got) const
    {
        switch (place_)
        {
        case Place::outside:
            fail(0, fmt::format("is {}; must be an object: {{\"ropewalk\": 1, \"scene\": \"rope\"}}", got));
        case Place::top:
            fail(keyOffset_, fmt::format("'{}' is {}; must be {}", key_, got,
                                         key_ == "ropewalk" ? "the number 1"
                                         : key_ == "scene"  ? "the id of a scene"
                                         : key_ == "bodies" ? "a list of bodies"
                                                            : "an object of names and values"));
        case Place::vector:
            fail(keyOffset_, fmt::format("'{:.60}' holds {}; must be three numbers", key_, got));
        case Place::parameters:
        case Place::bodies:
            break;
        }
        fail(keyOffset_,
             fmt::format("'{:.60}' is {}; must be a number, a text, true, false or three numbers in []", key_, got));
    }

    /// Bodies are told by their number: the parser has come further than the mistake when it shows.
    bool check(const BodyListReader::Error& error) const
    {
        if (error)
            fail(std::min(text_.size(), offset()), *error);
        return true;
    }

    bool bodyValue(Value::Kind kind, const std::string& text, std::string_view got)
    {
        if (kind == Value::Kind::number)
            return check(bodies_.number(rope::parseNumber(text).value_or(std::nan(""))));
        return check(kind == Value::Kind::string && got == "a text" ? bodies_.text(text) : bodies_.other(got));
    }

    bool value(Value::Kind kind, std::string text, std::string_view got)
    {
        if (place_ == Place::bodies)
            return bodyValue(kind, text, got);
        if (place_ == Place::outside || got == "null")
            wrongType(got);
        if (place_ == Place::vector)
        {
            if (kind != Value::Kind::number)
                wrongType(got);
            constexpr std::size_t enough = 100; // of a list that is too long anyway
            if (vector_.size() < enough)
                vector_.push_back(std::move(text));
            return true;
        }
        Value given{key_, keyOffset_, kind, std::move(text)};
        if (place_ == Place::parameters)
            description_.parameters.push_back(std::move(given));
        else if (key_ == "ropewalk" && kind == Value::Kind::number)
            description_.version = std::move(given);
        else if (key_ == "scene" && kind == Value::Kind::string)
            description_.scene = std::move(given);
        else
            wrongType(got);
        return true;
    }

    std::string_view text_;
    std::string name_;
    const char* reached_;
    SceneDescription description_;
    BodyListReader bodies_;
    Place place_ = Place::outside;
    std::string key_;
    std::size_t keyOffset_ = 0;
    std::vector<std::string> vector_;
};

void setParameter(rope::Parameters& parameters, const Value& value)
{
    rope::Parameter& parameter = parameters.at(value.name);
    struct Expected
    {
        Value::Kind kind;
        std::string_view name;
    };
    static constexpr std::array<Expected, std::variant_size_v<rope::Parameter::Field>> expected{
        {{Value::Kind::number, "a number"},
         {Value::Kind::number, "a whole number"},
         {Value::Kind::boolean, "true or false"},
         {Value::Kind::string, "one of the texts"},
         {Value::Kind::vector, "three numbers in []"}}};
    static constexpr std::array<std::string_view, 4> kinds{"a number", "true or false", "a text", "a list"};
    const Expected& right = expected[parameter.field().index()];
    if (value.kind != right.kind)
        throw std::invalid_argument(fmt::format("'{}' is {}; must be {}, {}", value.name,
                                                kinds[static_cast<std::size_t>(value.kind)], right.name,
                                                parameter.rangeText()));
    parameter.parse(value.text);
}

std::string jsonValue(const rope::Parameter& parameter)
{
    if (std::holds_alternative<rope::Parameter::Choice>(parameter.field()))
        return fmt::format("\"{}\"", parameter.text());
    if (std::holds_alternative<rope::Vec3*>(parameter.field()))
        return fmt::format("[{}]", parameter.text());
    return parameter.text();
}

} // namespace

std::unique_ptr<Scene> openScene(const std::string& idOrFile)
{
    const auto isId = [&](const SceneEntry& entry) { return entry.info.id == idOrFile; };
    if (std::any_of(scenes().begin(), scenes().end(), isId))
        return makeScene(idOrFile);
    const std::filesystem::path file(idOrFile);
    std::error_code ignored;
    if (idOrFile.ends_with(".json") || std::filesystem::exists(file, ignored))
        return parseScene(readTextFile(file, largestSceneFile), idOrFile);
    return makeScene(idOrFile); // says which names there are
}

std::unique_ptr<Scene> openScene(const std::string& idOrFile,
                                 const std::vector<std::pair<std::string, std::string>>& settings)
{
    std::unique_ptr<Scene> scene = openScene(idOrFile);
    for (const auto& [name, text] : settings)
        scene->parameters().set(name, text);
    if (!settings.empty())
        scene->reset();
    return scene;
}

std::unique_ptr<Scene> parseScene(std::string_view json, std::string_view name)
{
    if (json.size() > largestSceneFile)
        throw std::invalid_argument(fmt::format("{}: is too large, must be at most 1024 KiB", name));
    SceneFileReader reader(json, name);
    const SceneDescription description = reader.read();

    if (!description.version)
        reader.fail(0, "key 'ropewalk' is missing; must be \"ropewalk\": 1");
    if (rope::parseNumber(description.version->text) != 1.0)
        reader.fail(description.version->offset,
                    fmt::format("version {:.60} is not known; must be 1", description.version->text));
    if (!description.scene)
        reader.fail(0, "key 'scene' is missing; must be the id of a scene, such as \"rope\"");

    std::size_t offset = description.scene->offset;
    try
    {
        std::unique_ptr<Scene> scene = makeScene(description.scene->text);
        for (const Value& value : description.parameters)
        {
            offset = value.offset;
            setParameter(scene->parameters(), value);
        }
        if (description.bodiesOffset)
        {
            offset = *description.bodiesOffset;
            auto* host = dynamic_cast<BodyHost*>(scene.get());
            if (!host)
                throw std::invalid_argument(fmt::format("scene '{}' takes no bodies", scene->info().id));
            host->setBodies(description.bodies);
        }
        offset = 0;
        scene->reset(); // laid out anew with these constants, instead of gliding to them
        return scene;
    }
    catch (const std::invalid_argument& error)
    {
        reader.fail(offset, error.what());
    }
}

std::string sceneText(const Scene& scene)
{
    std::string parameters;
    for (const rope::Parameter& parameter : scene.parameters().rows())
        if (!parameter.isDefault())
            parameters += fmt::format("{}\n    \"{}\": {}", parameters.empty() ? "" : ",", parameter.name(),
                                      jsonValue(parameter));
    std::string bodies;
    if (const auto* host = dynamic_cast<const BodyHost*>(&scene); host && !host->ownBodies().empty())
        bodies = fmt::format(",\n  \"bodies\": [\n{}\n  ]", bodyListText(host->ownBodies(), "    "));
    return fmt::format("{{\n  \"ropewalk\": 1,\n  \"scene\": \"{}\",\n  \"parameters\": {{{}{}}}{}\n}}\n",
                       scene.info().id, parameters, parameters.empty() ? "" : "\n  ", bodies);
}

} // namespace ropewalk
