import type { AddonKey } from '../../src/addons/addon.ts';
import type {
  TextClassifier,
  TextGenerator,
  TokenClassifier,
  Translator,
} from '../../src/addons/text-models.ts';

/** Models of the manifest for add-ons; each null where none is installed that serves this use and language. */

export async function tokenClassifier(_use: AddonKey, _language: string): Promise<TokenClassifier | null> {
  return null;
}

export async function textClassifier(_use: AddonKey, _language: string): Promise<TextClassifier | null> {
  return null;
}

export async function translator(_source: string, _target: string): Promise<Translator | null> {
  return null;
}

export async function textGenerator(_use: AddonKey, _name?: string): Promise<TextGenerator | null> {
  return null;
}
