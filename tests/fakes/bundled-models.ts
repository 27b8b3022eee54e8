import { msg } from '../../src/lib/errors/msg.ts';
import type { ChoiceInput } from '../../src/models/choice/choose-model.ts';
import { catalogue } from '../../src/models/manifest/catalogue.ts';

/** Models that are in the app's own folder, on a device without a GPU: nobody gave or imported them. */
export const bundled = (...ids: string[]): ChoiceInput => ({
  installations: catalogue.map((model) => {
    const available = new Set(ids.includes(model.id) ? model.files.map(({ path }) => path) : []);
    return { model, stored: new Map(), served: available, inParts: new Map(), available, given: false };
  }),
  capabilities: {
    webgpu: { supported: false, reason: msg`this browser does not support WebGPU` },
    threading: { supported: true },
    hardwareConcurrency: 8,
    jspi: true,
    memoryGb: 8,
  },
  preferred: {},
});
