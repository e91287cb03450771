#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rope
{

enum class CurveEnds
{
    open,  ///< a rope with two ends
    joined ///< the last point joins the first
};

enum class KnotHand
{
    undecided, ///< its own mirror image, or no sum of signs tells
    left,
    right ///< as the overhand knot with the crossings of a right-handed screw: negative signature
};

/// Where a curve goes over or under itself.
struct KnotVisit
{
    double place = 0.0; ///< the number of the edge, and what of it has been gone
    bool over = false;
};

/// Which knot a curve is, as far as its Alexander polynomial and its signature tell. Both are the same in whatever way
/// the curve is bent without passing through itself. Knots of more than seven crossings may share them with a simpler
/// one, whose name they get: 8_20 has both of the square knot, 9_46 the polynomial of 6_1.
struct KnotType
{
    /// Coefficients of the Alexander polynomial by rising powers, exact; the first is above 0. Empty where they do not
    /// fit: a heap of dozens of crossings that no move removes.
    std::vector<std::int64_t> alexander;
    std::int64_t determinant = 0;  ///< the polynomial at -1 without its sign; 0 where there is none
    std::optional<int> signature;  ///< -2 of a right-handed overhand knot; none where it does not fit in 64 bits
    std::size_t crossings = 0;     ///< that are left in the picture after all moves that make it simpler
    int crossingSum = 0;           ///< of their signs: what the picture has of the writhe
    std::vector<KnotVisit> visits; ///< of those crossings, two of each, along the curve; as seen in the picture
    std::string name;              ///< in Rolfsen's table: "3_1"; sums as "3_1 # 3_1*"; empty: none that is known here
    std::string commonName;        ///< "overhand"; empty where people have none
    KnotHand hand = KnotHand::undecided;
    double share = 1.0; ///< of 20 ways to join ends that lie within the rope, those that give this knot
};

/// Throws std::invalid_argument where a point is not finite, there are too few, or the curve touches itself. An
/// open curve is joined as joinedCurve does. Where an end lies within the rope, so that no way out is free, both ends
/// go 20 ways, to the corners of a dodecahedron, and the commonest type counts.
ROPE_API KnotType knotType(const std::vector<Vec3>& points, CurveEnds ends);

/// "overhand 3_1, right-handed", "unknown knot, determinant 27".
ROPE_API std::string knotWords(const KnotType& type);

/// An open curve with its ends joined far away. Each goes straight away from the centre of gravity to 100 times the
/// rope's size; where the rope is in the way, along a direction in which it is not, if there is one. There an arc joins
/// them (K. Millett, A. Dobay, A. Stasiak, Macromolecules 38, 2005).
ROPE_API std::vector<Vec3> joinedCurve(const std::vector<Vec3>& points);

/// Two ropes that are tied to each other as one ring. Both go from the free end to the loaded one; each of the four
/// goes straight away from the middle. The free ends are joined at 100 times the ropes' size, the loaded ones at 200;
/// where the free ends have twisted about each other, by a turn round the loaded ones if that leaves fewer crossings.
ROPE_API std::vector<Vec3> joinedBend(const std::vector<Vec3>& one, const std::vector<Vec3>& other);

/// What V. Patil et al. (Topological mechanics of knots and tangles, Science 367, 2020) count of two ropes that are
/// tied to each other, both directed towards their loaded ends, in the least picture of the ring that they make. The
/// more of each, the better a knot holds. The circulation is after that idea, not by their formula. Free ends that have
/// twisted about each other add to all of them: ask before, or of a drawing.
struct BendCounts
{
    std::size_t crossings = 0;
    int signSum = 0;               ///< of the crossings
    double twistFluctuation = 0.0; ///< variance of their signs
    double circulation = 0.0;      ///< sum over inner faces of |edges that run round it one way less the others|/edges
};

ROPE_API BendCounts bendCounts(const std::vector<Vec3>& one, const std::vector<Vec3>& other);

/// Two edges, each by its first point, and of which curve, that touch.
struct CurveTouch
{
    std::array<std::size_t, 2> curve{};
    std::array<std::size_t, 2> edge{};
};

/// Several of them can be linked, or touch.
struct SpaceCurve
{
    std::vector<Vec3> points;
    CurveEnds ends = CurveEnds::open;
};

/// Two edges that come nearer than the millionth part of a millionth of the curves' size, which then are neither this
/// knot nor that; none where all are apart. Neighbours share a point, and touch where one folds back on the other.
ROPE_API std::optional<CurveTouch> touchOf(const std::vector<SpaceCurve>& curves);

} // namespace rope
