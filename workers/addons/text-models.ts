import type { Translator } from '../../src/addons/text-models.ts';

/** Models of the manifest for add-ons; each null where none is installed that serves this use and language. */

export async function translator(_source: string, _target: string): Promise<Translator | null> {
  return null;
}
