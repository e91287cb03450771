#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <string>

/// An item of tests/data/reference.json: values computed independently of this project, with their tolerances.
inline nlohmann::json referenceItem(const std::string& id)
{
    std::ifstream file(std::string(ROPEWALK_TEST_DATA) + "/reference.json");
    const nlohmann::json all = nlohmann::json::parse(file);
    for (const nlohmann::json& item : all.at("items"))
        if (item.at("id") == id)
            return item;
    throw std::runtime_error("no reference item " + id);
}
