#include "body_pieces.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ropewalk
{

namespace
{

/// Width [m] of the square that is as large.
float widthOf(std::span<const glm::vec2> outline)
{
    float twiceArea = 0.0f;
    for (std::size_t i = 0; i < outline.size(); ++i)
    {
        const glm::vec2& a = outline[i];
        const glm::vec2& b = outline[(i + 1) % outline.size()];
        twiceArea += a.x * b.y - a.y * b.x;
    }
    return std::sqrt(std::max(0.0f, 0.5f * twiceArea));
}

/// Axes that are turned about z [rad].
glm::mat3 turnedInPlane(float angle)
{
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    return {glm::vec3(c, s, 0.0f), glm::vec3(-s, c, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f)};
}

std::array<std::int8_t, 4> packedNormal(const glm::vec3& n)
{
    const auto part = [](float x) { return static_cast<std::int8_t>(127.0f * x); };
    return {part(n.x), part(n.y), part(n.z), 0};
}

/// A circle as a polygon.
std::vector<glm::vec2> circleOutline(float radius, int corners)
{
    std::vector<glm::vec2> outline;
    for (int i = 0; i < corners; ++i)
    {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(corners);
        outline.push_back(radius * glm::vec2(std::cos(angle), std::sin(angle)));
    }
    return outline;
}

/// Of a circle of this radius [pixel], so that its edges are a quarter of a pixel beside it at most: many narrow faces
/// cost as much as wide ones.
int cornersOf(float radius)
{
    constexpr float fewest = 8.0f;
    constexpr float most = 48.0f;
    return static_cast<int>(std::clamp(4.5f * std::sqrt(radius), fewest, most));
}

} // namespace

std::span<const glm::vec2> outlineOf(const PlanarShape& shape, const Snapshot& snapshot)
{
    const std::uint64_t end = static_cast<std::uint64_t>(shape.firstVertex) + shape.vertexCount;
    if (shape.vertexCount < 3 || end > snapshot.outlines.size() || !isFinite({shape.position, shape.angle}))
        return {};
    return {snapshot.outlines.data() + shape.firstVertex, shape.vertexCount};
}

float depthOf(const PlanarShape& shape, const Snapshot& snapshot)
{
    if (shape.depth > 0.0f)
        return shape.depth;
    float deepest = 0.0f;
    for (const PlanarShape& other : snapshot.planarShapes)
        if (shape.fixed && !other.fixed)
            deepest =
                std::max(deepest, other.vertexCount == 0 ? 2.0f * other.radius : widthOf(outlineOf(other, snapshot)));
    return deepest > 0.0f ? 1.5f * deepest : widthOf(outlineOf(shape, snapshot));
}

bool isGoodBall(const PlanarShape& shape)
{
    return isFinite({shape.position, shape.angle}) && shape.radius > 0.0f && std::isfinite(shape.radius);
}

bool isGoodShape(const SpatialShape& shape)
{
    return isFinite(shape.position) && isFinite(shape.axes[0]) && isFinite(shape.axes[1]) && isFinite(shape.axes[2]) &&
           shape.reach() > 0.0f && std::isfinite(shape.reach());
}

Rgba8 paintOf(const PlanarShape& shape)
{
    static constexpr std::array<Rgba8, 10> palette{{{58, 134, 168, 255},
                                                    {233, 167, 72, 255},
                                                    {204, 92, 76, 255},
                                                    {104, 161, 106, 255},
                                                    {138, 110, 178, 255},
                                                    {226, 126, 92, 255},
                                                    {74, 164, 154, 255},
                                                    {199, 116, 148, 255},
                                                    {92, 116, 180, 255},
                                                    {190, 176, 84, 255}}};
    Rgba8 paint{128, 136, 148, 0};
    if (!shape.fixed)
        paint = palette[static_cast<std::uint32_t>(shape.identity) % palette.size()];
    paint[3] = static_cast<std::uint8_t>(shape.material);
    return paint;
}

namespace
{

/// Puts bodies of one material together, in their order.
template <typename Item>
void putByMaterial(std::vector<Item>& items, std::vector<OfMaterial>& materials)
{
    const auto before = [](const Item& a, const Item& b) { return a.paint[3] < b.paint[3]; };
    if (!std::is_sorted(items.begin(), items.end(), before))
        std::stable_sort(items.begin(), items.end(), before);
    materials.clear();
    for (std::size_t first = 0; first < items.size();)
    {
        const auto last =
            std::upper_bound(items.begin() + static_cast<std::ptrdiff_t>(first), items.end(), items[first], before);
        const auto count = static_cast<std::size_t>(last - items.begin()) - first;
        materials.push_back({items[first].paint[3], first, count});
        first += count;
    }
}

} // namespace

void BodyPieces::pack(const Snapshot& snapshot, const glm::vec3& sun, const glm::vec3& eye, float pixel)
{
    balls.clear();
    largestBall = 0.0f;
    prisms.clear();
    shadows.begin(snapshot, sun);
    cloth.pack(snapshot, shadows);

    orderShapes(snapshot, eye);
    for (const auto& [distance, shape] : nearestFirst_)
        if (const auto* const spatial = std::get_if<const SpatialShape*>(&shape))
            addSpatialShape(**spatial, eye, pixel);
        else
            addPlanarShape(*std::get<const PlanarShape*>(shape), snapshot, eye);
    putByMaterial(balls, ballMaterials);
    putByMaterial(prisms, prismMaterials);
    for (const BallInstance& ball : balls)
        largestBall = std::max(largestBall, ball.radius / std::max(glm::distance(ball.position, eye), ball.radius));
}

void BodyPieces::orderShapes(const Snapshot& snapshot, const glm::vec3& eye)
{
    nearestFirst_.clear();
    const auto put = [this, &eye](const glm::vec3& position, auto* shape)
    {
        const glm::vec3 away = position - eye;
        nearestFirst_.emplace_back(glm::dot(away, away), shape);
    };
    for (const std::vector<SpatialShape>* shapes : {&snapshot.solids, &snapshot.spatialShapes, &snapshot.furniture})
        for (const SpatialShape& shape : *shapes)
            if (isGoodShape(shape))
                put(shape.position, &shape);
    for (const PlanarShape& shape : snapshot.planarShapes)
        if (isFinite({shape.position, shape.z}))
            put({shape.position, shape.z}, &shape);
    std::stable_sort(nearestFirst_.begin(), nearestFirst_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
}

void BodyPieces::addPlanarShape(const PlanarShape& shape, const Snapshot& snapshot, const glm::vec3& eye)
{
    const glm::vec3 position(shape.position, shape.z);
    if (shape.vertexCount == 0)
    {
        if (isGoodBall(shape))
            balls.push_back({position, shape.radius, shape.angle, paintOf(shape)});
        return;
    }
    const std::span<const glm::vec2> outline = outlineOf(shape, snapshot);
    if (!outline.empty())
        addPrism({.position = position,
                  .axes = turnedInPlane(shape.angle),
                  .depth = depthOf(shape, snapshot),
                  .paint = paintOf(shape)},
                 outline, eye);
}

void BodyPieces::addSpatialShape(const SpatialShape& shape, const glm::vec3& eye, float pixel)
{
    const float radius = shape.radius;
    const float nearest = std::max(glm::distance(shape.position, eye) - shape.reach(), radius);
    const int corners = cornersOf(radius / (pixel * nearest));
    Rgba8 paint = packed(shape.colour);
    const Rgba8 ballPaint{paint[0], paint[1], paint[2], plainMaterial};
    paint[3] = static_cast<std::uint8_t>(shape.material);
    // Of a prism of this axis the outline lies across it.
    const auto about = [](const glm::mat3& axes) { return glm::mat3(axes[2], axes[0], axes[1]); };
    switch (shape.kind)
    {
    case SpatialShape::Kind::sphere:
        balls.push_back({shape.position, radius, 0.0f, ballPaint});
        break;
    case SpatialShape::Kind::bar:
        for (const float end : {-0.5f, 0.5f})
            balls.push_back({shape.position + end * shape.length * shape.axes[1], radius, 0.0f, ballPaint});
        addPrism({.position = shape.position,
                  .axes = about(shape.axes),
                  .depth = shape.length,
                  .paint = ballPaint,
                  .round = true,
                  .lids = false,
                  .roundEnds = radius},
                 circleOutline(radius, corners), eye);
        break;
    case SpatialShape::Kind::post:
        addPrism({.position = shape.position,
                  .axes = about(shape.axes),
                  .depth = shape.length,
                  .paint = paint,
                  .round = true},
                 circleOutline(radius, corners), eye);
        break;
    case SpatialShape::Kind::box:
    {
        const glm::vec2 half = 0.5f * glm::vec2(shape.size);
        const std::array<glm::vec2, 4> outline{
            {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}}};
        addPrism({.position = shape.position,
                  .axes = shape.axes,
                  .depth = shape.size.z,
                  .paint = paint,
                  .castsShadow = shape.castsShadow},
                 outline, eye);
        break;
    }
    case SpatialShape::Kind::ring:
        addRing(shape, ballPaint, eye);
        break;
    }
}

/// A torus, in pieces that each have a shadow of their own.
void BodyPieces::addRing(const SpatialShape& ring, const Rgba8& paint, const glm::vec3& eye)
{
    constexpr int pieces = 48;
    constexpr int corners = 16;
    constexpr float turn = 2.0f * std::numbers::pi_v<float>;
    const float thick = ring.thickness;
    const auto vertex = [&](int piece, int corner)
    {
        const float around = turn * static_cast<float>(piece) / static_cast<float>(pieces);
        const float across = turn * static_cast<float>(corner) / static_cast<float>(corners);
        const glm::vec3 out = std::cos(around) * ring.axes[0] + std::sin(around) * ring.axes[2];
        const glm::vec3 normal = std::cos(across) * out + std::sin(across) * ring.axes[1];
        return PrismVertex{ring.position + ring.radius * out + thick * normal,
                           2.0f * thick,
                           thick * glm::vec2(across, around),
                           glm::vec4(thick),
                           paint,
                           packedNormal(normal)};
    };
    for (int piece = 0; piece < pieces; ++piece)
    {
        for (int corner = 0; corner < corners; ++corner)
        {
            const PrismVertex a = vertex(piece, corner);
            const PrismVertex b = vertex(piece + 1, corner);
            hull_.insert(hull_.end(), {a.position, b.position});
            const PrismVertex c = vertex(piece, corner + 1);
            const PrismVertex d = vertex(piece + 1, corner + 1);
            if (glm::dot(glm::cross(c.position - a.position, b.position - a.position), eye - a.position) > 0.0f)
                prisms.insert(prisms.end(), {a, b, c, c, b, d}); // else it faces away
        }
        shadows.addHull(hull_, true);
    }
}

/// The faces of a prism that the eye sees.
struct BodyPieces::Faces
{
    const Prism& prism;
    const glm::vec3& eye;
    glm::vec2 middle{0.0f};
    float size = 0.0f;
    /// The distance of the middle from the nearest edge is that which the lid's edges share.
    float inner = std::numeric_limits<float>::max();
    float half = 0.5f * prism.depth;

    struct Edge
    {
        glm::vec2 a;
        glm::vec2 b;
        float length = glm::distance(a, b);
        glm::vec2 out = glm::vec2(b.y - a.y, a.x - b.x) / length;
    };
    glm::vec3 turned(const glm::vec2& v) const { return prism.axes[0] * v.x + prism.axes[1] * v.y; }
    glm::vec3 placed(const glm::vec2& v, float z) const { return prism.position + turned(v) + prism.axes[2] * z; }

    /// Only the lid towards the eye can be seen.
    void addLid(const Edge& edge, std::vector<PrismVertex>& to) const
    {
        const float side = glm::dot(eye - prism.position, prism.axes[2]) > 0.0f ? 1.0f : -1.0f;
        for (const glm::vec2& v : {middle, edge.a, edge.b})
        {
            const glm::vec4 toEdges(glm::dot(edge.a - v, edge.out), inner, inner, inner);
            to.push_back(
                {placed(v, side * half), size, v - middle, toEdges, prism.paint, packedNormal(side * prism.axes[2])});
        }
    }

    PrismVertex onWall(const Edge& edge, const glm::vec2& v, float z, float begin) const
    {
        const float along = glm::length(v - edge.a);
        if (prism.round) // no edge along it, and no corner in its light
            return {placed(v, z),
                    size,
                    glm::vec2(begin + along, z),
                    prism.lids ? glm::vec4(inner, inner, half - z, half + z) : glm::vec4(inner),
                    prism.paint,
                    packedNormal(turned(v) / glm::length(v))};
        const bool upright = std::abs(edge.b.y - edge.a.y) > std::abs(edge.b.x - edge.a.x);
        const glm::vec2 onFace = upright ? glm::vec2(z, v.y - middle.y) : glm::vec2(v.x - middle.x, z);
        const glm::vec4 toEdges(along, edge.length - along, half - z, half + z);
        return {placed(v, z), size, onFace, toEdges, prism.paint, packedNormal(turned(edge.out))};
    }

    void addWall(const Edge& edge, float begin, std::vector<PrismVertex>& to) const
    {
        if (!(glm::dot(eye - placed(edge.a, 0.0f), turned(edge.out)) > 0.0f))
            return; // it faces away
        const PrismVertex a = onWall(edge, edge.a, half, begin);
        const PrismVertex b = onWall(edge, edge.a, -half, begin);
        const PrismVertex c = onWall(edge, edge.b, half, begin);
        to.insert(to.end(), {a, b, c, c, b, onWall(edge, edge.b, -half, begin)});
    }
};

void BodyPieces::addPrism(const Prism& prism, std::span<const glm::vec2> outline, const glm::vec3& eye)
{
    Faces faces{.prism = prism, .eye = eye, .size = widthOf(outline)};
    for (const glm::vec2& corner : outline)
        faces.middle += corner / static_cast<float>(outline.size());
    if (!isFinite({faces.middle, prism.depth}))
        return;
    const auto edgeFrom = [&](std::size_t i) { return Faces::Edge{outline[i], outline[(i + 1) % outline.size()]}; };
    for (std::size_t i = 0; i < outline.size(); ++i)
        if (const Faces::Edge edge = edgeFrom(i); edge.length > 0.0f)
            faces.inner = std::min(faces.inner, glm::dot(edge.a - faces.middle, edge.out));
    for (std::size_t i = 0; i < outline.size(); ++i)
    {
        const Faces::Edge edge = edgeFrom(i);
        if (!(edge.length > 0.0f))
            continue;
        if (prism.lids)
            faces.addLid(edge, prisms);
        faces.addWall(edge, static_cast<float>(i) * edge.length, prisms); // of a circle's edge along its line
        for (const float end : {faces.half, -faces.half})
            hull_.push_back(faces.placed(edge.a, end));
    }
    if (!prism.castsShadow)
        hull_.clear();
    else if (prism.roundEnds > 0.0f)
        for (const float end : {faces.half + prism.roundEnds, -faces.half - prism.roundEnds})
            hull_.push_back(faces.placed({0.0f, 0.0f}, end));
    shadows.addHull(hull_);
}

} // namespace ropewalk
