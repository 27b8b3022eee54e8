import { CAPTION_GUIDES } from '../../src/addons/subtitles/caption-guides.ts';
import {
  CAPTION_AUDIENCES,
  type CorrectedTranscript,
  captionStyle,
} from '../../src/contract/transcripts/corrected-transcript.ts';
import type { Utterance } from '../../src/contract/transcripts/utterance.ts';
import { cueFaults, cueFigures } from '../../src/document/cues/cue-faults.ts';
import { documentCues, type ShownCue } from '../../src/document/cues/document-cues.ts';
import { documentRules } from '../../src/document/cues/document-rules.ts';
import { mendOf } from '../../src/document/cues/mend-cues.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import { splitText } from '../../src/document/words/split-into-words.ts';
import type { SectionReport } from './accuracy-section.ts';
import { corpusClips } from './corpus/corpus-clips.ts';

/** The text of a clip, with words as long as their share of its letters. */
function utteranceOf(text: string, language: string, [start, seconds]: [number, number]): Utterance {
  const words = splitText(` ${text.trim()}`, language);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let at = start;
  const timed = words.map((word) => {
    const from = at;
    at += (seconds * word.length) / Math.max(1, letters);
    return { word, start: from, end: at, confidence: 1 };
  });
  const code = language as Utterance['language'];
  return { start, end: start + seconds, confidence: 1, channel: 0, words: timed, text, language: code };
}

/** The clips of each language one behind the other, as one recording without any silence: the hardest case for reading speed. */
function recordings(): Map<string, Utterance[]> {
  const found = new Map<string, Utterance[]>();
  for (const { language, texts, seconds, derived } of corpusClips()) {
    const text = texts[0]?.trim() ?? '';
    if (derived || text === '') continue;
    const spoken = found.get(language) ?? [];
    const start = spoken.at(-1)?.end ?? 0;
    found.set(language, [...spoken, utteranceOf(text, language, [start, seconds])]);
  }
  return found;
}

interface Breach {
  guide: string;
  audience: string;
  language: string;
  kind: string;
  text: string;
  value: number;
  limit: number;
}

interface Breaches {
  cues: number;
  avoidable: Breach[];
  /** Too short, and without room before or behind. */
  short: Breach[];
  costly: (Breach & { words: string[] })[];
}

/** What a recording's captions break of a guide. */
function breachesOf(
  document: CorrectedTranscript,
  asked: Pick<Breach, 'guide' | 'audience' | 'language'>,
): Breaches {
  const rules = documentRules(document);
  const cues = documentCues(document).map((cue, at): ShownCue => ({ ...cue, id: `${at}` }));
  const found: Breaches = { cues: cues.length, avoidable: [], short: [], costly: [] };
  for (const [index, cue] of cues.entries())
    for (const fault of cueFaults(cueFigures(cue, cues[index + 1]), rules)) {
      const breach = { ...asked, text: cue.rows.join(' / '), ...fault };
      const mend = mendOf(cue, fault, { rules, before: cues[index - 1], next: cues[index + 1] });
      if (mend?.kind === 'leave-out') found.costly.push({ ...breach, words: mend.words });
      else if (mend === null && (fault.kind === 'short' || fault.kind === 'speed')) found.short.push(breach);
      else found.avoidable.push(breach);
    }
  return found;
}

/** How captions of the corpus keep the rules of each guide: what could be kept and is not, and the words that reading speed costs. */
export async function captionsAccuracy(): Promise<SectionReport> {
  const all: Breaches[] = [];
  for (const [language, utterances] of recordings()) {
    const made = makeDocument(utterances, utterances.at(-1)?.end ?? 0);
    for (const { id: guide } of CAPTION_GUIDES)
      for (const audience of CAPTION_AUDIENCES) {
        const document = { ...made, caption_style: captionStyle.parse({ guide, audience }) };
        all.push(breachesOf(document, { guide, audience, language }));
      }
  }
  const [avoidable, short, costly] = [
    all.flatMap((one) => one.avoidable),
    all.flatMap((one) => one.short),
    all.flatMap((one) => one.costly),
  ];
  for (const { guide, audience, language, kind, text, value, limit } of avoidable.slice(0, 20))
    console.log(`${guide}, ${audience}, ${language}: ${kind} ${value} against ${limit}: ${text}`);
  for (const { guide, audience, language, words, text } of costly)
    console.log(`${guide}, ${audience}, ${language}: costs ${words.join(' ')} of: ${text}`);
  const cues = all.reduce((sum, one) => sum + one.cues, 0);
  const words = costly.reduce((sum, { words: lost }) => sum + lost.length, 0);
  const count = (name: string, value: number, atMost?: number) => ({
    ...{ section: 'captions', name, value, unit: '' },
    ...(atMost !== undefined && { atMost }),
  });
  return {
    figures: [
      count('captions', cues),
      count('breaches that could be kept without losing words', avoidable.length, 0),
      count('captions too short, without room before or behind', short.length),
      count('captions too fast, that cost words', costly.length),
      count('words that reading speed costs', words),
    ],
    details: { avoidable, short, costly },
    failed: cues === 0 ? 1 : 0,
  };
}
