import type { RecognitionHints } from '../../../addons/addon.ts';
import { addonSchemas } from '../../../addons/addon-schemas.ts';

const found = import.meta.glob<RecognitionHints>('../../../addons/*/recognition-hints.ts', {
  eager: true,
  import: 'recognitionHints',
});

/** Hints of the requested add-ons for the recogniser. */
export const hintsOfAddons: RecognitionHints = (request, language) => {
  const hints = addonSchemas
    .filter(({ key }) => request[key])
    .flatMap(({ key }) => found[`../../../addons/${key}/recognition-hints.ts`]?.(request, language) ?? []);
  if (hints.length === 0) return {};
  return {
    prompt: hints.flatMap(({ prompt }) => prompt || []).join(' '),
    hotWords: hints.flatMap(({ hotWords }) => hotWords ?? []),
  };
};
