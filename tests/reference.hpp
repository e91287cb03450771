#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <string>

/// An item of a file in tests/data: values computed independently of this project, with their tolerances.
inline nlohmann::json referenceItem(const std::string& id, const std::string& fileName = "reference.json")
{
    std::ifstream file(std::string(ROPEWALK_TEST_DATA) + "/" + fileName);
    const nlohmann::json all = nlohmann::json::parse(file);
    for (const nlohmann::json& item : all.at("items"))
        if (item.at("id") == id)
            return item;
    throw std::runtime_error("no reference item " + id + " in " + fileName);
}
