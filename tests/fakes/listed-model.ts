import type { ListedModel } from '../../src/client/models/listed-model.ts';
import { msg } from '../../src/lib/errors/msg.ts';

/** A listed model of Whisper, but for what is changed. */
export const listedModel = (change: Partial<ListedModel>): ListedModel => ({
  id: 'whisper-base',
  title: 'Whisper base',
  description: 'A good balance.',
  purpose: 'transcribe',
  engine: 'whisper',
  uses: ['stt-1'],
  pairs: null,
  runsOn: msg`Runs on the CPU.`,
  languages: 'all',
  licence: 'MIT',
  state: 'absent',
  downloadBytes: 77_000_000,
  downloadIsExact: true,
  storedBytes: 0,
  unusable: null,
  downloadable: true,
  speed: null,
  writesOnCpu: false,
  isOwn: false,
  ...change,
});

/** A listed translation model of one direction. */
export const translationModel = (from: string, to: string, change: Partial<ListedModel> = {}) =>
  listedModel({
    id: `marian-${from}-${to}`,
    title: `${from} to ${to}`,
    description: '',
    purpose: 'translation',
    engine: 'marian',
    uses: [],
    pairs: [[from, to]],
    languages: [from, to],
    licence: 'MPL-2.0',
    downloadBytes: 22_000_000,
    ...change,
  });
