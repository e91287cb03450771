#pragma once

#include "CoreMinimal.h"

enum ELevelTick
{
    LEVELTICK_All
};
struct FActorComponentTickFunction
{
    bool bCanEverTick = false;
};

class USceneComponent
{
public:
    virtual ~USceneComponent() = default;
    virtual void BeginPlay() {}
    virtual void TickComponent(float, ELevelTick, FActorComponentTickFunction*) {}
    FVector GetComponentLocation() const { return {100.0, 200.0, 300.0}; }

    FActorComponentTickFunction PrimaryComponentTick;
};
