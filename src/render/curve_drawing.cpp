#include "curve_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr Pass shade{.writesDepth = false, .blend = Pass::Blend::over};

/// Attributes 1 to 8 and 10 to 15 are two points for each instance, 9 the colour of both. Instance i has point
/// `first` + `step` i and the one behind it.
void readCurvePoints(const GpuMesh& mesh, const StreamBuffer& points, std::size_t first = 0, std::size_t step = 1)
{
    mesh.bind();
    glBindBuffer(GL_ARRAY_BUFFER, points.id());
    for (GLuint point = 0; point < 2; ++point)
    {
        const std::size_t at = (first + point) * sizeof(CurvePoint);
        const auto read = [&](GLuint location, GLint components, GLenum type, std::size_t offset)
        { attribute(location, components, type, step * sizeof(CurvePoint), at + offset, 1); };
        read(1 + 4 * point, 3, GL_FLOAT, offsetof(CurvePoint, position));
        read(2 + 4 * point, 4, GL_SHORT, offsetof(CurvePoint, tangent));   // and role
        read(3 + 4 * point, 4, GL_SHORT, offsetof(CurvePoint, normal));    // and tension
        read(4 + 4 * point, 4, GL_FLOAT, offsetof(CurvePoint, fromStart)); // toEnd, radius and twist come behind it
        if (point == 0)
            read(9, 4, GL_UNSIGNED_BYTE, offsetof(CurvePoint, colour)); // and style
        read(10 + 3 * point, 4, GL_BYTE, offsetof(CurvePoint, touch));
        read(11 + 3 * point, 4, GL_BYTE, offsetof(CurvePoint, otherTouch));
        read(12 + 3 * point, 4, GL_BYTE, offsetof(CurvePoint, crossing));
    }
    glBindVertexArray(0);
}

} // namespace

CurveDrawing::Tube::Tube(int ringCount, int sideCount, int capRings)
    : rings(static_cast<float>(ringCount)), sides(static_cast<float>(sideCount)),
      segment(tubeMesh(ringCount, sideCount)), caps(capsMesh(std::max(capRings, 1), sideCount)), capped(capRings > 0)
{
}

std::array<CurveDrawing::Tube, 4> CurveDrawing::tubesOf(int rings)
{
    return {Tube(rings, 6, 0), Tube(rings, 8, 1), Tube(rings, 12, 3), Tube(rings, 30, 6)};
}

CurveDrawing::CurveDrawing()
{
    readCurvePoints(quads_, points_);
    readCurvePoints(shadowQuads_, shadowPoints_);
    readCurvePoints(pairsOfShadowQuads_, shadowPoints_);
}

void CurveDrawing::load(const ShaderLibrary& library)
{
    Program shadow =
        library.program({"curve.glsl", "shadow.glsl", "shadow.vert"}, {"ground.glsl", "shadow.glsl", "shadow.frag"});
    Program touch =
        library.program({"curve.glsl", "touch.glsl", "shade.glsl", "touch.vert"}, {"shade.glsl", "touch.frag"});
    std::map<TubeKind, Program> tubes;
    tubes.emplace(TubeKind{}, tubeProgram(library, {})); // finds mistakes in what all of them share
    for (const auto& [kind, program] : tubePrograms_)
        if (!tubes.contains(kind))
            tubes.emplace(kind, tubeProgram(library, kind));
    library_ = &library;
    shadowProgram_ = std::move(shadow);
    touchProgram_ = std::move(touch);
    tubePrograms_ = std::move(tubes);
}

Program CurveDrawing::tubeProgram(const ShaderLibrary& library, const TubeKind& kind)
{
    const std::string defines =
        fmt::format("#define STYLE {}\n#define TENSION {}\n#define SOFT_EDGES {}\n#define YARNS {}\n", kind.style,
                    kind.tension, kind.softEdges, kind.yarns);
    return library.program({"curve.glsl", "touch.glsl", "palette.glsl", "strands.glsl", "tube.vert"},
                           {"light.glsl", "strands.glsl", "tube.frag"}, defines);
}

const Program& CurveDrawing::programFor(std::uint8_t style)
{
    // From this radius on, 27 yarns around a rope are told from each other (`visible` in tube.frag).
    constexpr float yarnsSeen = 7.5f; // [pixel]
    TubeKind kind = kind_;
    kind.style = style;
    kind.yarns = curve_.largestRadius() > yarnsSeen * pixel_;
    const auto known = tubePrograms_.find(kind);
    return known != tubePrograms_.end() ? known->second
                                        : tubePrograms_.emplace(kind, tubeProgram(*library_, kind)).first->second;
}

/// As many triangles as can be seen, and no more than a crowd of ropes allows.
const CurveDrawing::Tube& CurveDrawing::tubeFor(float pixel) const
{
    const std::size_t segments = curve_.points().size();
    const std::size_t most = segments > 100'000 ? 0 : segments > 10'000 ? 1 : segments > 1'000 ? 2 : 3;
    const auto fineness = [most](float pixels, const std::array<float, 3>& limits)
    {
        const auto above = std::count_if(limits.begin(), limits.end(), [=](float limit) { return pixels > limit; });
        return std::min(most, static_cast<std::size_t>(above));
    };
    // A third of a pixel may be missing: of a bow, which is less by the square of the number of its parts, and of
    // the outline between two sides.
    return tubes_[fineness(curve_.largestBow() / pixel, {0.3f, 1.0f, 3.4f})]
                 [fineness(curve_.largestRadius() / pixel, {2.2f, 4.5f, 10.0f})];
}

void CurveDrawing::prepare(const Snapshot& snapshot, const CurvePoints::View& view, const PictureOptions& options,
                           FrameBlock& block)
{
    kind_.tension = options.tensionColours;
    kind_.softEdges = options.softEdges;
    pixel_ = block.pixelSize;
    curve_.pack(snapshot, view);
    tube_ = &tubeFor(pixel_);
    block.tubeRings = tube_->rings;
    block.tubeSides = tube_->sides;
    points_.write(curve_.points());
    ends_.write(curve_.ends());
}

void CurveDrawing::drawShadows(float groundHeight, float sunHeight)
{
    if (curve_.points().empty())
        return;
    constexpr float straight = 0.5f; // [pixel]
    const std::vector<CurvePoint>& shadowed = curve_.pointsForShadows(groundHeight, sunHeight);
    shadowPoints_.write(shadowed);
    glUseProgram(shadowProgram_.id());
    (curve_.largestBow() < straight * pixel_ ? shadowQuads_ : pairsOfShadowQuads_)
        .drawInstances(static_cast<GLsizei>(shadowed.size()) - 1);
}

void CurveDrawing::draw(Pass::Blend blend)
{
    if (curve_.touchesSolids())
    {
        shade.use();
        glUseProgram(touchProgram_.id());
        quads_.drawInstances(static_cast<GLsizei>(curve_.points().size() - 1));
    }
    Pass{.cull = true, .blend = blend}.use();
    drawTubes();
}

void CurveDrawing::drawTubes()
{
    for (const CurvePoints::StyleRun& run : curve_.runs())
    {
        glUseProgram(programFor(run.style).id());
        readCurvePoints(tube_->segment, points_, run.firstPoint);
        tube_->segment.drawInstances(static_cast<GLsizei>(run.points - 1));
        if (!tube_->capped)
            continue;
        readCurvePoints(tube_->caps, ends_, 2 * run.firstEnd, 2);
        tube_->caps.drawInstances(static_cast<GLsizei>(run.ends));
    }
}

void CurveDrawing::drawOnly(std::span<const Polyline> curves, std::span<const Pass> passes, const Snapshot& snapshot,
                            const CurvePoints::View& view)
{
    curve_.packOnly(curves, snapshot, view);
    if (curve_.points().size() < 2)
        return;
    points_.write(curve_.points());
    ends_.write(curve_.ends());
    for (const Pass& pass : passes)
    {
        pass.use();
        drawTubes();
    }
}

} // namespace ropewalk
