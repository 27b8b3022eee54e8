import type { ChineseScript } from '../../contract/transcripts/chinese-script.ts';
import { simplifyChinese } from './simplify-chinese.ts';

let traditional: Promise<(text: string) => string> | null = null;

/**
 * Returns a function that writes Chinese in one script. Each character remains one, so offsets stay too. The phrases
 * for traditional characters are a megabyte and take a second to read: they are loaded once, where they are asked for.
 */
export async function inScript(script: ChineseScript): Promise<(text: string) => string> {
  if (script === 'simplified') return simplifyChinese;
  traditional ??= import('./write-traditional.ts').then(({ traditionalWriter }) => traditionalWriter());
  return traditional;
}
