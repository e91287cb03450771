#include "implicit_rope.hpp"

#include <rope/detail/implicit_memory.hpp>

namespace rope
{

ImplicitMemory::ImplicitMemory() = default;
ImplicitMemory::ImplicitMemory(const ImplicitMemory&) : rope_() {}
ImplicitMemory::ImplicitMemory(ImplicitMemory&&) noexcept = default;
ImplicitMemory& ImplicitMemory::operator=(const ImplicitMemory&)
{
    return *this;
}
ImplicitMemory& ImplicitMemory::operator=(ImplicitMemory&&) noexcept = default;
ImplicitMemory::~ImplicitMemory() = default;

ImplicitRope& ImplicitMemory::rope()
{
    if (!rope_)
        rope_ = std::make_unique<ImplicitRope>();
    return *rope_;
}

} // namespace rope
