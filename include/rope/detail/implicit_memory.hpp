#pragma once

#include <memory>

namespace rope
{

class ImplicitRope;

/// What implicit steps have cost.
struct ImplicitEffort
{
    long long steps = 0;      ///< as asked for
    long long pieces = 0;     ///< tried; a step that Newton's method does not solve in time is taken as two halves
    long long iterations = 0; ///< of Newton's method: linear systems solved
    long long fallbacks =
        0; ///< pieces that had to be taken by implicit Euler; once more where even that was not solved
};

/// Working memory of the implicit integrators, made when it is first used. It is no part of a rope's state: a copied
/// rope starts without, and a rope that is assigned keeps its own, so that saved moments stay small.
class ImplicitMemory
{
public:
    ImplicitMemory();
    ImplicitMemory(const ImplicitMemory&);
    ImplicitMemory(ImplicitMemory&&) noexcept;
    ImplicitMemory& operator=(const ImplicitMemory&);
    ImplicitMemory& operator=(ImplicitMemory&&) noexcept;
    ~ImplicitMemory();

    ImplicitRope& rope();

private:
    std::unique_ptr<ImplicitRope> rope_;
};

} // namespace rope
