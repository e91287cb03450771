#pragma once

// The source tutorial's rope as tutorials of its time were written, and people still write them: every mass is an
// object of its own on the heap, springs have pointers to masses, functions are virtual, and vectors hold floats. The
// benchmarks compare with it, and nothing else uses it. The forces are those of rope::RopeSimulation.

#include <cmath>
#include <memory>
#include <vector>

namespace naive
{

struct Vector
{
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;

    Vector operator+(Vector v) const { return {x + v.x, y + v.y, z + v.z}; }
    Vector operator-(Vector v) const { return {x - v.x, y - v.y, z - v.z}; }
    Vector operator*(float s) const { return {x * s, y * s, z * s}; }
    Vector operator/(float s) const { return {x / s, y / s, z / s}; }
    Vector operator-() const { return {-x, -y, -z}; }
    Vector& operator+=(Vector v)
    {
        x += v.x;
        y += v.y;
        z += v.z;
        return *this;
    }
    float length() const { return std::sqrt(x * x + y * y + z * z); }
};

class Mass
{
public:
    explicit Mass(float mass) : m(mass) {}

    void init() { force = Vector(); }
    void applyForce(Vector f) { force += f; }
    void simulate(float dt)
    {
        velocity += force / m * dt;
        position += velocity * dt;
    }

    float m;
    Vector position;
    Vector velocity;
    Vector force;
};

class Spring
{
public:
    Spring(Mass* mass1, Mass* mass2, float constant, float length, float internalFriction)
        : first(mass1), second(mass2), springConstant(constant), springLength(length), friction(internalFriction)
    {
    }

    void solve()
    {
        const Vector d = first->position - second->position;
        const float r = d.length();
        Vector force;
        if (r != 0.0f)
            force += d / r * (r - springLength) * -springConstant;
        force += (first->velocity - second->velocity) * -friction;
        first->applyForce(force);
        second->applyForce(-force);
    }

private:
    Mass* first;
    Mass* second;
    float springConstant;
    float springLength;
    float friction;
};

class Simulation
{
public:
    Simulation(int massCount, float m)
    {
        for (int i = 0; i < massCount; ++i)
            masses.push_back(std::make_unique<Mass>(m));
    }
    virtual ~Simulation() = default;

    virtual void init()
    {
        for (auto& mass : masses)
            mass->init();
    }
    virtual void solve() {}
    virtual void simulate(float dt)
    {
        for (auto& mass : masses)
            mass->simulate(dt);
    }
    virtual void operate(float dt)
    {
        init();
        solve();
        simulate(dt);
    }

    std::vector<std::unique_ptr<Mass>> masses;
};

class RopeSimulation : public Simulation
{
public:
    RopeSimulation(int massCount, float height) : Simulation(massCount, 0.05f), groundHeight(height)
    {
        for (int i = 0; i < massCount; ++i)
            mass(i).position = {static_cast<float>(i) * 0.05f, 0.0f, 0.0f};
        for (int i = 0; i + 1 < massCount; ++i)
            springs.push_back(std::make_unique<Spring>(&mass(i), &mass(i + 1), 10'000.0f, 0.05f, 0.2f));
    }

    void solve() override
    {
        for (auto& spring : springs)
            spring->solve();
        for (auto& mass : masses)
        {
            mass->applyForce(gravitation * mass->m);
            mass->applyForce(-mass->velocity * airFriction);
            if (mass->position.y < groundHeight)
            {
                Vector v = mass->velocity;
                v.y = 0.0f;
                mass->applyForce(-v * groundFriction);
                v = mass->velocity;
                v.x = 0.0f;
                v.z = 0.0f;
                if (v.y < 0.0f)
                    mass->applyForce(-v * groundAbsorption);
                mass->applyForce(Vector{0.0f, groundRepulsion, 0.0f} * (groundHeight - mass->position.y));
            }
        }
    }

    void simulate(float dt) override
    {
        Simulation::simulate(dt);
        connectionPosition += connectionVelocity * dt;
        if (connectionPosition.y < groundHeight)
        {
            connectionPosition.y = groundHeight;
            connectionVelocity.y = 0.0f;
        }
        masses[0]->position = connectionPosition;
        masses[0]->velocity = connectionVelocity;
    }

    Vector connectionVelocity;

private:
    Mass& mass(int i) { return *masses[static_cast<std::size_t>(i)]; }

    std::vector<std::unique_ptr<Spring>> springs;
    Vector gravitation{0.0f, -9.81f, 0.0f};
    Vector connectionPosition;
    float groundRepulsion = 100.0f;
    float groundFriction = 0.2f;
    float groundAbsorption = 2.0f;
    float groundHeight;
    float airFriction = 0.02f;
};

} // namespace naive
