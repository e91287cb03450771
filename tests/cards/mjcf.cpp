#include "stretch.hpp"

#include <mujoco/mujoco.h>

int main()
{
    char error[1000] = "";
    mjModel* model = mj_loadXML("card.hpp", nullptr, error, sizeof error);
    if (!model || error[0])
    {
        std::printf("MuJoCo: %s\n", error);
        return 1;
    }
    mjData* data = mj_makeData(model);
    while (data->time < 60.0)
        mj_step(model, data);
    double length = 0.0;
    for (int i = 0; i < model->ntendon; ++i)
        length += data->ten_length[i];
    const int result = model->ntendon == 19 ? cards::report("MuJoCo", length, 1e-3) : 1;
    mj_deleteData(data);
    mj_deleteModel(model);
    return result;
}
