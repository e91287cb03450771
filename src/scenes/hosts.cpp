#include "hosts.hpp"

namespace ropewalk
{

std::vector<Curve> curvesOf(const Scene& scene)
{
    const auto* host = hostOf<CurveHost>(scene);
    return host ? host->curves() : std::vector<Curve>{};
}

std::optional<SizeParameter> sizeParameterOf(const Scene& scene)
{
    const auto* host = hostOf<SizeHost>(scene);
    return host ? std::optional(host->sizeParameter()) : std::nullopt;
}

BodyList ownBodiesOf(const Scene& scene)
{
    const auto* host = hostOf<BodyHost>(scene);
    return host ? host->ownBodies() : nullptr;
}

OwnSolids ownSolidsOf(const Scene& scene)
{
    const auto* host = hostOf<SolidHost>(scene);
    return host ? host->ownSolids() : std::nullopt;
}

SetUpPtr ownSetUpOf(const Scene& scene)
{
    const auto* host = hostOf<SetUpHost>(scene);
    return host ? host->ownSetUp() : nullptr;
}

double slowMotionOf(const Scene& scene)
{
    const auto* host = hostOf<SlowMotionHost>(scene);
    return host ? host->slowMotion() : 1.0;
}

} // namespace ropewalk
