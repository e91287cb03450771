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
        double place = 0.0; ///< along the curve: the number of the edge, and what of it has been gone
    };

    std::vector<Visit> visits; ///< two of each crossing
    std::vector<int> signs; ///< of each crossing: 1 where the upper strand turns counter-clockwise into the lower one
    std::size_t edges = 0;  ///< of the curve

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

/// What an eye far away sees of a line through points, which is joined in one way or another.
class Picture
{
public:
    Picture(const std::vector<Vec3>& points, const Vec3& direction); ///< from the points to the eye

    /// With the last point joined to the first by way of these corners. None where rounding could decide how two edges
    /// cross, in which order an edge meets others, or which is above.
    std::optional<Diagram> joinedBy(const std::vector<Vec3>& corners) const;

private:
    /// A value, and how wrong rounding may have made it.
    struct Rounded
    {
        double value = 0.0;
        double error = 0.0;

        bool decided() const;
    };
    struct Edge
    {
        std::size_t number = 0;
        Vec3 from{0.0};
        Vec3 to{0.0};
    };
    /// Where an edge meets another one.
    struct Meeting
    {
        std::size_t edge = 0;
        Rounded along; ///< 0 at its first point, 1 at the next
        std::size_t crossing = 0;
        bool over = false;
    };
    /// All of them, and whether they are beyond doubt.
    struct Meetings
    {
        std::vector<Meeting> all;
        std::vector<int> signs;
        bool decided = true;
    };

    static Rounded areaOf(const Vec3& a, const Vec3& b, const Vec3& c);
    static Rounded placeOf(const Rounded& first, const Rounded& last);
    void lookAtAll();
    static void look(const Edge& one, const Edge& other, Meetings& meetings);
    static bool order(Meetings& meetings);
    Vec3 seen(const Vec3& point) const;
    Edge edge(std::size_t number) const { return {number, points_[number], points_[number + 1]}; }

    Vec3 origin_;
    Vec3 right_;
    Vec3 up_;
    Vec3 towards_;
    std::vector<Vec3> points_; ///< as the eye sees them: x to the right, y up, z towards it
    Meetings meetings_;
};

/// Takes crossings away as a hand does: a strand that runs over others, or under others, is lifted out and laid down
/// where it crosses fewer. The knot stays what it is. Ends where no strand has a shorter way.
void simplify(Diagram& diagram);

/// Of a ring, from the first side on which rounding decides nothing; none where it touches itself.
std::optional<Diagram> diagramOf(const std::vector<Vec3>& ring);

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
