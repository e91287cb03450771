#pragma once

#include <algorithm>

namespace rope
{

/// Which part of a correction a group takes. The forces cease to drive on along it between two parts: soon after the
/// one before a touch begins that is far stiffer than what presses it.
class LineBracket
{
public:
    static constexpr double mostBack = 0.2; // at 1 corrections could go to and fro for ever

    double part() const { return part_; }
    /// `back` is what the forces at this part drive back, of the drive. False where it is neither too far nor too
    /// short of the end.
    bool narrow(double back)
    {
        constexpr double mostLeft = 0.5; // where less is left, the next correction finds the end
        constexpr double narrowest = 0.05;
        const double slope = back / part_;
        if (back > mostBack)
        {
            high_ = part_;
            highSlope_ = slope;
        }
        else if (highSlope_ > 0.0 && slope < -mostLeft && high_ - low_ > narrowest * high_)
        {
            highSlope_ *= low_ > 0.0 ? 0.5 : 1.0; // the Illinois rule: a kink would hold all parts at the low end
            low_ = part_;
            lowSlope_ = slope;
        }
        else
            return false;
        part_ = low_ + (high_ - low_) * std::clamp(lowSlope_ / (lowSlope_ - highSlope_), 0.1, 0.5);
        return true;
    }
    /// Of the way to this part only `share` brings nothing through anything.
    void block(double share) { part_ = low_ > 0.0 ? 0.5 * (low_ + part_) : 0.9 * share * part_; }

private:
    double part_ = 1.0;
    double low_ = 0.0;
    double lowSlope_ = -1.0; ///< of the drive
    double high_ = 1.0;
    double highSlope_ = 0.0; ///< 0 before a part was too far
};

} // namespace rope
