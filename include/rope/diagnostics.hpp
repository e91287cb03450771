#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rope
{

/// A quantity that a simulation reports: a plot, a CSV column, a number that tests read.
struct Diagnostic
{
    std::string name;
    std::string unit;
    std::string sentence;
    std::function<double()> value;
};

/// The diagnostics of a simulation, in order.
class Diagnostics
{
public:
    void add(std::string_view name, std::string_view unit, std::string_view sentence, std::function<double()> value)
    {
        rows_.push_back({std::string(name), std::string(unit), std::string(sentence), std::move(value)});
    }

    const std::vector<Diagnostic>& rows() const { return rows_; }

    const Diagnostic* find(std::string_view name) const
    {
        for (const Diagnostic& row : rows_)
            if (row.name == name)
                return &row;
        return nullptr;
    }

private:
    std::vector<Diagnostic> rows_;
};

} // namespace rope
