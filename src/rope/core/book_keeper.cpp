#include <rope/detail/book_keeper.hpp>

namespace rope
{

void BookKeeper::setBooks(bool keep)
{
    books_.reset();
    if (!keep)
        return;
    const BookTotals start = totals();
    books_.emplace();
    books_->energy.start = start.energy;
    books_->momentum.linear.start = start.momentum;
    books_->momentum.angular.start = start.angularMomentum;
    for (std::size_t i = 0; i < energyLines.size(); ++i)
        books_->energy.unused[i] = !uses(static_cast<EnergyLine>(i));
    for (std::size_t i = 0; i < momentumLines.size(); ++i)
        books_->momentum.unused[i] = !uses(static_cast<MomentumLine>(i));
}

// The steps book the sway together with the integrator's part. The sway is a state, so the two are parted when
// somebody reads the books.
EnergyBook BookKeeper::energyBook() const
{
    if (!books_)
        return {};
    EnergyBook book = books_->energy;
    book.now = totals().energy;
    book.gain(EnergyLine::integrator, -sway());
    book.gain(EnergyLine::sway, sway());
    return book;
}

double BookKeeper::energyLine(EnergyLine line) const
{
    if (!books_)
        return 0.0;
    if (line == EnergyLine::sway)
        return sway();
    const double amount = books_->energy.amount(line);
    return line == EnergyLine::integrator ? amount - sway() : amount;
}

MomentumBook BookKeeper::momentumBook() const
{
    if (!books_)
        return {};
    const BookTotals now = totals();
    MomentumBook book = books_->momentum;
    book.linear.now = now.momentum;
    book.angular.now = now.angularMomentum;
    return book;
}

Vec3 BookKeeper::momentumLine(MomentumLine line) const
{
    return books_ ? books_->momentum.linear.gained(line) : Vec3(0.0);
}

void BookKeeper::bookEvent(EnergyLine line, MomentumLine momentumLine, const BookTotals& before,
                           const BookTotals& after)
{
    CompensatedSum change;
    for (std::size_t i = 0; i < before.energy.size(); ++i)
    {
        change.add(after.energy[i]);
        change.add(-before.energy[i]);
    }
    books_->energy.gain(line, change.value());
    gain(momentumLine, {0.0, after.momentum - before.momentum, after.angularMomentum - before.angularMomentum});
}

void Books::gain(MomentumLine line, const Effect& effect)
{
    momentum.linear.gain(line, effect.impulse);
    momentum.angular.gain(line, effect.turning);
}

void Books::bookVelocity(const Mass& mass, const Vec3& velocity)
{
    Effect push;
    push.add(mass.mass * (velocity - mass.velocity), 0.5 * (velocity + mass.velocity), mass.position);
    energy.gain(EnergyLine::connection, push.work);
    gain(MomentumLine::connection, push);
}

Effect StepWork::unexplained(double kinetic, const Vec3& pushed, const Vec3& turned) const
{
    const double forces = springs + bending + friction + flow + gravity.work + air.work + grab.work + groundPush.work +
                          groundFriction.work + groundAbsorption.work + support.work;
    Effect unexplained = Effect{0.0, pushed, turned} - gravity - support - grab - air - touches() -
                         Effect{0.0, Vec3(0.0), frictionTurning};
    unexplained.work = kinetic - forces;
    return unexplained;
}

void Books::step(const StepWork& work, double h)
{
    energy.gain(EnergyLine::connection, work.support.work);
    energy.gain(EnergyLine::reel, work.flow);
    energy.gain(EnergyLine::grab, work.grab.work);
    energy.gain(EnergyLine::air, work.air.work);
    energy.gain(EnergyLine::spring_friction, work.friction);
    energy.gain(EnergyLine::ground_friction, work.groundFriction.work);
    energy.gain(EnergyLine::ground_absorption, work.groundAbsorption.work);
    energy.gain(EnergyLine::integrator, work.made());

    gain(MomentumLine::gravity, work.gravity);
    gain(MomentumLine::connection, work.support);
    gain(MomentumLine::grab, work.grab);
    gain(MomentumLine::air, work.air);
    gain(MomentumLine::ground, work.touches());
    gain(MomentumLine::spring_friction, {0.0, Vec3(0.0), work.frictionTurning});
    dt = h;
}

} // namespace rope
