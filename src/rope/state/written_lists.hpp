#pragma once

#include "fields.hpp"

#include "text/text.hpp"

#include <rope/written_moment.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Lists of a written moment, by the fields of their items.

namespace rope
{

struct Writer
{
    std::vector<double>& list;

    template <typename Number>
    void operator()(const Number& number) const
    {
        list.push_back(static_cast<double>(number));
    }
    void operator()(const Vec3& vector) const { list.insert(list.end(), {vector.x, vector.y, vector.z}); }
};

struct Reader
{
    const std::vector<double>& list;
    std::string_view name;
    std::size_t& at;

    void operator()(double& number) const { number = list[at++]; }
    void operator()(bool& flag) const { flag = list[at++] != 0.0; }
    void operator()(Vec3& vector) const
    {
        for (int i = 0; i < 3; ++i)
            vector[i] = list[at++];
    }
    template <typename Whole>
    void operator()(Whole& number) const
    {
        const double most = std::numeric_limits<Whole>::max();
        const double value = list[at];
        if (!(value >= 0.0 && value <= most && value == std::floor(value)))
            throw std::invalid_argument("number " + std::to_string(at) + " of list " + std::string(name) + " = " +
                                        text::numberText(value) + ": must be whole and 0 to " + text::numberText(most));
        number = static_cast<Whole>(list[at++]);
    }
};

/// Adds a list; none where there are no items.
template <typename Item>
void note(WrittenMoment& moment, std::string_view name, const std::vector<Item>& items)
{
    if (items.empty())
        return;
    std::vector<double>& list = moment.lists[std::string(name)];
    for (Item item : items)
        forFields(item, Writer{list});
}

/// The items of a list, none where it is not there.
template <typename Item>
std::vector<Item> read(const WrittenMoment& moment, std::string_view name)
{
    std::vector<Item> items;
    const auto found = moment.lists.find(name);
    if (found == moment.lists.end())
        return items;
    const std::vector<double>& list = found->second;
    std::vector<double> one;
    Item sample{};
    forFields(sample, Writer{one});
    if (list.size() % one.size() != 0)
        throw std::invalid_argument("list " + std::string(name) + " has " + std::to_string(list.size()) +
                                    " numbers: must have a multiple of " + std::to_string(one.size()));
    for (std::size_t at = 0; at < list.size();)
        forFields(items.emplace_back(), Reader{list, name, at});
    return items;
}

/// The same where there must be `count`, or none.
template <typename Item>
std::vector<Item> read(const WrittenMoment& moment, std::string_view name, std::size_t count)
{
    std::vector<Item> items = read<Item>(moment, name);
    if (!items.empty() && items.size() != count)
        throw std::invalid_argument("list " + std::string(name) + " is of " + std::to_string(items.size()) +
                                    " entries: must be of " + std::to_string(count));
    return items;
}

template <typename Item>
std::vector<Item> readOr(const WrittenMoment& moment, std::string_view name, const std::vector<Item>& usual)
{
    std::vector<Item> items = read<Item>(moment, name, usual.size());
    return items.empty() ? usual : items;
}

} // namespace rope
