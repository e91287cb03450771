#pragma once

#include <rope/vec.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

/// How a closed curve crosses itself in a picture of it: its crossings in the order in which it comes by, over or
/// under.
struct Diagram
{
    struct Visit
    {
        std::size_t crossing = 0;
        bool over = false;
    };

    std::vector<Visit> visits; ///< two of each crossing
    std::vector<int> signs; ///< of each crossing: 1 where the upper strand turns counter-clockwise into the lower one

    /// Of each crossing, where its upper or its lower visit stands.
    std::vector<std::size_t> places(bool over) const
    {
        std::vector<std::size_t> places(signs.size());
        for (std::size_t i = 0; i < visits.size(); ++i)
            if (visits[i].over == over)
                places[visits[i].crossing] = i;
        return places;
    }
};

/// The picture of a closed polygon that an eye far away in that direction sees. None where rounding could decide how
/// two edges cross, in which order an edge meets others, or which is above.
std::optional<Diagram> diagramOf(const std::vector<Vec3>& points, const Vec3& direction);

/// Takes crossings away as a hand does: a strand that runs over others, or under others, is lifted out and laid down
/// where it crosses fewer. The knot stays what it is. Ends where no strand has a shorter way.
void simplify(Diagram& diagram);

/// The faces into which a diagram of at least one crossing parts the plane. Edge e goes from visit e to the next; its
/// sides are 2 e (left) and 2 e + 1 (right).
class Faces
{
public:
    explicit Faces(const Diagram& diagram);

    std::size_t count() const { return first_.size(); }
    std::size_t of(std::size_t side) const { return face_[side]; }

    /// Calls visit(side) for each side of a face.
    template <typename Visit>
    void walk(std::size_t face, const Visit& visit) const
    {
        std::size_t side = first_[face];
        do
        {
            visit(side);
            side = next_[side];
        } while (side != first_[face]);
    }

private:
    std::vector<std::size_t> next_; ///< of each side, the one behind it counter-clockwise round its face
    std::vector<std::size_t> face_;
    std::vector<std::size_t> first_; ///< of each face, one of its sides
};

} // namespace rope
