import type { ListedModel } from '../../src/client/models/listed-model.ts';
import { msg } from '../../src/lib/errors/msg.ts';

/** A listed translation model of one direction. */
export const translationModel = (
  from: string,
  to: string,
  change: Partial<ListedModel> = {},
): ListedModel => ({
  id: `marian-${from}-${to}`,
  title: `${from} to ${to}`,
  description: '',
  purpose: 'translation',
  engine: 'marian',
  uses: [],
  pairs: [[from, to]],
  runsOn: msg`Runs on the CPU.`,
  languages: [from, to],
  licence: 'MPL-2.0',
  state: 'absent',
  downloadBytes: 22_000_000,
  downloadIsExact: true,
  storedBytes: 0,
  unusable: null,
  downloadable: true,
  speed: null,
  writesOnCpu: false,
  isOwn: false,
  ...change,
});
