#include "workshop_plan.hpp"

#include "files/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

// A moment of the workshop for a file: besides what ropes and bodies go on from, what cuts and joins have made of the
// ropes, and where holds and solids are on their way.

namespace ropewalk
{

namespace
{

using List = std::vector<double>;

void append(List& list, const Vec3& vector)
{
    list.insert(list.end(), {vector.x, vector.y, vector.z});
}

/// Gives the numbers of a list one after the other.
class ListReader
{
public:
    /// Of a list that has `width` numbers an item, or of none.
    ListReader(const rope::WrittenMoment& moment, std::string_view name, std::size_t width) : name_(name)
    {
        if (const auto found = moment.lists.find(name); found != moment.lists.end())
            list_ = &found->second;
        items_ = list_ != nullptr ? list_->size() / width : 0;
        if (list_ != nullptr && list_->size() != items_ * width)
            refuse("list {} has {} numbers: must have a multiple of {}", name, list_->size(), width);
    }

    std::size_t items() const { return items_; }
    /// Throws where there are items, but not this many.
    void demand(std::size_t items) const
    {
        if (items_ != 0 && items_ != items)
            refuse("list {} is of {} entries: must be of {}", name_, items_, items);
    }
    double number() { return (*list_)[at_++]; }
    std::size_t whole(std::size_t least, std::size_t most)
    {
        const double value = number();
        if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most) && value == std::floor(value)))
            refuse("number {} of list {} = {}: must be whole and {} to {}", at_ - 1, name_, value, least, most);
        return static_cast<std::size_t>(value);
    }
    Vec3 vector()
    {
        Vec3 read;
        for (int i = 0; i < 3; ++i)
            read[i] = number();
        return read;
    }

private:
    std::string_view name_;
    const List* list_ = nullptr;
    std::size_t items_ = 0;
    std::size_t at_ = 0;
};

constexpr std::size_t none = 2; // beside the two ends

List endOf(const RopePlace& place)
{
    return {static_cast<double>(place.end ? static_cast<std::size_t>(*place.end) : none), place.along};
}

void readEnd(ListReader& list, RopePlace& place, std::size_t most)
{
    const std::size_t end = list.whole(0, most);
    place.end = end == none ? std::optional<rope::RopeEnd>() : static_cast<rope::RopeEnd>(end);
    place.along = list.number();
}

} // namespace

rope::WrittenMoment Workshop::written() const
{
    rope::WrittenMoment moment = RopeSimulation::written();
    const auto note = [&moment](const char* name, const List& list)
    {
        if (!list.empty())
            moment.lists[name] = list;
    };
    List pieces;
    for (const Piece& piece : pieces_)
    {
        const auto of = static_cast<double>(ropeNamed(*setUp_, piece.of) - setUp_->ropes.data());
        const rope::Rope& rope = ropeOf(piece);
        pieces.insert(pieces.end(), {of, static_cast<double>(piece.number), piece.whole, piece.from,
                                     static_cast<double>(rope.masses()), rope.constants.springLength});
    }
    note("pieces", pieces);
    List holds;
    for (const Vec3& at : heldAt_)
        append(holds, at);
    note("holds", holds);
    List solids;
    for (const Solid& solid : solids_)
        for (const Vec3& vector :
             {solid.position, solid.axes[0], solid.axes[1], solid.axes[2], solid.velocity, solid.spin})
            append(solids, vector);
    note("solids", solids);
    List start;
    append(start, haulAtStart_);
    append(start, loadAtStart_);
    note("start", start);
    List pulls;
    for (const Pull& pull : pulls_)
        pulls.insert(pulls.end(),
                     {pull.force, pull.outside.value_or(-1.0), pull.held.pull, pull.held.slipped ? 1.0 : 0.0});
    if (std::any_of(pulls_.begin(), pulls_.end(), [](const Pull& pull) { return pull.force > 0.0; }))
        note("pulls", pulls);
    List coming;
    List dragged;
    const auto add = [this](List& list, const RopePlace& place)
    {
        list.push_back(static_cast<double>(&pieceNamed(place.rope) - pieces_.data()));
        const List end = endOf(place);
        list.insert(list.end(), end.begin(), end.end());
    };
    if (join_)
        for (const RopePlace* place : {&join_->one, &join_->other})
            add(coming, *place);
    if (drag_)
    {
        add(dragged, drag_->place);
        append(dragged, drag_->to);
    }
    note("joining", coming);
    note("dragged", dragged);
    if (recoil_ && recoil_->step > 0.0)
        note("recoil", {recoil_->step, static_cast<double>(std::max(0, recoil_->left))});
    return moment;
}

/// The ropes and pieces of a moment.
std::vector<Workshop::Plan> Workshop::plansOf(const rope::WrittenMoment& moment) const
{
    constexpr std::size_t most = 1'000'000;
    moment.check(0, most);
    ListReader list(moment, "pieces", 6);
    if (list.items() == 0)
        return planned(settings_, *setUp_, nullptr);
    std::vector<Plan> plans;
    std::size_t first = 0;
    for (std::size_t i = 0; i < list.items(); ++i)
    {
        if (setUp_->ropes.empty())
            refuse("list pieces: there is no rope in the set-up");
        const SetUpRope& rope = setUp_->ropes[list.whole(0, setUp_->ropes.size() - 1)];
        Plan& plan = plans.emplace_back();
        Piece& piece = plan.piece;
        piece.of = rope.name;
        piece.number = static_cast<int>(list.whole(1, most));
        piece.name = pieceName(rope.name, piece.number);
        piece.reversed = rope.reel == rope::RopeEnd::last;
        piece.whole = list.number();
        piece.from = list.number();
        const std::size_t masses = list.whole(3, most);
        plan.settings = settingsOf(settings_, rope, piece, list.number(), masses);
        if (first + masses > moment.positions.size())
            refuse("list pieces tells more masses than the {} that there are", moment.positions.size());
        const auto begin = moment.positions.begin() + static_cast<std::ptrdiff_t>(first);
        plan.positions.assign(begin, begin + static_cast<std::ptrdiff_t>(masses));
        first += masses;
    }
    return plans;
}

void Workshop::beginAt(const rope::WrittenMoment& moment)
{
    Workshop begun(settings_, setUp_, nullptr, plansOf(moment));
    begun.setBooks(keepsBooks());
    for (std::size_t i = 0; i < state_.bodies.size(); ++i)
    {
        begun.state_.bodies[i].body.mass = state_.bodies[i].body.mass; // setBody() may have changed them
        begun.state_.bodies[i].body.inertia = state_.bodies[i].body.inertia;
    }
    begun.takeWays(moment);
    rope::WrittenMoment rest = moment;
    for (const char* own : {"pieces", "holds", "solids", "start", "pulls", "joining", "dragged", "recoil"})
        rest.lists.erase(own);
    begun.RopeSimulation::beginAt(rest);
    if (begun.recoil_)
        begun.setLongestStep(begun.recoil_->step);
    for (rope::Rope& rope : begun.state_.ropes) // its reel has inserted the others
        rope.constants.massCount = static_cast<int>(rope.masses()) - rope.reel.netInsertions();
    *this = std::move(begun);
}

/// Where things are on their way.
void Workshop::takeWays(const rope::WrittenMoment& moment)
{
    ListReader holds(moment, "holds", 3);
    holds.demand(heldAt_.size());
    for (std::size_t i = 0; i < holds.items(); ++i)
        heldAt_[i] = holds.vector();
    ListReader solids(moment, "solids", 18);
    solids.demand(solids_.size());
    for (std::size_t i = 0; i < solids.items(); ++i)
        for (Vec3* vector : {&solids_[i].position, &solids_[i].axes[0], &solids_[i].axes[1], &solids_[i].axes[2],
                             &solids_[i].velocity, &solids_[i].spin})
            *vector = solids.vector();
    ListReader start(moment, "start", 6);
    start.demand(1);
    if (start.items() == 1)
    {
        haulAtStart_ = start.vector();
        loadAtStart_ = start.vector();
    }
    ListReader pulls(moment, "pulls", 4);
    pulls.demand(pulls_.size());
    for (std::size_t i = 0; i < pulls.items(); ++i)
    {
        pulls_[i].force = pulls.number();
        const double outside = pulls.number();
        pulls_[i].outside = outside < 0.0 ? std::nullopt : std::optional(outside);
        pulls_[i].held.pull = pulls.number();
        pulls_[i].held.slipped = pulls.whole(0, 1) == 1;
    }
    const auto place = [this](ListReader& list, std::size_t mostEnd)
    {
        if (pieces_.empty())
            refuse("there is no rope to be joined or dragged");
        RopePlace read{pieces_[list.whole(0, pieces_.size() - 1)].name};
        readEnd(list, read, mostEnd);
        return read;
    };
    ListReader coming(moment, "joining", 3);
    coming.demand(2);
    if (coming.items() == 2)
    {
        const RopePlace one = place(coming, 1);
        const RopePlace other = place(coming, 1);
        join_ = Join{one, other, draw(massOn(one), massOn(other), drawSpeed)};
    }
    ListReader dragged(moment, "dragged", 6);
    dragged.demand(1);
    if (dragged.items() == 1)
    {
        const RopePlace from = place(dragged, none);
        drag_ = Drag{from, dragged.vector()};
    }
    ListReader recoil(moment, "recoil", 2);
    recoil.demand(1);
    if (recoil.items() == 1)
    {
        const double step = recoil.number();
        if (!(step >= shortestStep && step <= settings_.maxDt))
            refuse("number 0 of list recoil = {}: must be {} to max_dt = {} s", step, shortestStep, settings_.maxDt);
        recoil_ = Recoil{.step = step, .left = static_cast<int>(recoil.whole(0, mostShortSteps))};
    }
}

} // namespace ropewalk
