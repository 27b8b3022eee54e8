import { expect, it } from 'vitest';
import { msg } from '../../lib/errors/msg.ts';
import { catalogue } from '../../models/manifest/catalogue.ts';
import type { ModelListing, ModelState } from '../../models/store/model-store.ts';
import { replacementOf, withoutCopies } from './model-library.ts';

/** The catalogue where some models are installed and some do not fit. */
function listings(states: Record<string, ModelState>, unfit: string[] = []): ModelListing[] {
  return catalogue.map((model) => ({
    model,
    state: states[model.id] ?? 'absent',
    storedBytes: 0,
    device: {
      device: 'wasm',
      threads: 2,
      reason: msg`Here.`,
      fits: !unfit.includes(model.id),
      filesOf: 'wasm',
    },
    download: { bytes: 1, exact: true, device: 'wasm' },
  }));
}

const OLD = 'parakeet-tdt-0.6b-v3';

it('says what replaces an installed model, and the gain', () => {
  expect(replacementOf(OLD, listings({ [OLD]: 'downloaded' }))).toEqual({
    id: 'parakeet-ultra',
    title: 'Parakeet Ultra',
    gain: expect.stringContaining('fewer mistakes'),
  });
});

it('says nothing of a model that is not installed, or where the better one is there or cannot run', () => {
  expect(replacementOf(OLD, listings({}))).toBeUndefined();
  expect(
    replacementOf(OLD, listings({ [OLD]: 'downloaded', 'parakeet-ultra': 'downloaded' })),
  ).toBeUndefined();
  expect(replacementOf(OLD, listings({ [OLD]: 'downloaded' }, ['parakeet-ultra']))).toBeUndefined();
  expect(replacementOf('whisper-base', listings({ 'whisper-base': 'downloaded' }))).toBeUndefined();
});

it('lists one copy of Whisper base: the app’s own where it has one, else the download', () => {
  const shown = (states: Record<string, ModelState>, storedBytes = 0) =>
    withoutCopies(
      listings(states).map((one) => (one.model.id === 'whisper-base' ? { ...one, storedBytes } : one)),
    )
      .map(({ model }) => model.id)
      .filter((id) => id.startsWith('whisper-base'));
  expect(shown({ 'whisper-base-q8': 'bundled' })).toEqual(['whisper-base-q8']);
  expect(shown({})).toEqual(['whisper-base']);
  expect(shown({ 'whisper-base': 'downloaded' })).toEqual(['whisper-base']);
  // Of what an earlier version stored, the bytes can be deleted; so can those of an app that came with a copy before.
  expect(shown({ 'whisper-base-q8': 'bundled', 'whisper-base': 'downloaded' }, 8)).toHaveLength(2);
  expect(shown({ 'whisper-base-q8': 'downloaded' })).toHaveLength(2);
});
