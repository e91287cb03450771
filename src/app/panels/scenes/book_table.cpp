#include "book_table.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace ropewalk
{

namespace
{

using rope::EnergyForm;
using rope::EnergyLine;
using rope::MomentumLine;

constexpr std::array<std::string_view, rope::energyForms.size()> formLabels{
    "Motion", "Height", "Springs", "Ground's springs", "Bends", "Twist", "Spin", "Contact"};
constexpr std::array<std::string_view, rope::energyLines.size()> lineLabels{"Ball",
                                                                            "Reel",
                                                                            "Grab",
                                                                            "Load",
                                                                            "Solids",
                                                                            "Motors",
                                                                            "Joins",
                                                                            "Changed constants",
                                                                            "Air",
                                                                            "Spring friction",
                                                                            "Ground friction",
                                                                            "Ground absorption",
                                                                            "Friction of contact",
                                                                            "Axles",
                                                                            "Cuts",
                                                                            "Blows of contact",
                                                                            "Made by the steps",
                                                                            "Borrowed for a swing"};
/// Takes the place of a line's sentence where a newcomer needs more words.
constexpr std::string_view helpOf(EnergyLine line)
{
    switch (line)
    {
    case EnergyLine::integrator:
        return "Energy that the steps of the computation have made out of nothing, or eaten where it is negative. An "
               "exact "
               "computation would make none: this line says how far the run can be trusted.";
    case EnergyLine::sway:
        return "Energy that only seems to be there, because a step knows velocities half a step before positions. It "
               "comes and goes within each swing and never adds up.";
    default:
        return {};
    }
}
constexpr std::array<std::string_view, rope::momentumLines.size()> momentumLabels{
    "Gravity",           "Ball",    "Reel",   "Grab",    "Load",
    "Changed constants", "Air",     "Ground", "Contact", "Friction of contact",
    "Spring friction",   "Bending", "Twist",  "Plane",   "Integrator"};

template <typename Enum>
constexpr std::size_t at(Enum value)
{
    return static_cast<std::size_t>(value);
}

BookTable momenta(const rope::MomentumAccount& account, const rope::MomentumBook& book, std::string_view unit)
{
    BookTable table;
    table.columns = {{{"x", unit, "To the right, since the beginning."},
                      {"y", unit, "Up, since the beginning."},
                      {"z", unit, "Towards the viewer, since the beginning."}}};
    const double all = account.throughput();
    const auto row = [&](std::string name, std::string_view label, std::string_view sentence, const rope::Vec3& v)
    {
        const double share = all > 0.0 ? glm::length(v) / all : 0.0;
        return BookTable::Row{std::move(name), std::string(label), sentence, {v.x, v.y, v.z}, share};
    };
    BookTable::Group& brought = table.groups.emplace_back(BookTable::Group{"Brought by", {}});
    for (std::size_t i = 0; i < rope::momentumLines.size(); ++i)
        if (!book.unused[i])
            brought.rows.push_back(row(std::string(rope::momentumLines[i].name), momentumLabels[i],
                                       rope::momentumLines[i].sentence, account.gained(static_cast<MomentumLine>(i))));
    table.groups.push_back({"Balance",
                            {row("change", "Change",
                                 "What all masses have now, less what they had at the beginning: the sum of the above.",
                                 account.now - account.start),
                             row("unaccounted", "Not accounted for", "Change less the sum of the lines: rounding.",
                                 account.imbalance())}});
    return table;
}

} // namespace

void BookPower::add(double time, const rope::EnergyBook& book)
{
    if (!moments_.empty() && time < moments_.back().time)
        moments_.clear();
    if (!moments_.empty() && time == moments_.back().time)
        moments_.pop_back(); // a change of a constant between two steps gives the same time another book
    Moment now{time, {}, book.now};
    for (std::size_t i = 0; i < now.lines.size(); ++i)
        now.lines[i] = book.gained(static_cast<EnergyLine>(i));
    moments_.push_back(now);
    while (moments_.size() > 2 && moments_[1].time <= time - span)
        moments_.pop_front();
}

BookTable energyTable(const rope::EnergyBook& book, const BookPower& power)
{
    BookTable table;
    table.columns = {{{"since reset", "J", "What came in, is stored more than at the beginning, or was lost."},
                      {"share", "%", "Of all the energy that has come from somewhere and gone somewhere."},
                      {"now", "W", "The power, over the last half second."}}};
    const double all = book.throughput();
    const auto row = [&](std::string_view name, std::string_view label, std::string_view sentence, double amount,
                         double watts, BookTable::Flow flow)
    {
        const double share = all > 0.0 ? amount / all : 0.0;
        const std::array<double, 3> values{amount, 100.0 * share, watts};
        return BookTable::Row{std::string(name), std::string(label), sentence, values, std::abs(share), flow};
    };
    const auto lines = [&](std::string_view title, EnergyLine from, EnergyLine to)
    {
        BookTable::Group group{title, {}};
        for (std::size_t i = at(from); i <= at(to); ++i)
        {
            const auto line = static_cast<EnergyLine>(i);
            const double sign = rope::energyLines[i].loss ? -1.0 : 1.0;
            if (!book.unused[i])
                group.rows.push_back(row(rope::energyLines[i].name, lineLabels[i],
                                         helpOf(line).empty() ? rope::energyLines[i].sentence : helpOf(line),
                                         book.amount(line), sign * power.of(line),
                                         book.gained(line) < 0.0 ? BookTable::Flow::lost : BookTable::Flow::came));
        }
        if (!group.rows.empty())
            table.groups.push_back(std::move(group));
    };

    lines("Brought by", EnergyLine::connection, EnergyLine::constants);
    BookTable::Group& stored = table.groups.emplace_back(BookTable::Group{"Stored", {}});
    for (std::size_t i = 0; i < rope::energyForms.size(); ++i)
        if (book.has(static_cast<EnergyForm>(i)))
            stored.rows.push_back(row(rope::energyForms[i].name, formLabels[i], rope::energyForms[i].sentence,
                                      book.now[i] - book.start[i], power.of(static_cast<EnergyForm>(i)),
                                      book.now[i] < book.start[i] ? BookTable::Flow::came : BookTable::Flow::stored));
    lines("Lost to", EnergyLine::air, EnergyLine::contact_absorption);
    lines("Integrator", EnergyLine::integrator, EnergyLine::sway);
    table.groups.push_back(
        {"Balance",
         {{"throughput",
           "Moved in all",
           "All energy that has come from somewhere and gone somewhere since the beginning. The shares are parts of "
           "it.",
           {all, BookTable::none, BookTable::none}},
          {"unaccounted",
           "Not accounted for",
           "What is stored now, less what the lines say. Only the rounding of numbers should be left here.",
           {book.imbalance(), all > 0.0 ? 100.0 * book.imbalance() / all : 0.0, BookTable::none}}}});
    return table;
}

BookTable momentumTable(const rope::MomentumBook& book)
{
    return momenta(book.linear, book, "kg m/s");
}

BookTable angularMomentumTable(const rope::MomentumBook& book)
{
    return momenta(book.angular, book, "kg m2/s");
}

} // namespace ropewalk
