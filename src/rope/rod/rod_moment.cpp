#include "rope/state/rope_moment.hpp"
#include "rope/state/written_lists.hpp"

#include <rope/rod.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

// A rod's moment as numbers, for a file.

namespace rope
{

const std::vector<std::string_view>& RodSimulation::listNames()
{
    return ropeListNames();
}

WrittenMoment RodSimulation::written() const
{
    WrittenMoment moment = writtenMasses();
    note(moment, state_);
    if (reel_)
        note(moment, "rod_reel",
             std::vector<ReelMoment>{{reel_->restLength(), rope().feed.length, reel_->feedSpeed(),
                                      static_cast<double>(reel_->netInsertions()), settings_.length}});
    return moment;
}

void RodSimulation::beginAt(const WrittenMoment& moment)
{
    const std::size_t count = masses_.size();
    const std::vector<ReelMoment> reels = read<ReelMoment>(moment, "rod_reel", 1);
    if (reel_ && !reels.empty())
    {
        const ReelMoment& reel = reels.front();
        if (!(reel.first > 0.0 && reel.fed > 0.0 && reel.length > 0.0 && std::abs(reel.insertions) < 1e9))
            throw std::invalid_argument("list rod_reel: must have a first segment and a length above 0");
        moment.check(3, static_cast<std::size_t>(1'000'000));
        const int inserted = static_cast<int>(moment.positions.size()) - static_cast<int>(count);
        const std::vector<Mass> before = masses_;
        const Mass inner = masses_[1];
        if (inserted > 0)
            masses_.insert(masses_.begin() + 1, static_cast<std::size_t>(inserted), inner);
        else
            masses_.erase(masses_.begin() + 1, masses_.begin() + 1 - inserted);
        followReel(before, inserted, reel.fed);
        settings_.length = reel.length;
        setConstants();
        reel_ = Reel(reel.first, reel.speed, static_cast<int>(reel.insertions));
    }
    moment.check(masses_.size(), masses_.size());
    placeMasses(moment);
    take(moment, state_);
    setBooks(keepsBooks());
}

} // namespace rope
