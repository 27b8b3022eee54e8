import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { ManifestModel } from '../manifest/manifest.ts';

/** Held while a model's stored files are changed. */
export const modelLock = (id: string) => `earshot-model-${id}`;

/** Works on a model's files. Throws AppError 409 if another tab, or another call here, is working on them. */
export async function withModelLock<T>(model: ManifestModel, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(modelLock(model.id), { ifAvailable: true }, (lock) => {
    if (!lock) {
      throw new AppError(
        'conflict',
        msg`${model.title} is already being downloaded, imported or deleted, perhaps in another tab.`,
        { remedy: msg`Wait until that has finished or cancel it there.` },
      );
    }
    return work();
  });
}
