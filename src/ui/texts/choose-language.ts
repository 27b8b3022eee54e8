import { browserLanguage, STORED, show } from './interface-language.svelte.ts';
import type { InterfaceLanguage } from './texts.ts';

/** Shows all texts in a language at once, and from now on; null follows the browser. Throws if it cannot be loaded. */
export async function chooseLanguage(language: InterfaceLanguage | null): Promise<void> {
  if (language) localStorage.setItem(STORED, language);
  else localStorage.removeItem(STORED);
  await show(language ?? browserLanguage());
}
