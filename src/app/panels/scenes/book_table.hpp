#pragma once

#include <rope/books.hpp>

#include <array>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// A scene's books as rows of numbers, which the table in the window shows.
struct BookTable
{
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

    struct Column
    {
        std::string_view name;
        std::string_view unit;
        std::string_view sentence;
    };
    /// What became of an amount of energy.
    enum class Flow
    {
        came,   ///< it came from there
        stored, ///< it is there now
        lost
    };
    struct Row
    {
        std::string name; ///< as in the diagnostics: "work_of_reel"
        std::string label;
        std::string_view sentence;
        std::array<double, 3> values{none, none, none}; ///< one for each column; `none`: an empty cell
        double share = 0.0;                             ///< of the throughput, in [0, 1]
        Flow flow = Flow::stored;
    };
    struct Group
    {
        std::string_view title;
        std::vector<Row> rows;
    };
    std::array<Column, 3> columns;
    std::vector<Group> groups;
};

/// How fast the amounts of a book change: the mean over half a second, as single steps scatter.
class BookPower
{
public:
    static constexpr double span = 0.5; ///< [s]

    /// The book at the time [s] of the scene. Going back in time begins anew.
    void add(double time, const rope::EnergyBook& book);
    void clear() { moments_.clear(); }

    /// [W] of EnergyBook::gained
    double of(rope::EnergyLine line) const { return rate(&Moment::lines, static_cast<std::size_t>(line)); }
    /// [W] of EnergyBook::now
    double of(rope::EnergyForm form) const { return rate(&Moment::forms, static_cast<std::size_t>(form)); }

private:
    struct Moment
    {
        double time;
        std::array<double, rope::energyLines.size()> lines;
        std::array<double, rope::energyForms.size()> forms;
    };
    template <typename Amounts>
    double rate(Amounts Moment::*amounts, std::size_t i) const
    {
        if (moments_.size() < 2)
            return 0.0;
        const Moment& from = moments_.front();
        const Moment& to = moments_.back();
        return ((to.*amounts)[i] - (from.*amounts)[i]) / (to.time - from.time);
    }

    std::deque<Moment> moments_;
};

BookTable energyTable(const rope::EnergyBook& book, const BookPower& power);
BookTable momentumTable(const rope::MomentumBook& book);
BookTable angularMomentumTable(const rope::MomentumBook& book);

} // namespace ropewalk
