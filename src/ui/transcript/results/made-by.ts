import type { Provenance } from '../../../contract/addons/addon-envelope.ts';
import { translate } from '../../texts/texts.ts';

const MAKERS = {
  rules: 'Made without a model.',
  browser: 'Made by the browser’s own model.',
  model: 'Made by a model.',
} as const;

/** "Made without a model.": how results came about, for people; null where there is only one way. */
export function madeBy({ made_by, model }: Provenance): string | null {
  return made_by ? (model ? `Made by ${model}.` : translate(MAKERS[made_by])) : null;
}
