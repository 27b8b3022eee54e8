import { Tensor } from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import { smallWhisper as config } from '../../../../../tests/fakes/whisper-config.ts';
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import type { DecoderState } from '../../../kernels/stepping/decoder-state.ts';
import type { HotWord } from '../../asr-engine.ts';
import type { DecoderOutput } from '../decoder-output.ts';
import { TokenText } from '../words/token-text.ts';
import type { BranchingModel } from './branches.ts';
import { decodeText } from './decode-text.ts';
import type { ReadPrefix, SteppingModel } from './read-prefix.ts';
import { searchBeam } from './search-beam.ts';
import { TermTree } from './term-tree.ts';

const PIECES = ['Ġcall', 'ĠCo', 'ĠK', 'uber', 'netes', 'oper', 'Ġnow', 's', 'ĠCooper', '.'];
const TEXT = new TokenText(PIECES.map((piece, id) => [piece, id] as const));
/** Tokens of text are below; start 11, no-timestamps 12, then times. */
const END = 10;
const TIME = 13;
const VOCABULARY = 16;

/** Probabilities of the pieces behind a text, by what it ends with. */
type Script = Record<string, Record<string, number>>;
interface SaidState extends DecoderState {
  said: readonly (readonly number[])[];
}

const idOf = (piece: string) => (piece === 'end' ? END : PIECES.indexOf(piece));

function logitsOf(script: Script, said: readonly number[]): Float32Array {
  const logits = new Float32Array(VOCABULARY).fill(-60);
  const last = said.at(-1);
  if (last === undefined) logits[TIME] = 0;
  const chances = last === undefined ? {} : (script[last === TIME ? '' : (PIECES[last] ?? '')] ?? { end: 1 });
  for (const [piece, chance] of Object.entries(chances)) logits[idOf(piece)] = Math.log(chance);
  return logits;
}

const asState = (said: SaidState['said']): SaidState => ({
  said,
  length: said[0]?.length ?? 0,
  text: {},
  audio: {},
  own: null,
});

/** A model that follows a script, and counts its steps. */
function scripted(script: Script) {
  const counted = { steps: 0 };
  const after = (said: readonly (readonly number[])[]): DecoderOutput => ({
    state: asState(said),
    logits: Float32Array.from(said.flatMap((one) => [...logitsOf(script, one)])),
    vocabulary: VOCABULARY,
    attention: null,
  });
  const saidIn = (state: DecoderState) => (state as SaidState).said;
  const model: SteppingModel & BranchingModel = {
    config,
    step: async (_audio, past, token) => {
      counted.steps += 1;
      return after([[...(saidIn(past)[0] ?? []), token]]);
    },
    stepRows: async (_audio, past, continuations) =>
      after(continuations.map(({ row, token }) => [...(saidIn(past)[row] ?? []), token])),
  };
  const prefix: ReadPrefix = {
    audio: { hidden: new Tensor('float32', [0], [1]), positions: 1500 },
    tokens: [11],
    state: asState([[]]),
    logits: logitsOf(script, []),
    attention: null,
    noSpeech: 0,
  };
  return { model, prefix, counted };
}

const never = () => new CancellationPoint(new AbortController().signal);
const treeOf = (terms: readonly HotWord[]) => new TermTree(terms, TEXT, END);
const KUBERNETES: readonly HotWord[] = [{ text: 'Kubernetes', weight: 0.5 }];
/** "call Cooper", where "Kubernetes" is half as likely. */
const SCRIPT: Script = {
  '': { Ġcall: 1 },
  Ġcall: { ĠCo: 0.6, ĠK: 0.3, '.': 0.1 },
  ĠCo: { oper: 1 },
  ĠK: { uber: 0.7, s: 0.3 },
  uber: { netes: 0.9, s: 0.1 },
  netes: { '.': 1 },
  oper: { '.': 1 },
};

const WAYS = ['the likeliest tokens', 'a beam'] as const;

async function decode(way: (typeof WAYS)[number], script: Script, terms?: readonly HotWord[]) {
  const { model, prefix, counted } = scripted(script);
  const common = { maxInitialTimestamp: 0, frames: 4, mostTokens: 0, terms: terms && treeOf(terms) };
  const decoding =
    way === 'a beam'
      ? await searchBeam(model, prefix, { ...common, width: 2 }, never())
      : await decodeText(model, prefix, { ...common, temperature: 0, draw: () => 0 }, never());
  // Other decodings begin there, too.
  expect(prefix.logits).toEqual(logitsOf(script, []));
  return { ...decoding, text: TEXT.textOf(decoding.tokens), steps: counted.steps };
}

describe.each(WAYS)('terms in %s', (way) => {
  it('are written where they are nearly as likely as other words', async () => {
    const plain = await decode(way, SCRIPT);
    expect(plain.text).toBe(' call Cooper.');
    const { text, averageLogProbability } = await decode(way, SCRIPT, KUBERNETES);
    expect(text).toBe(' call Kubernetes.');
    // A text with a term is not refused for it.
    expect(averageLogProbability).toBeGreaterThan(-0.5);
  });

  it('are not written where they are as unlikely as anything', async () => {
    const script = { ...SCRIPT, Ġcall: { ĠCo: 0.95, ĠK: 1e-4 } };
    expect((await decode(way, script, KUBERNETES)).text).toBe(' call Cooper.');
  });

  it('take nothing with them that is not written to the end', async () => {
    const broken = { ...SCRIPT, uber: { s: 0.999_999, netes: 1e-7 } };
    expect((await decode(way, broken, KUBERNETES)).text).toBe(' call Cooper.');
    const longer = { ...SCRIPT, netes: { s: 1 } };
    expect((await decode(way, longer, KUBERNETES)).text).toBe(' call Cooper.');
  });

  it('are written as the vocabulary has them where a variant is said', async () => {
    const said = await decode(way, SCRIPT, [{ text: 'Kubernetes', weight: 0.5, said: ['Cooper'] }]);
    expect(said.text).toBe(' call Kubernetes.');
    expect(said.probabilities).toHaveLength(said.tokens.length);
  });
});

it('cost no step where nothing is like them', async () => {
  const { steps } = await decode('the likeliest tokens', SCRIPT);
  const others = await decode('the likeliest tokens', SCRIPT, [{ text: 'nowhere', weight: 1 }]);
  expect(others.steps).toBe(steps);
});

it('cost no step where a longer token has the same beginning', async () => {
  const script = { ...SCRIPT, Ġcall: { ĠCooper: 0.7, ĠCo: 0.3 }, ĠCooper: { '.': 1 } };
  const cos = (text: string) => [{ text, weight: 1 }];
  const plain = await decode('the likeliest tokens', script);
  const begun = await decode('the likeliest tokens', script, cos('Cos'));
  expect(begun).toMatchObject({ text: ' call Cooper.', steps: plain.steps });
  // As likely as the longer one, it may begin another word.
  const near = { ...script, Ġcall: { ĠCooper: 0.55, ĠCo: 0.45 }, ĠCo: { oper: 0.6, s: 0.4 } };
  expect((await decode('the likeliest tokens', near, cos('Cos'))).text).toBe(' call Cos');
  // A term that ends there is another word.
  const ended = { ...script, ĠCo: { '.': 1 } };
  expect((await decode('the likeliest tokens', ended, cos('Co'))).text).toBe(' call Co.');
});

it('begin behind a mark rather than in its place', async () => {
  const script = {
    ...SCRIPT,
    Ġcall: { '.': 0.6, ĠK: 0.4 },
    '.': { ĠCo: 0.5, ĠK: 0.4, end: 0.1 },
    netes: { end: 1 },
  };
  expect((await decode('the likeliest tokens', script, KUBERNETES)).text).toBe(' call. Kubernetes');
  const joiners = ['-', "'", '&', ',', '?', '.', 's'];
  const tree = new TermTree(
    [],
    new TokenText(joiners.map((piece, id) => [piece, id] as const)),
    joiners.length,
  );
  expect(joiners.filter((_, token) => tree.isMark(token))).toEqual([',', '?', '.']);
});
