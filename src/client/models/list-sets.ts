import type { ModelSet } from '../../models/manifest/manifest.ts';
import { bytesToGet, isInstalled, isQuick, type ListedModel, type ListedSet } from './listed-model.ts';

/** The sets with the models that this device would get: of each part an installed one, else the best that it can run. */
export function listSets(sets: readonly ModelSet[], models: readonly ListedModel[]): ListedSet[] {
  return sets.flatMap(({ id, title, description, members }) => {
    const parts = members.map((ids) => {
      const candidates = ids.flatMap(
        (one) => models.find((model) => model.id === one && (isInstalled(model) || isQuick(model))) ?? [],
      );
      return bestOf(candidates) ?? candidates.at(-1);
    });
    const chosen = parts.filter((part) => part !== undefined);
    if (chosen.length < members.length) return [];
    const installed = chosen.filter(isInstalled).length;
    return [
      {
        id,
        title,
        description,
        models: chosen,
        bytes: bytesToGet(chosen),
        isExact: chosen.every((model) => isInstalled(model) || model.downloadIsExact),
        state: installed === chosen.length ? 'installed' : installed > 0 ? 'partial' : 'absent',
        unusable: chosen.find(({ unusable }) => unusable !== null)?.unusable ?? null,
      },
    ];
  });
}

/** An installed one that can run, else the first that can be downloaded and run; undefined if there is none. */
function bestOf(candidates: readonly ListedModel[]): ListedModel | undefined {
  const usable = candidates.filter(({ unusable }) => unusable === null);
  return usable.find(isInstalled) ?? usable.find(({ downloadable }) => downloadable);
}
