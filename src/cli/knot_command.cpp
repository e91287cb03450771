#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/curve_file.hpp"
#include "files/table.hpp"

#include <rope/knot.hpp>
#include <rope/writhe.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace ropewalk
{

namespace
{

using Json = nlohmann::ordered_json;
using rope::CurveEnds;
using rope::KnotType;

/// A curve with its type, for the table.
struct NamedCurve
{
    std::vector<rope::Vec3> points;
    CurveEnds ends;
    std::vector<rope::Vec3> ring; ///< its points, and those by which its ends are joined
    KnotType type;
    double writhe = 0.0;
    double length = 0.0; ///< [m], without what joins its ends
};

struct CurveLink
{
    std::array<std::size_t, 2> curves{}; ///< counted from 1
    int number = 0;
};

NamedCurve named(const rope::SpaceCurve& curve)
{
    const bool joined = curve.ends == CurveEnds::joined;
    NamedCurve all{curve.points, curve.ends, joined ? curve.points : rope::joinedCurve(curve.points),
                   rope::knotType(curve.points, curve.ends)};
    all.writhe = rope::writhe(all.ring);
    for (std::size_t i = joined ? 0 : 1; i < curve.points.size(); ++i)
        all.length += glm::distance(curve.points[i], curve.points[i > 0 ? i - 1 : curve.points.size() - 1]);
    return all;
}

/// Of each two curves of which one is a ring; two ropes with ends can always be drawn apart.
std::vector<CurveLink> linksOf(const std::vector<NamedCurve>& curves)
{
    std::vector<CurveLink> links;
    for (std::size_t i = 0; i < curves.size(); ++i)
        for (std::size_t j = i + 1; j < curves.size(); ++j)
            if (curves[i].ends == CurveEnds::joined || curves[j].ends == CurveEnds::joined)
                links.push_back({{i + 1, j + 1},
                                 static_cast<int>(std::lround(rope::linkingNumber(curves[i].ring, curves[j].ring)))});
    return links;
}

std::string_view handText(rope::KnotHand hand)
{
    static constexpr std::array<std::string_view, 3> names{"undecided", "left", "right"};
    return names[static_cast<std::size_t>(hand)];
}

Json jsonOf(const NamedCurve& curve)
{
    const KnotType& type = curve.type;
    return {{"points", curve.points.size()},
            {"closed", curve.ends == CurveEnds::joined},
            {"knot", rope::knotWords(type)},
            {"name", type.name},
            {"common_name", type.commonName},
            {"hand", handText(type.hand)},
            {"determinant", type.determinant},
            {"alexander", type.alexander},
            {"signature", type.signature ? Json(*type.signature) : Json()},
            {"crossings", type.crossings},
            {"writhe", curve.writhe},
            {"length", curve.length},
            {"share", type.share}};
}

std::string jsonText(const std::vector<NamedCurve>& curves, const std::vector<CurveLink>& links)
{
    Json all{{"curves", Json::array()}, {"links", Json::array()}};
    for (const NamedCurve& curve : curves)
        all["curves"].push_back(jsonOf(curve));
    for (const CurveLink& link : links)
        all["links"].push_back({{"curves", link.curves}, {"linking_number", link.number}});
    return all.dump(2) + "\n";
}

std::string textOf(const std::vector<NamedCurve>& curves, const std::vector<CurveLink>& links)
{
    Table table({{"curve", true},
                 {"points", true},
                 {"ends", false},
                 {"knot", false},
                 {"determinant", true},
                 {"crossings", true},
                 {"writhe", true},
                 {"length", true}});
    std::string notes;
    for (std::size_t i = 0; i < curves.size(); ++i)
    {
        const NamedCurve& curve = curves[i];
        table.add({std::to_string(i + 1), std::to_string(curve.points.size()),
                   curve.ends == CurveEnds::joined ? "joined" : "open", rope::knotWords(curve.type),
                   std::to_string(curve.type.determinant), std::to_string(curve.type.crossings),
                   fmt::format("{:.3f}", curve.writhe), fmt::format("{:.6g} m", curve.length)});
        if (curve.type.share < 1.0)
            notes += fmt::format("An end of curve {} lies within it: {:.0f} of 20 ways out give this knot.\n", i + 1,
                                 20.0 * curve.type.share);
    }
    for (const CurveLink& link : links)
        notes += fmt::format("Linking number of {} and {}: {}\n", link.curves[0], link.curves[1], link.number);
    return table.text() + notes;
}

} // namespace

int nameKnots(const KnotOptions& options, Format format)
{
    if (options.points.empty())
        throw std::invalid_argument("no file is given; must be a file of points, such as 'ropewalk knot rope.csv'");
    std::vector<NamedCurve> curves;
    for (const FileCurve& read : readCurves(options.points, options.closed))
        curves.push_back(named(read.curve));
    const std::vector<CurveLink> links = linksOf(curves);
    writeOutput(format == Format::json ? jsonText(curves, links) : textOf(curves, links));
    return success;
}

} // namespace ropewalk
