#pragma once

#include <string>
#include <vector>

namespace ropewalk
{

/// A table for people, or for Markdown.
class Table
{
public:
    struct Column
    {
        std::string title;
        bool number = false; ///< aligned to the right
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    std::string text() const;     ///< columns padded to the width of their widest cell
    std::string markdown() const; ///< with | escaped

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace ropewalk
