#pragma once

#include "files/body_list.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

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
struct SceneFileValue
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
    std::optional<SceneFileValue> version;
    std::optional<SceneFileValue> scene;
    std::vector<SceneFileValue> parameters;
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

    bool null() override { return value(SceneFileValue::Kind::string, {}, "null"); }
    bool boolean(bool given) override
    {
        return value(SceneFileValue::Kind::boolean, given ? "true" : "false", "true or false");
    }
    bool number_integer(number_integer_t given) override
    {
        return value(SceneFileValue::Kind::number, std::to_string(given), "a number");
    }
    bool number_unsigned(number_unsigned_t given) override
    {
        return value(SceneFileValue::Kind::number, std::to_string(given), "a number");
    }
    bool number_float(number_float_t, const string_t& given) override
    {
        return value(SceneFileValue::Kind::number, given, "a number");
    }
    bool string(string_t& given) override { return value(SceneFileValue::Kind::string, given, "a text"); }
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
            fail(keyOffset_, rope::unknownName("key", given, known, "keys are " + rope::joined(known)));
        const bool seen = place_ == Place::top
                              ? (given == "ropewalk" && description_.version) ||
                                    (given == "scene" && description_.scene) ||
                                    (given == "parameters" && description_.hasParameters) ||
                                    (given == "bodies" && description_.bodiesOffset)
                              : std::any_of(description_.parameters.begin(), description_.parameters.end(),
                                            [&](const SceneFileValue& value) { return value.name == given; });
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
        return value(SceneFileValue::Kind::vector, fmt::format("{}", fmt::join(vector_, ",")), "a list");
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

    bool bodyValue(SceneFileValue::Kind kind, const std::string& text, std::string_view got)
    {
        if (kind == SceneFileValue::Kind::number)
            return check(bodies_.number(rope::parseNumber(text).value_or(std::nan(""))));
        return check(kind == SceneFileValue::Kind::string && got == "a text" ? bodies_.text(text) : bodies_.other(got));
    }

    bool value(SceneFileValue::Kind kind, std::string text, std::string_view got)
    {
        if (place_ == Place::bodies)
            return bodyValue(kind, text, got);
        if (place_ == Place::outside || got == "null")
            wrongType(got);
        if (place_ == Place::vector)
        {
            if (kind != SceneFileValue::Kind::number)
                wrongType(got);
            constexpr std::size_t enough = 100; // of a list that is too long anyway
            if (vector_.size() < enough)
                vector_.push_back(std::move(text));
            return true;
        }
        SceneFileValue given{key_, keyOffset_, kind, std::move(text)};
        if (place_ == Place::parameters)
            description_.parameters.push_back(std::move(given));
        else if (key_ == "ropewalk" && kind == SceneFileValue::Kind::number)
            description_.version = std::move(given);
        else if (key_ == "scene" && kind == SceneFileValue::Kind::string)
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

} // namespace ropewalk
