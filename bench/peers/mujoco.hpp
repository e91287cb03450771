// What both of MuJoCo's sources use.
#pragma once

#include "peers.hpp"

#include <mujoco/mujoco.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace peers
{

struct MujocoSettings
{
    const char* text;
    double step;             ///< [s]
    const char* option = ""; ///< attributes of MJCF's option
    const char* geom = "";
};
constexpr MujocoSettings mujocoUsual{"default, 1/500 s", 1.0 / 500.0};
constexpr MujocoSettings mujocoFast{"1/960 s", 1.0 / 960.0};

/// A model and its data.
class MujocoModel
{
public:
    /// Throws std::runtime_error with MuJoCo's words.
    explicit MujocoModel(const std::string& written)
    {
        mju_user_warning = [](const char*) {}; // which else writes a file; blownUp() tells
        const std::filesystem::path file = std::filesystem::temp_directory_path() / "ropewalk_peer.xml";
        std::ofstream(file) << written;
        char error[1000] = "";
        model_ = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
        std::filesystem::remove(file);
        if (!model_)
            throw std::runtime_error(error);
        data_ = mj_makeData(model_);
    }
    ~MujocoModel()
    {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    MujocoModel(const MujocoModel&) = delete;
    MujocoModel& operator=(const MujocoModel&) = delete;

    mjModel& model() { return *model_; }
    const mjModel& model() const { return *model_; }
    mjData& data() { return *data_; }
    const mjData& data() const { return *data_; }

    /// One more frame; `before` is called before each step.
    template <typename Before>
    void stepFrame(Clock& clock, const Before& before)
    {
        frames_ += 1.0;
        clock.run(
            [&]
            {
                while (!blownUp() && data_->time < frames_ * frame - 0.5 * model_->opt.timestep)
                {
                    before();
                    mj_step(model_, data_);
                }
            });
    }
    /// It has begun anew since, as something was no number.
    bool blownUp() const
    {
        return data_->warning[mjWARN_BADQPOS].number + data_->warning[mjWARN_BADQVEL].number +
                   data_->warning[mjWARN_BADQACC].number >
               0;
    }

private:
    mjModel* model_ = nullptr;
    mjData* data_ = nullptr;
    double frames_ = 0.0;
};

inline Point mujocoPoint(const mjtNum* at)
{
    return {at[0], at[1], at[2]};
}

} // namespace peers
