import { readFileSync } from 'node:fs';
import { bitFlipped, overwritten } from '../browser/audio/damage.ts';
import { fixture } from '../e2e/clips.ts';
import outcomes from './damaged-containers.json' with { type: 'json' };
import type { SentFile } from './page-tasks.ts';

/** What remains of a file: its first 30 bytes, noise after the first 200, or all with some bits flipped. */
const DAMAGED = {
  header: (blob: Blob) => blob.slice(0, 30),
  noise: (blob: Blob) => overwritten(blob, 200 / blob.size, 1),
  flipped: (blob: Blob) => bitFlipped(blob, blob.size, Math.max(8, Math.floor(blob.size / 500))),
};
export type Damage = keyof typeof DAMAGED;
export const DAMAGES = ['header', 'noise', 'flipped'] as const satisfies Damage[];

/** A container of the fixtures, damaged the same way each time. */
export async function damagedFile(name: string, damage: Damage): Promise<SentFile> {
  const whole = new Blob([readFileSync(fixture(`containers/${name}`))]);
  const damaged = await DAMAGED[damage](whole);
  return { name, base64: Buffer.from(await damaged.arrayBuffer()).toString('base64') };
}

/** How each container ends after each of DAMAGES, in every browser: what can be saved is recognised. */
export const OUTCOMES: Record<string, string> = outcomes;
