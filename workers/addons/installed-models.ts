import type { AddonTools } from '../../src/addons/addon.ts';
import { chooseStageModel } from '../../src/models/choose-stage-model.ts';
import { openModelFile } from '../../src/models/model-files.ts';

/** Models of the manifest that are installed on this device, for add-ons. */
export const installedModels: AddonTools = {
  async findModel(use, language) {
    const model = await chooseStageModel(use, language);
    return model && { id: model.id, open: (path) => openModelFile(model.id, path) };
  },
};
