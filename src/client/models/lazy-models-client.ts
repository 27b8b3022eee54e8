import { lazily } from '../../lib/lazily.ts';
import type { ModelsClient } from './model-library.ts';
import { watchModels } from './watch-models.ts';

/** The models, whose manifest and store are loaded at the first question about them. */
export const lazyModelsClient: ModelsClient = lazily(
  async () => (await import('./model-library.ts')).modelsClient,
  { watch: watchModels },
);
