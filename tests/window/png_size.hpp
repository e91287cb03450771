#pragma once

#include "catch.hpp"
#include "process.hpp"

#include <filesystem>
#include <string>
#include <utility>

namespace windowtest
{

/// Width and height, which a PNG has in its bytes 16 to 23, the highest first.
inline std::pair<double, double> pngSize(const std::filesystem::path& file)
{
    const std::string bytes = textOf(file);
    REQUIRE(bytes.size() > 24);
    CHECK(bytes.substr(1, 3) == "PNG");
    const auto number = [&bytes](std::size_t at)
    {
        unsigned value = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            value = value << 8U | static_cast<unsigned char>(bytes[i]);
        return static_cast<double>(value);
    };
    return {number(16), number(20)};
}

} // namespace windowtest
