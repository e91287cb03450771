#pragma once

#include "frame_block.hpp"
#include "render/gl/gpu_mesh.hpp"
#include "render/gl/pass.hpp"
#include "render/gl/shader_library.hpp"
#include "render/pieces/curve_points.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>

namespace ropewalk
{

/// Draws ropes and other curves as tubes, with their shadows. Needs the uniform block to be bound.
class CurveDrawing
{
public:
    CurveDrawing();

    /// Replaces the programs only when all are made; throws as ShaderLibrary does.
    void load(const ShaderLibrary& library);

    /// Packs the curves of the scene, and says in the uniform block how fine their tubes are.
    void prepare(const Snapshot& snapshot, const CurvePoints::View& view, const PictureOptions& options,
                 FrameBlock& block);
    /// Onto the ground; expects blending that keeps the darker.
    void drawShadows(float groundHeight, float sunHeight);
    void draw(Pass::Blend blend);
    /// Curves beside the scene, in each of the passes.
    void drawOnly(std::span<const Polyline> curves, std::span<const Pass> passes, const Snapshot& snapshot,
                  const CurvePoints::View& view);

private:
    /// The meshes of a tube's segment and of its two ends, and how fine they are.
    struct Tube
    {
        Tube(int ringCount, int sideCount, int capRings);
        float rings;
        float sides;
        GpuMesh segment;
        GpuMesh caps;
        bool capped;
    };
    static std::array<Tube, 4> tubesOf(int rings);
    const Tube& tubeFor(float pixel) const;
    /// What a program of tubes is made for.
    struct TubeKind
    {
        std::uint8_t style = 0; ///< a number of Polyline::Style
        bool tension = false;   ///< colours show it
        bool softEdges = false; ///< the outline covers its pixels in part, where a pixel has one sample
        bool yarns = true;      ///< they are wide enough to be seen

        friend bool operator<(const TubeKind& a, const TubeKind& b)
        {
            return std::tie(a.style, a.tension, a.softEdges, a.yarns) <
                   std::tie(b.style, b.tension, b.softEdges, b.yarns);
        }
    };
    static Program tubeProgram(const ShaderLibrary& library, const TubeKind& kind);
    const Program& programFor(std::uint8_t style);
    void drawTubes();

    const ShaderLibrary* library_ = nullptr;
    Program shadowProgram_;
    Program touchProgram_;
    /// A software renderer computes all branches of a shader, so that one program for all kinds would take twice as
    /// long.
    std::map<TubeKind, Program> tubePrograms_;

    CurvePoints curve_;
    StreamBuffer points_;
    StreamBuffer ends_;
    StreamBuffer shadowPoints_;
    std::array<std::array<Tube, 4>, 4> tubes_{tubesOf(1), tubesOf(2), tubesOf(4),
                                              tubesOf(10)}; ///< by rings, then sides
    const Tube* tube_ = nullptr;                            ///< for the curves of the scene
    TubeKind kind_;                                         ///< but for its style and yarns
    float pixel_ = 0.001f;                                  ///< size of a pixel at distance 1
    GpuMesh quads_{partsMesh(1)};                           ///< along a segment
    GpuMesh shadowQuads_{partsMesh(1)};
    GpuMesh pairsOfShadowQuads_{partsMesh(2)};
};

} // namespace ropewalk
