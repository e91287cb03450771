#include "rope_card.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

// Cards for engines in the form of scripts that step the rope themselves: their own joints iterate and have no
// stiffness in N/m, so that a rope of them stretches with the step. The scripts take the steps of the source tutorial:
// semi-implicit Euler, v += h F/m and then x += h v, in the engine's single precision.

namespace ropewalk
{

namespace
{

/// What no script has.
std::string leftOutOf(const CardFacts& f)
{
    const std::string unsaid = unsaidBy({}, f);
    const std::string_view friction = f.settings.frictionDirection == rope::FrictionDirection::full
                                          ? ""
                                          : "; friction_direction: here it acts across a segment too";
    return fmt::format("Does not carry over: the ground, the reel{}{}{}.", unsaid.empty() ? "" : ", ", unsaid,
                       friction);
}

} // namespace

std::string unityCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    std::string text = comments(
        f, "// ",
        {"A rope for Unity: put it on an object; the rope hangs from it and follows it.", expectedOf(f), leftOutOf(f)});
    text += fmt::format(R"(using UnityEngine;

public class Rope : MonoBehaviour
{{
    const int massCount = {};
    const float mass = {};            // [kg], of each
    const float segment = {};         // [m]
    const float springConstant = {};  // [N/m]
    const float springFriction = {};  // [N s/m]
    const float airFriction = {};     // [N s/m]
    const float longestStep = {};     // [s]
    static readonly Vector3 gravity = new Vector3({}, {}, {});

    public readonly Vector3[] positions = new Vector3[massCount];
    readonly Vector3[] velocities = new Vector3[massCount];
    readonly Vector3[] forces = new Vector3[massCount];

    void Start()
    {{
        for (int i = 0; i < massCount; ++i)
            positions[i] = transform.position + new Vector3(0.0f, -segment * i, 0.0f);
    }}

    void FixedUpdate()
    {{
        int steps = Mathf.CeilToInt(Time.fixedDeltaTime / longestStep);
        float dt = Time.fixedDeltaTime / steps;
        velocities[0] = (transform.position - positions[0]) / Time.fixedDeltaTime;
        for (int i = 0; i < steps; ++i)
            Step(dt);
        LineRenderer line = GetComponent<LineRenderer>();
        if (line == null)
            return;
        line.positionCount = massCount;
        line.SetPositions(positions);
    }}

    void Step(float dt)
    {{
        for (int i = 0; i < massCount; ++i)
            forces[i] = mass * gravity - airFriction * velocities[i];
        for (int i = 0; i + 1 < massCount; ++i)
        {{
            Vector3 along = positions[i + 1] - positions[i];
            float length = along.magnitude;
            Vector3 force = springFriction * (velocities[i + 1] - velocities[i]);
            if (length > 0.0f)
                force += springConstant * (length - segment) / length * along;
            forces[i] += force;
            forces[i + 1] -= force;
        }}
        for (int i = 0; i < massCount; ++i)
        {{
            if (i > 0) // the first mass goes with the object
                velocities[i] += dt / mass * forces[i];
            positions[i] += dt * velocities[i];
        }}
    }}
}}
)",
                        s.massCount, floatText(s.mass), floatText(s.springLength), floatText(s.springConstant),
                        floatText(s.springFriction), floatText(s.airFriction), floatText(f.step),
                        floatText(s.gravity.x), floatText(s.gravity.y), floatText(s.gravity.z));
    return text;
}

std::string unrealCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    std::string text = comments(
        f, "// ",
        {"A rope for Unreal Engine 5: a component of an actor; the rope hangs from the component and follows it.",
         "RopeComponent.h; it needs no other file. Unreal's centimetres and its z upwards are turned into metres here.",
         expectedOf(f), leftOutOf(f)});
    text += fmt::format(R"(#pragma once

#include "CoreMinimal.h"
#include "Components/SceneComponent.h"
#include "RopeComponent.generated.h"

UCLASS(ClassGroup = (Physics), meta = (BlueprintSpawnableComponent))
class URopeComponent : public USceneComponent
{{
    GENERATED_BODY()

public:
    static constexpr int32 MassCount = {};
    static constexpr double Mass = {};           // [kg], of each
    static constexpr double Segment = {};        // [m]
    static constexpr double SpringConstant = {}; // [N/m]
    static constexpr double SpringFriction = {}; // [N s/m]
    static constexpr double AirFriction = {};    // [N s/m]
    static constexpr double LongestStep = {};    // [s]

    URopeComponent() {{ PrimaryComponentTick.bCanEverTick = true; }}

    /** Where a mass is, in the world [cm]. */
    FVector PositionOf(int32 Index) const {{ return 100.0 * Positions[Index]; }}

    virtual void BeginPlay() override
    {{
        Super::BeginPlay();
        for (int32 i = 0; i < MassCount; ++i)
        {{
            Positions.Add(0.01 * GetComponentLocation() + FVector(0.0, 0.0, -Segment * i));
            Velocities.Add(FVector(0.0, 0.0, 0.0));
            Forces.Add(FVector(0.0, 0.0, 0.0));
        }}
    }}

    virtual void TickComponent(float Seconds, ELevelTick Type, FActorComponentTickFunction* Function) override
    {{
        Super::TickComponent(Seconds, Type, Function);
        const int32 Steps = FMath::CeilToInt(Seconds / LongestStep);
        Velocities[0] = (0.01 * GetComponentLocation() - Positions[0]) / Seconds;
        for (int32 i = 0; i < Steps; ++i)
            Step(Seconds / Steps);
    }}

private:
    void Step(double Dt)
    {{
        const FVector Gravity({}, {}, {}); // [m/s2]
        for (int32 i = 0; i < MassCount; ++i)
            Forces[i] = Mass * Gravity - AirFriction * Velocities[i];
        for (int32 i = 0; i + 1 < MassCount; ++i)
        {{
            const FVector Along = Positions[i + 1] - Positions[i];
            const double Length = Along.Size();
            FVector Force = SpringFriction * (Velocities[i + 1] - Velocities[i]);
            if (Length > 0.0)
                Force += SpringConstant * (Length - Segment) / Length * Along;
            Forces[i] += Force;
            Forces[i + 1] -= Force;
        }}
        for (int32 i = 0; i < MassCount; ++i)
        {{
            if (i > 0) // the first mass goes with the component
                Velocities[i] += Dt / Mass * Forces[i];
            Positions[i] += Dt * Velocities[i];
        }}
    }}

    TArray<FVector> Positions;  // [m]
    TArray<FVector> Velocities; // [m/s]
    TArray<FVector> Forces;     // [N]
}};
)",
                        s.massCount, doubleText(s.mass), doubleText(s.springLength), doubleText(s.springConstant),
                        doubleText(s.springFriction), doubleText(s.airFriction), doubleText(f.step),
                        doubleText(s.gravity.x), doubleText(s.gravity.z), doubleText(s.gravity.y));
    return text;
}

std::string godotCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    std::string text = comments(f, "# ",
                                {"A rope for Godot 4: the script of a Node3D; the rope hangs from it and follows it.",
                                 "For Godot 3 write Spatial for Node3D and PoolVector3Array for PackedVector3Array.",
                                 expectedOf(f), leftOutOf(f)});
    text += fmt::format(R"(extends Node3D

const MASS_COUNT = {}
const MASS = {} # [kg], of each
const SEGMENT = {} # [m]
const SPRING_CONSTANT = {} # [N/m]
const SPRING_FRICTION = {} # [N s/m]
const AIR_FRICTION = {} # [N s/m]
const LONGEST_STEP = {} # [s]
const GRAVITY = Vector3({}, {}, {}) # [m/s2]

var positions = PackedVector3Array()
var velocities = PackedVector3Array()
var forces = PackedVector3Array()


func _ready():
	for i in range(MASS_COUNT):
		positions.append(global_transform.origin + Vector3(0.0, -SEGMENT * i, 0.0))
		velocities.append(Vector3())
		forces.append(Vector3())


func _physics_process(delta):
	var steps = int(ceil(delta / LONGEST_STEP))
	velocities[0] = (global_transform.origin - positions[0]) / delta
	for _i in range(steps):
		step(delta / steps)


func step(dt):
	for i in range(MASS_COUNT):
		forces[i] = MASS * GRAVITY - AIR_FRICTION * velocities[i]
	for i in range(MASS_COUNT - 1):
		var along = positions[i + 1] - positions[i]
		var length = along.length()
		var force = SPRING_FRICTION * (velocities[i + 1] - velocities[i])
		if length > 0.0:
			force += SPRING_CONSTANT * (length - SEGMENT) / length * along
		forces[i] += force
		forces[i + 1] -= force
	for i in range(MASS_COUNT):
		if i > 0: # the first mass goes with the node
			velocities[i] += dt / MASS * forces[i]
		positions[i] += dt * velocities[i]
)",
                        s.massCount, doubleText(s.mass), doubleText(s.springLength), doubleText(s.springConstant),
                        doubleText(s.springFriction), doubleText(s.airFriction), doubleText(f.step),
                        doubleText(s.gravity.x), doubleText(s.gravity.y), doubleText(s.gravity.z));
    return text;
}

} // namespace ropewalk
