import type { ModelsClient } from './model-library.ts';
import { watchModels } from './watch-models.ts';

const load = async () => (await import('./model-library.ts')).modelsClient;

/** The models, whose manifest and store are loaded at the first question about them. */
export const lazyModelsClient: ModelsClient = {
  list: async () => (await load()).list(),
  sets: async (models) => (await load()).sets(models),
  plan: async (model, wanted) => (await load()).plan(model, wanted),
  download: async (id, options) => (await load()).download(id, options),
  remove: async (id) => (await load()).remove(id),
  import: async (files) => (await load()).import(files),
  watch: watchModels,
};
