#include <rope/detail/step_causes.hpp>

namespace rope
{

StepCauses StepCauses::all()
{
    return StepCauses(Bits().set());
}

StepCauses StepCauses::only(StepCause cause)
{
    return StepCauses(Bits().set(static_cast<std::size_t>(cause)));
}

StepCauses StepCauses::allBut(StepCause cause)
{
    return StepCauses(~only(cause).bits_);
}

} // namespace rope
