import type {
  CorrectedTranscript,
  DocumentSpeaker,
  Invitation,
} from '../../contract/transcripts/corrected-transcript.ts';
import { withWords } from '../paragraphs.ts';
import { colourOf } from '../speakers.ts';
import { untranslated } from '../translations/split-translations.ts';
import { withSureSpeaker } from '../words/unsure-words.ts';
import { type WordRange, wordsWithin } from '../words/word-range.ts';
import { type Change, changeParagraphs, listChange } from './change.ts';

/** Names a speaker everywhere; an empty name takes the name away. */
export function renameSpeaker(document: CorrectedTranscript, id: string, name: string): Change | null {
  const given = name.replaceAll(/\s+/gu, ' ').trim() || null;
  if (!document.speakers.some((speaker) => speaker.id === id && speaker.name !== given)) return null;
  return listChange({
    speakers: document.speakers.map((speaker) => (speaker.id === id ? { ...speaker, name: given } : speaker)),
  });
}

/** Remembers that a speaker is not who was suggested; null if there is no such speaker, or if it is known. */
export function refuseName(document: CorrectedTranscript, id: string, name: string): Change | null {
  const isMeant = (one: DocumentSpeaker) => one.id === id && !one.not_named?.includes(name);
  if (!document.speakers.some(isMeant)) return null;
  return listChange({
    speakers: document.speakers.map((one) =>
      isMeant(one) ? { ...one, not_named: [...(one.not_named ?? []), name] } : one,
    ),
  });
}

/** Keeps whom an invitation names, in place of an earlier one. */
export const setInvitation = (invitation: Invitation): Change => listChange({ invitation });

/** A new speaker with the next free number, and the change that adds it. */
export function addSpeaker(document: CorrectedTranscript, name = ''): { id: string; change: Change } {
  const { speakers, next } = document;
  const number = speakers.reduce((highest, speaker) => Math.max(highest, speaker.number ?? -1), -1) + 1;
  const used = new Set(speakers.map(({ colour }) => colour));
  const free = speakers.map((_, index) => colourOf(index)).find((colour) => !used.has(colour));
  const added: DocumentSpeaker = {
    id: `a${next}`,
    number,
    channel: null,
    name: name.trim() || null,
    colour: free ?? colourOf(speakers.length),
  };
  return { id: added.id, change: listChange({ speakers: [...speakers, added] }, next + 1) };
}

/** Gives one paragraph to another speaker. */
export function setSpeaker(document: CorrectedTranscript, index: number, id: string): Change | null {
  const paragraph = document.paragraphs[index];
  if (!paragraph || paragraph.speaker === id) return null;
  const words = paragraph.words.map(withSureSpeaker);
  return { at: index, remove: 1, insert: [{ ...paragraph, words, speaker: id }] };
}

/** Gives a stretch of words to another speaker: paragraphs are split where it begins and ends. */
export function setSpeakerOfRange(
  document: CorrectedTranscript,
  range: WordRange,
  id: string,
): Change | null {
  let { next } = document;
  const { from, end } = range;
  const insert = document.paragraphs.slice(from.paragraph, end.paragraph + 1).flatMap((paragraph, offset) => {
    const [first, after] = wordsWithin(range, from.paragraph + offset, paragraph.words.length);
    if (first >= after || paragraph.speaker === id) return [paragraph];
    const parts = [
      { words: paragraph.words.slice(0, first), speaker: paragraph.speaker },
      { words: paragraph.words.slice(first, after).map(withSureSpeaker), speaker: id },
      { words: paragraph.words.slice(after), speaker: paragraph.speaker },
    ].filter(({ words }) => words.length > 0);
    return parts.map(({ words, speaker }, index) =>
      withWords(
        index === 0 ? { ...paragraph, speaker } : { ...untranslated(paragraph), speaker, id: `p${next++}` },
        words,
      ),
    );
  });
  const old = document.paragraphs.slice(from.paragraph, end.paragraph + 1);
  if (insert.every((paragraph, index) => paragraph === old[index])) return null;
  return { at: from.paragraph, remove: old.length, insert, next };
}

/** Makes one person of two: `gone` becomes `kept`, which keeps its name or takes the other's. */
export function mergeSpeakers(document: CorrectedTranscript, gone: string, kept: string): Change | null {
  const [one, other] = [gone, kept].map((id) => document.speakers.find((speaker) => speaker.id === id));
  if (!one || !other || gone === kept) return null;
  const change = changeParagraphs(document, (paragraph) =>
    paragraph.speaker === gone ? { ...paragraph, speaker: kept } : paragraph,
  );
  return {
    ...(change ?? listChange({})),
    lists: {
      speakers: document.speakers
        .filter(({ id }) => id !== gone)
        .map((speaker) => (speaker.id === kept ? { ...speaker, name: other.name ?? one.name } : speaker)),
      ...(document.cues && {
        cues: document.cues.map((cue) => (cue.speaker === gone ? { ...cue, speaker: kept } : cue)),
      }),
    },
  };
}
