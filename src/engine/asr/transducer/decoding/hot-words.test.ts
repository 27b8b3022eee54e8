import { describe, expect, it } from 'vitest';
import type { HotWord } from '../../asr-engine.ts';
import type { TokenTable } from '../words/token-table.ts';
import { decodeRnnt, type ScoredFrames } from './greedy-rnnt.ts';
import { decodeTdt } from './greedy-tdt.ts';
import { HotWordBias } from './hot-word-bias.ts';
import { HotWordTrie } from './hot-word-trie.ts';

const PIECES = ['', ' G', ' g', 'it', 'L', 'ab', 'a', 'b', ' et', ' Git', 'Lab', ' ', ' go'];
const BLANK = 0;
const TABLE: TokenTable = { pieces: PIECES, blank: BLANK };
const id = (piece: string) => PIECES.indexOf(piece);
const biasOf = (hotWords: HotWord[], table = TABLE) =>
  new HotWordBias(new HotWordTrie(hotWords, table), table.blank);
const GITLAB: HotWord[] = [{ text: 'GitLab', weight: 1 }];

/** Logits of one step by piece; 0 for all others. */
type Step = Record<string, number>;

function logitsOf(step: Step): Float32Array {
  const logits = new Float32Array(PIECES.length);
  for (const [piece, logit] of Object.entries(step)) logits[piece === 'blank' ? BLANK : id(piece)] = logit;
  return logits;
}

/** Decodes steps of one frame each, whatever was emitted before. */
async function decode(steps: Step[], hotWords: HotWord[]): Promise<string> {
  const score = async (frame: number): Promise<ScoredFrames> => ({
    logits: logitsOf(steps[frame] ?? {}),
    rows: 1,
  });
  const { tokens } = await decodeRnnt({
    frames: steps.length,
    frameOffset: 0,
    blank: BLANK,
    context: [-1, BLANK],
    score,
    bias: biasOf(hotWords),
  });
  const byTdt = await decodeTdt<number>({
    frames: steps.length,
    blank: BLANK,
    durations: [0, 1, 2],
    maxTokensPerFrame: 5,
    initialState: 0,
    step: async (frame, _, state) => ({
      tokenLogits: logitsOf(steps[frame] ?? {}),
      durationLogits: Float32Array.of(0, 1, 0),
      state: state + 1,
    }),
    bias: biasOf(hotWords),
  });
  const text = (all: readonly { id: number }[]) => all.map((token) => PIECES[token.id] ?? '').join('');
  expect(text(byTdt)).toBe(text(tokens));
  return text(tokens);
}

describe('the spellings of hot words', () => {
  it('are followed in any tokenisation', () => {
    const trie = new HotWordTrie(GITLAB, TABLE);
    expect([...trie.from(trie.root).keys()].toSorted((a, b) => a - b)).toEqual(
      [' G', ' Git', ' '].map(id).toSorted((a, b) => a - b),
    );
    const git = trie.from(trie.root).get(id(' Git'));
    expect(git && [...trie.from(git).keys()].map((token) => PIECES[token])).toEqual(['L', 'Lab']);
  });

  it('take the case of a model that writes only one case', () => {
    const upper = new HotWordTrie([{ text: 'Git', weight: 1 }], { pieces: ['', ' G', 'IT'], blank: 0 });
    expect([...upper.from(upper.root).keys()]).toEqual([1]);
    const lower = new HotWordTrie([{ text: 'GIT', weight: 1 }], { pieces: ['', ' g', 'it'], blank: 0 });
    expect([...lower.from(lower.root).keys()]).toEqual([1]);
  });

  it('are dropped without letters or weight', () => {
    const none = [
      { text: ' ', weight: 1 },
      { text: 'a', weight: 0 },
      { text: 'b', weight: Number.NaN },
    ];
    expect(new HotWordTrie(none, TABLE).isEmpty).toBe(true);
  });
});

describe('hot words in greedy decoding', () => {
  const spoken: Step[] = [{ ' g': 2, ' G': 1 }, { it: 3 }, { ' et': 1.5, L: 1 }, { ab: 3, blank: 1 }];

  it('win where the model nearly emitted them', async () => {
    expect(await decode(spoken, [])).toBe(' git etab');
    expect(await decode(spoken, GITLAB)).toBe(' GitLab');
  });

  it('win sooner with a larger weight', async () => {
    expect(await decode(spoken, [{ text: 'GitLab', weight: 0.1 }])).toBe(' git etab');
    const clear: Step[] = [{ ' g': 9, ' G': 1 }, ...spoken.slice(1)];
    expect(await decode(clear, GITLAB)).toBe(' git etab');
  });

  it('are undone if the model does not continue them, and the position is decoded without them', async () => {
    const other: Step[] = [{ ' g': 2, ' G': 1 }, { it: 3 }, { ' go': 9 }, { ab: 3 }];
    expect(await decode(other, GITLAB)).toBe(await decode(other, []));
    expect(await decode(other.slice(0, 2), GITLAB)).toBe(' git');
  });

  it('start nowhere the model emits nothing', async () => {
    const silence: Step[] = [{ blank: 1.5, ' G': 1 }, { blank: 1 }, { blank: 2 }];
    expect(await decode(silence, GITLAB)).toBe('');
  });

  it('keep the model’s own probabilities', () => {
    const choice = biasOf(GITLAB).choose(logitsOf({ ' g': 2, ' G': 1 }), 0, PIECES.length);
    const sum = Math.exp(2) + Math.exp(1) + PIECES.length - 2;
    expect(choice).toMatchObject({ index: id(' G'), swayed: true });
    expect(choice.probability).toBeCloseTo(Math.exp(1) / sum);
  });

  it('change nothing if there are none', async () => {
    const score = async (frame: number) => ({ logits: logitsOf(spoken[frame] ?? {}), rows: 1 });
    const options = { frames: spoken.length, frameOffset: 0, blank: BLANK, context: [-1, BLANK], score };
    expect(await decodeRnnt({ ...options, bias: biasOf([]) })).toEqual(await decodeRnnt(options));
  });
});
