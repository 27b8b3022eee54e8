import { expect, it } from 'vitest';
import { titleOf } from './presence.svelte.ts';

it('tells progress and the end in the title', () => {
  const job = { status: 'processing', progress: 0.427, name: 'a.mp3' } as const;
  expect(titleOf([job], 0)).toBe('42% · a.mp3 · Earshot');
  expect(titleOf([{ ...job, status: 'done' }], 2)).toBe('✓ 2 ready · Earshot');
  expect(titleOf([{ ...job, status: 'queued' }], 0)).toBe('Earshot');
});
