import { describe, expect, it } from 'vitest';
import { captionGuides } from '../../../tests/cases/guides-schema.ts';
import { changed, documentOf } from '../../../tests/fakes/corrected-document.ts';
import guides from '../../addons/subtitles/caption-guides.json' with { type: 'json' };
import {
  type CaptionStyle,
  type CorrectedTranscript,
  captionStyle,
} from '../../contract/transcripts/corrected-transcript.ts';
import {
  type CueFault,
  cueFaults,
  cueFigures,
  type FaultKind,
  faultsOfText,
  markedText,
  shotFaults,
} from './cue-faults.ts';
import { cuesByHand, documentCues, type ShownCue } from './document-cues.ts';
import { contradiction, documentRules } from './document-rules.ts';
import { joinCues, moveCue, writeCue } from './edit-cues.ts';
import { mendOf, mendText } from './mend-cues.ts';
import { contrast, inkOn, tooFaint } from './readable-colours.ts';
import { setCuesByHand } from './set-cues.ts';
import { spareWords } from './spare-words.ts';

const styled = (document: CorrectedTranscript, style: Partial<CaptionStyle>): CorrectedTranscript => ({
  ...document,
  caption_style: captionStyle.parse(style),
});
const talk = documentOf(
  { text: 'Good morning everyone, and thank you all for coming here today.', at: 1 },
  { text: 'We really really have 3 things to talk about (laughter) before lunch.', at: 12 },
);

describe('the table of guides', () => {
  it('is whole: every value names a public source, and no guide contradicts itself', () => {
    expect(captionGuides.safeParse(guides).error?.issues).toBeUndefined();
    expect(guides.guides.map(({ id }) => id)).toEqual(['netflix', 'bbc', 'ebu', 'dcmp', 'youtube']);
  });

  it.each([
    [
      'rules that contradict each other',
      { rule: 'minimum', value: 8, source: 'bbc', language: undefined },
      /minimum 8 is above maximum 7/,
    ],
    [
      'an unknown source',
      { rule: 'gap', value: 0, source: 'hearsay', language: 'fr' },
      /hearsay is no source/,
    ],
    ['an unknown rule', { rule: 'volume', value: 1, source: 'bbc' }, /rule/],
  ])('refuses %s', (_, row, message) => {
    const [first, ...others] = guides.guides;
    const rules = first?.rules.filter(({ rule }) => rule !== row.rule) ?? [];
    const parsed = captionGuides.safeParse({
      ...guides,
      guides: [{ ...first, rules: [...rules, row] }, ...others],
    });
    expect(JSON.stringify(parsed.error?.issues)).toMatch(message);
  });

  it('goes by the language and the audience', () => {
    const rulesOf = (text: string, language: 'en' | 'ja' | 'de', style: Partial<CaptionStyle>) =>
      documentRules(styled(documentOf({ text, at: 0, language }), style));
    expect(rulesOf('Hello.', 'en', { guide: 'netflix' })).toMatchObject({
      columnsPerRow: 42,
      columnsPerSecond: 20,
    });
    expect(rulesOf('Hello.', 'en', { guide: 'netflix', audience: 'children' }).columnsPerSecond).toBe(17);
    expect(rulesOf('Hallo.', 'de', { guide: 'netflix' }).columnsPerSecond).toBe(17);
    expect(rulesOf('はい。', 'ja', { guide: 'netflix' })).toMatchObject({
      columnsPerRow: 26,
      columnsPerSecond: 8,
    });
    expect(rulesOf('Hello.', 'en', { guide: 'dcmp' })).toMatchObject({
      columnsPerRow: 32,
      minimumMs: 2000,
      columnsPerSecond: 16,
    });
    expect(rulesOf('Hello.', 'en', { guide: 'bbc', rows: 3 })).toMatchObject({
      columnsPerRow: 37,
      rowsPerCue: 3,
      gapMs: 0,
    });
    expect(rulesOf('Hello.', 'en', { guide: null }).text).toBeNull();
  });

  it('finds limits by hand that contradict each other, and colours that cannot be read', () => {
    const limits = { columns: null, speed: null, minimum: 8, maximum: null };
    expect(contradiction(talk, captionStyle.parse({ guide: 'netflix', limits }))).toEqual({
      minimum: 8,
      maximum: 7,
    });
    expect(contradiction(talk, captionStyle.parse({ guide: 'netflix' }))).toBeNull();
    expect(tooFaint(captionStyle.parse({ accent: '#101040', look: 'highlight' }))).toBeLessThan(2);
    expect(tooFaint(captionStyle.parse({ accent: '#101040', look: 'box' }))).toBeNull();
    expect(tooFaint(captionStyle.parse({ look: 'pop' }))).toBeNull();
    expect(contrast('#ffffff', '#000000')).toBe(21);
    expect([inkOn('#ffff00'), inkOn('#101040')]).toEqual(['#000000', '#ffffff']);
  });
});

describe('what breaks a rule', () => {
  const byHand = (document: CorrectedTranscript, style: Partial<CaptionStyle>) =>
    changed(styled(document, style), setCuesByHand);

  /** The faults of one kind, and what is left of them once each has been mended. */
  function mended(document: CorrectedTranscript, kind: FaultKind) {
    const rules = documentRules(document);
    const faultsOf = (from: CorrectedTranscript) => {
      const cues = cuesByHand(from);
      return cues.flatMap((cue, index) =>
        cueFaults(cueFigures(cue, cues[index + 1]), rules)
          .filter((fault) => fault.kind === kind)
          .map((fault) => ({ cue, fault, place: { rules, before: cues[index - 1], next: cues[index + 1] } })),
      );
    };
    const found = faultsOf(document);
    const [first] = found;
    const mend = first && mendOf(first.cue, first.fault, first.place);
    const after = mend ? changed(document, mend.make) : document;
    return { found, mend, after, left: faultsOf(after).length };
  }
  const move = (document: CorrectedTranscript, at: number, times: { start?: number; end?: number }) =>
    changed(document, (from) => moveCue(from, from.cues?.[at]?.id ?? '', times));

  it.each<[FaultKind, string, (document: CorrectedTranscript) => CorrectedTranscript]>([
    ['short', 'later-end', (from) => move(from, 0, { end: 1.2 })],
    ['speed', 'later-end', (from) => move(from, 0, { end: 2.5 })],
    [
      'columns',
      'rows',
      (from) =>
        changed(from, (one) =>
          writeCue(one, one.cues?.[0]?.id ?? '', [
            'Good morning everyone, and thank you all for coming here today.',
          ]),
        ),
    ],
    [
      'rows',
      'split',
      (from) =>
        changed(from, (one) =>
          writeCue(one, one.cues?.[0]?.id ?? '', [
            'Good morning',
            'everyone, and thank',
            'you all for coming',
            'here today.',
          ]),
        ),
    ],
    ['long', 'earlier-end', (from) => move(from, 0, { end: 11 })],
    ['overlap', 'earlier-end', (from) => move(from, 0, { end: 13 })],
  ])('%s is mended by one change: %s', (kind, way, breakIt) => {
    const broken = breakIt(byHand(talk, { guide: 'netflix' }));
    const { found, mend, left } = mended(broken, kind);
    expect(found.length).toBeGreaterThan(0);
    expect(mend?.kind).toBe(way);
    expect(left).toBeLessThan(found.length);
  });

  it('a speed that no time can mend names the words that it costs, and strikes them only then', () => {
    const fast = documentOf(
      { text: 'um we really really have things to talk about today', at: 0 },
      { text: 'Next one here.', at: 1.05, speaker: 1 },
    );
    const squeezed = {
      ...fast,
      paragraphs: fast.paragraphs.map((paragraph) =>
        paragraph.start > 1
          ? paragraph
          : {
              ...paragraph,
              end: 1,
              words: paragraph.words.map((word, at) => ({ ...word, start: at * 0.1, end: at * 0.1 + 0.09 })),
            },
      ),
    };
    const { mend, after, found } = mended(byHand(squeezed, { guide: 'netflix' }), 'speed');
    expect(found.length).toBe(1);
    expect(mend).toMatchObject({ kind: 'leave-out', words: expect.arrayContaining(['um', 'really']) });
    const struck = after.paragraphs.flatMap(({ words }) =>
      words.filter((word) => word.struck).map(({ word }) => word.trim()),
    );
    expect(struck).toEqual(mend?.kind === 'leave-out' ? mend.words : []);
  });

  it('costs the fewest sounds, repetitions and weak words first', () => {
    const words = 'well I um I I really think that we should go'.split(' ').map((word) => ({ word }));
    const spared = (over: number) => spareWords(words, over, 'en').map((at) => words[at]?.word);
    expect(spared(0)).toEqual([]);
    expect(spared(2)).toEqual(['um']);
    expect(spared(4)).toEqual(['um', 'I']);
    expect(spared(12)).toEqual(['um', 'I', 'really']);
  });

  it('is marked in the text', () => {
    const cue = { rows: ['Good morning everyone here', 'today', 'and you'] };
    const marks = markedText(cue, [
      { kind: 'columns', value: 26, limit: 12 },
      { kind: 'rows', value: 3, limit: 2 },
    ]);
    const text = cue.rows.join('\n');
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual([' everyone here', 'and you']);
  });

  it.each([
    ['netflix', '(music) I have 3 of 12 at 9:30, 5% and 007.', ['[music]', 'three']],
    ['bbc', '[music] 7 days.', ['MUSIC', 'seven']],
    ['youtube', '（音楽） 3', ['[音楽]']],
    ['ebu', '(music) 3', []],
  ])('in the text, %s writes %s with %j', (guide, text, better) => {
    const document = byHand(documentOf({ text, at: 0 }), { guide });
    const [cue] = cuesByHand(document);
    const rules = documentRules(document);
    const faults = faultsOfText(cue as ShownCue, rules);
    expect(faults.map((fault) => fault.better)).toEqual(better);
    const [first] = faults;
    if (!first) return;
    const after = changed(document, mendText(cue as ShownCue, first).make);
    expect(cuesByHand(after)[0]?.rows.join(' ')).toContain(first.better);
    expect(faultsOfText(cuesByHand(after)[0] as ShownCue, rules)).toHaveLength(faults.length - 1);
  });

  it.each([
    ['netflix', 'en', '-Are you coming?\n-In a minute.'],
    ['youtube', 'en', '>> Are you coming?\n>> In a minute.'],
    ['bbc', 'en', null],
  ] as const)(
    'in a caption of two speakers, %s (%s) writes %j, which are no words',
    (guide, language, better) => {
      const two = documentOf(
        { text: 'Are you coming?', at: 1, speaker: 0, language },
        { text: 'In a minute.', at: 3, speaker: 1, language },
      );
      const set = byHand(two, { guide });
      const first = (from: CorrectedTranscript) => cuesByHand(from)[0] as ShownCue;
      const joined = changed(set, (from) => joinCues(from, first(from).id));
      const faultsOf = (from: CorrectedTranscript) => faultsOfText(first(from), documentRules(from));
      expect(faultsOf(set)).toEqual([]);
      const [fault] = faultsOf(joined);
      expect(fault?.better ?? null).toBe(better);
      if (!fault) return;
      // Also where both are in one row, and one has a mark already.
      const written = changed(joined, (from) =>
        writeCue(from, first(from).id, ['- Are you coming? In a minute.']),
      );
      for (const from of [joined, written]) {
        const mended = changed(from, mendText(first(from), faultsOf(from)[0] ?? fault).make);
        expect(first(mended).rows).toEqual(better?.split('\n'));
        expect(faultsOf(mended)).toEqual([]);
        expect(mended.paragraphs).toEqual(two.paragraphs);
        expect(first(mended).words?.map((row) => row.map(({ text }) => text))).toEqual([
          ['Are', 'you', 'coming?'],
          ['In', 'a', 'minute.'],
        ]);
      }
    },
  );

  it.each([
    // Begins and ends 0.2 s from a change: nearer to it than to where it would be far enough away.
    ['start', 'shot-start', [1.2]],
    ['end', 'shot-end', [3.8]],
    ['none', null, [1, 8]],
  ] as const)(
    'with changes of shots, captions keep them, and one moved near its %s is mended',
    (edge, kind, shots) => {
      const said = documentOf(
        { text: 'Good morning everyone, and welcome.', at: 1 },
        { text: 'Hello.', at: 9 },
      );
      const end = Math.max(...(said.paragraphs[0]?.words ?? []).map((word) => word.end));
      expect(end).toBeLessThan(3.8);
      const style = { guide: 'netflix', shots: [...shots] };
      const faultsOf = (from: CorrectedTranscript) =>
        shotFaults(cuesByHand(from)[0] as ShownCue, documentRules(from));
      const own = byHand(said, style);
      expect(faultsOf(own)).toEqual([]);
      expect(shotFaults(documentCues(styled(said, style))[0] as ShownCue, documentRules(own))).toEqual([]);
      // Without a picture nothing moves.
      const off = byHand(said, { guide: 'netflix' });
      expect([cuesByHand(off)[0]?.startMs, faultsOf(off)]).toEqual([1000, []]);
      if (edge === 'none') return;
      const broken = move(own, 0, edge === 'start' ? { start: 1 } : { end: 4 });
      const [fault, ...others] = faultsOf(broken);
      expect([fault?.kind, others]).toEqual([kind, []]);
      const [cue, next] = cuesByHand(broken);
      const mend = mendOf(cue as ShownCue, fault as CueFault, {
        rules: documentRules(broken),
        before: undefined,
        next,
      });
      expect(mend?.kind).toBe('shot');
      const mended = changed(broken, mend?.make ?? (() => null));
      expect(faultsOf(mended)).toEqual([]);
      // To the change, with the gap before it where a caption ends.
      expect(edge === 'start' ? cuesByHand(mended)[0]?.startMs : cuesByHand(mended)[0]?.endMs).toBe(
        edge === 'start' ? 1200 : 3720,
      );
    },
  );

  it('keeps joined captions whole', () => {
    const joined = changed(byHand(talk, { guide: 'netflix' }), (from) =>
      joinCues(from, from.cues?.[0]?.id ?? ''),
    );
    expect(
      cuesByHand(joined)
        .flatMap(({ rows }) => rows)
        .join(' '),
    ).toContain('Good morning everyone');
  });
});
