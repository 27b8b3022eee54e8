import type { ChineseScript } from '../../contract/transcripts/chinese-script.ts';
import { madeOnce } from '../../lib/made-once.ts';
import { simplifyChinese } from './simplify-chinese.ts';

const traditional = madeOnce(async () => (await import('./write-traditional.ts')).traditionalWriter());

/**
 * Returns a function that writes Chinese in one script. Each character remains one, so offsets remain too. The phrases
 * for traditional characters are a megabyte and take a second to read: they are loaded once, where they are asked for.
 */
export async function inScript(script: ChineseScript): Promise<(text: string) => string> {
  if (script === 'simplified') return simplifyChinese;
  return traditional();
}
