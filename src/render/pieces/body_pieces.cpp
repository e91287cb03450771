#include "body_pieces.hpp"

#include "drawn_ground.hpp"

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
    surfaceVertices.clear();
    surfaceIndices.clear();
    balls.clear();
    largestBall = 0.0f;
    prisms.clear();
    shadows.clear();
    sun_ = sun;
    hasGround_ = snapshot.hasGround;
    ground_ = drawnGroundHeight(snapshot);

    for (const Surface& surface : snapshot.surfaces)
        addSurface(surface);

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

namespace
{

/// The points of a grid with `finer` - 1 more between each two neighbours, so that folds are round.
void refine(std::vector<glm::vec3>& points, int& columns, int& rows, int finer)
{
    const auto refineLine = [finer](const auto& at, int count, const auto& put)
    {
        for (int i = 0; i < count; ++i)
        {
            const glm::vec3 b = at(i);
            const glm::vec3 c = at(std::min(i + 1, count - 1));
            // Beyond an edge the line goes on straight.
            const glm::vec3 a = i > 0 ? at(i - 1) : 2.0f * b - c;
            const glm::vec3 d = i + 2 < count ? at(i + 2) : 2.0f * c - b;
            for (int part = 0; part < (i + 1 < count ? finer : 1); ++part)
                put(finer * i + part, between(a, b, c, d, static_cast<float>(part) / static_cast<float>(finer)));
        }
    };
    const int fineColumns = finer * (columns - 1) + 1;
    const int fineRows = finer * (rows - 1) + 1;
    const auto place = [](int row, int column, int width)
    { return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column); };
    std::vector<glm::vec3> wide(place(rows, 0, fineColumns));
    for (int row = 0; row < rows; ++row)
        refineLine([&](int i) { return points[place(row, i, columns)]; }, columns,
                   [&](int i, const glm::vec3& point) { wide[place(row, i, fineColumns)] = point; });
    points.resize(place(fineRows, 0, fineColumns));
    for (int column = 0; column < fineColumns; ++column)
        refineLine([&](int i) { return wide[place(i, column, fineColumns)]; }, rows,
                   [&](int i, const glm::vec3& point) { points[place(i, column, fineColumns)] = point; });
    columns = fineColumns;
    rows = fineRows;
}

} // namespace

void BodyPieces::addSurface(const Surface& surface)
{
    if (surface.columns < 2 || surface.rows < 2 ||
        static_cast<std::uint64_t>(surface.columns) * static_cast<std::uint64_t>(surface.rows) != surface.points.size())
        return;
    sheet_ = surface.points;
    glm::vec3 good = firstFinite(surface.points);
    for (glm::vec3& point : sheet_)
        point = good = isFinite(point) ? point : good;
    const float cell = glm::distance(sheet_[0], sheet_[1]);
    if (hasGround_)
        addSurfaceShadow(surface.columns, surface.rows);

    constexpr std::size_t mostPoints = 4000;
    const int finer = sheet_.size() <= mostPoints ? 3 : 1;
    int columns = surface.columns;
    int rows = surface.rows;
    if (finer > 1)
        refine(sheet_, columns, rows, finer);
    const float half = 0.5f * clothThickness * cell;
    if (hasGround_)
        layOnGround(rows, half, cell);

    const auto first = static_cast<std::uint32_t>(surfaceVertices.size());
    addSheet(columns, rows, static_cast<float>(finer), half);
    addTriangles(first, columns, rows);
}

/// The vertices of both sides, half the thickness beside the sheet.
void BodyPieces::addSheet(int columns, int rows, float finer, float half)
{
    const auto place = [columns](int row, int column)
    { return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column); };
    // The cross products are as large as the cells, so each of the cells around a point counts by its area.
    normals_.assign(sheet_.size(), glm::vec3(0.0f));
    for (int row = 0; row + 1 < rows; ++row)
        for (int column = 0; column + 1 < columns; ++column)
        {
            const std::array<std::size_t, 4> corners{place(row, column), place(row, column + 1), place(row + 1, column),
                                                     place(row + 1, column + 1)};
            const glm::vec3 normal =
                glm::cross(sheet_[corners[2]] - sheet_[corners[1]], sheet_[corners[3]] - sheet_[corners[0]]);
            for (const std::size_t corner : corners)
                normals_[corner] += normal;
        }
    for (const float side : {1.0f, -1.0f})
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
            {
                const std::size_t i = place(row, column);
                const float length = glm::length(normals_[i]);
                const glm::vec3 normal = length > 1e-20f ? normals_[i] / length : glm::vec3(0.0f, 0.0f, 1.0f);
                surfaceVertices.push_back(
                    {sheet_[i] + side * half * normal, normal, glm::vec2(column, row) / finer, side});
            }
}

/// The triangles of both sides, and of the rim that joins them.
void BodyPieces::addTriangles(std::uint32_t first, int columns, int rows)
{
    const auto count = static_cast<std::uint32_t>(columns * rows); // of one side
    const auto vertex = [=](int row, int column) { return first + static_cast<std::uint32_t>(row * columns + column); };
    const auto addQuad = [this](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        surfaceIndices.insert(surfaceIndices.end(), {a, c, b, b, c, d});
    };
    for (int row = 0; row + 1 < rows; ++row)
        for (int column = 0; column + 1 < columns; ++column)
        {
            const std::uint32_t a = vertex(row, column);
            const std::uint32_t c = vertex(row + 1, column);
            addQuad(a, a + 1, c, c + 1);
            addQuad(a + count + 1, a + count, c + count + 1, c + count);
        }
    const auto addRim = [&](std::uint32_t a, std::uint32_t b) { addQuad(a + count, b + count, a, b); };
    for (int column = 0; column + 1 < columns; ++column)
    {
        addRim(vertex(0, column), vertex(0, column + 1));
        addRim(vertex(rows - 1, column + 1), vertex(rows - 1, column));
    }
    for (int row = 0; row + 1 < rows; ++row)
    {
        addRim(vertex(row + 1, 0), vertex(row, 0));
        addRim(vertex(row, columns - 1), vertex(row + 1, columns - 1));
    }
}

/// Nothing keeps the layers of a folded cloth apart: on the ground, into which all of them sink equally, they lie in
/// one plane. A cloth comes down with its last row first, so the rows before lie above those behind. A cell a
/// little above the ground comes down to it as well: springs leave it a little uneven, and it would poke through the
/// layer above.
void BodyPieces::layOnGround(int rows, float halfThickness, float cell)
{
    const std::size_t columns = sheet_.size() / static_cast<std::size_t>(rows);
    const float even = 0.3f * cell; // [m], the height of that unevenness
    for (std::size_t i = 0; i < sheet_.size(); ++i)
    {
        const float height = sheet_[i].y - ground_;
        if (height > 4.0f * even)
            continue;
        const std::size_t row = i / columns;
        const float part = 1.0f - static_cast<float>(row) / static_cast<float>(rows - 1);
        const float lying = halfThickness + 4.0f * halfThickness * part;
        const float free = height > 0.0f ? 1.0f - std::exp(-height * height / (even * even)) : 0.0f;
        sheet_[i].y = ground_ + lying + free * (height - lying);
    }
}

glm::vec3 BodyPieces::onGround(const glm::vec3& point) const
{
    const float height = std::max(point.y - ground_, 0.0f);
    const glm::vec3 place = point - sun_ * (height / sun_.y);
    return {place.x, ground_, place.z};
}

float BodyPieces::softness(const glm::vec3& point) const
{
    return 0.004f + 0.035f * std::max(point.y - ground_, 0.0f) / sun_.y;
}

/// The grid with a rim: dark fades from the points next to the edge to as far outside of it.
void BodyPieces::addSurfaceShadow(int columns, int rows)
{
    const int width = columns + 2;
    const int height = rows + 2;
    grid_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const auto vertex = [&](int row, int column)
    {
        return sheet_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(column)];
    };
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
        {
            const int ownRow = std::clamp(row - 1, 0, rows - 1);
            const int ownColumn = std::clamp(column - 1, 0, columns - 1);
            const glm::vec3 own = vertex(ownRow, ownColumn);
            ShadowVertex& out = grid_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                                      static_cast<std::size_t>(column)];
            out.place = onGround(own);
            const bool edge = ownRow == 0 || ownRow == rows - 1 || ownColumn == 0 || ownColumn == columns - 1;
            out.dark = edge ? 0.5f : 1.0f;
            if (row - 1 == ownRow && column - 1 == ownColumn)
                continue;
            const glm::vec3 inner = onGround(vertex(std::clamp(ownRow, 1, std::max(1, rows - 2)),
                                                    std::clamp(ownColumn, 1, std::max(1, columns - 2))));
            const glm::vec3 outwards = out.place - inner;
            const float length = glm::length(outwards);
            if (length > 1e-9f)
                out.place += outwards * (softness(own) / length);
            out.dark = 0.0f;
        }
    for (int row = 0; row + 1 < height; ++row)
        for (int column = 0; column + 1 < width; ++column)
        {
            const ShadowVertex* const a = grid_.data() + row * width + column;
            const ShadowVertex* const c = a + width;
            shadows.insert(shadows.end(), {a[0], c[0], a[1], a[1], c[0], c[1]});
        }
}

void BodyPieces::addHullShadow(bool ofLine)
{
    float highest = ground_;
    for (glm::vec3& point : hull_)
    {
        highest = std::max(highest, point.y);
        point = onGround(point);
    }
    const float soft = softness({0.0f, 0.5f * (highest + ground_), 0.0f});
    if (!(highest > ground_))
    {
        hull_.clear();
        return;
    }
    // Monotone chain in the ground's plane.
    std::sort(hull_.begin(), hull_.end(),
              [](const glm::vec3& a, const glm::vec3& b) { return a.x != b.x ? a.x < b.x : a.z < b.z; });
    ordered_.clear();
    const auto turns = [](const glm::vec3& a, const glm::vec3& b, const glm::vec3& c)
    { return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x); };
    const auto chain = [&](auto begin, auto end)
    {
        const std::size_t base = ordered_.size();
        for (auto it = begin; it != end; ++it)
        {
            while (ordered_.size() >= base + 2 &&
                   turns(ordered_[ordered_.size() - 2], ordered_[ordered_.size() - 1], *it) <= 0.0f)
                ordered_.pop_back();
            ordered_.push_back(*it);
        }
        ordered_.pop_back();
    };
    chain(hull_.begin(), hull_.end());
    chain(hull_.rbegin(), hull_.rend());
    hull_.clear();
    if (ordered_.size() < 3)
        return;

    glm::vec3 middle(0.0f);
    for (const glm::vec3& point : ordered_)
        middle += point / static_cast<float>(ordered_.size());
    float size = 0.0f;
    for (const glm::vec3& point : ordered_)
        size = std::max(size, glm::distance(point, middle));
    // As in shadow.frag: how much of the blur's width it covers, both ways or as a part of a line.
    const float share = std::min(1.0f, size / soft);
    const float dark = ofLine ? std::sqrt(share) : share;
    for (std::size_t i = 0; i < ordered_.size(); ++i)
    {
        const glm::vec3& a = ordered_[i];
        const glm::vec3& b = ordered_[(i + 1) % ordered_.size()];
        const auto shifted = [&](const glm::vec3& point, float by)
        {
            const float length = glm::distance(point, middle);
            return middle + (point - middle) * std::max(0.0f, 1.0f + by / std::max(length, 1e-9f));
        };
        const ShadowVertex centre{middle, dark};
        const ShadowVertex innerA{shifted(a, -soft), dark};
        const ShadowVertex innerB{shifted(b, -soft), dark};
        const ShadowVertex outerA{shifted(a, soft), 0.0f};
        const ShadowVertex outerB{shifted(b, soft), 0.0f};
        shadows.insert(shadows.end(), {centre, innerA, innerB, innerA, outerA, innerB, innerB, outerA, outerB});
    }
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
            if (hasGround_)
                hull_.insert(hull_.end(), {a.position, b.position});
            const PrismVertex c = vertex(piece, corner + 1);
            const PrismVertex d = vertex(piece + 1, corner + 1);
            if (glm::dot(glm::cross(c.position - a.position, b.position - a.position), eye - a.position) > 0.0f)
                prisms.insert(prisms.end(), {a, b, c, c, b, d}); // else it faces away
        }
        if (!hull_.empty())
            addHullShadow(true);
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
    const bool withShadow = hasGround_ && prism.castsShadow;
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
        if (withShadow)
            for (const float end : {faces.half, -faces.half})
                hull_.push_back(faces.placed(edge.a, end));
    }
    if (withShadow && prism.roundEnds > 0.0f)
        for (const float end : {faces.half + prism.roundEnds, -faces.half - prism.roundEnds})
            hull_.push_back(faces.placed({0.0f, 0.0f}, end));
    if (!hull_.empty())
        addHullShadow();
}

} // namespace ropewalk
