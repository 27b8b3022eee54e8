import type { Provenance } from '../../../contract/addon-envelope.ts';

const MAKERS = { rules: 'rules', browser: "the browser's own model", model: 'a model' } as const;

/** "Made by rules.": how results came about, for people; null where there is only one way. */
export function madeBy({ made_by, model }: Provenance): string | null {
  return made_by ? `Made by ${model ?? MAKERS[made_by]}.` : null;
}
