#pragma once

#include "Components/SceneComponent.h"

// Unreal's tool writes this; GENERATED_BODY() declares what a class calls its base.
using Super = USceneComponent;
