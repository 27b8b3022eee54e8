import { cleanText } from '../../addons/subtitles/clean-text.ts';
import type { SubtitlesConfig } from '../../addons/subtitles/schema.ts';
import type { CorrectedCue, CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { hasSeveralChannels, voiceName } from '../../contract/transcripts/voice-name.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { type Change, listChange } from '../edits/change.ts';
import { spokenParagraphs } from '../spoken-paragraphs.ts';
import { documentCues } from './document-cues.ts';

/** What a cue's rows and the words that it shows have in common. */
export const lettersOf = (text: string): number => cleanText(text).replaceAll(/\s+/gu, '').length;

/** The words of one voice with their places in all its letters. */
interface VoiceText {
  words: { start: number; at: number }[];
  channel: number;
  speaker: string | null;
  letters: number;
  /** How many letters the cues so far have shown. */
  shown: number;
}

function textsByVoice(document: CorrectedTranscript): Map<string | null, VoiceText> {
  const spoken = spokenParagraphs(document);
  const severalChannels = hasSeveralChannels(spoken);
  const speakers = new Map(document.paragraphs.map(({ id, speaker }) => [id, speaker]));
  const voices = new Map<string | null, VoiceText>();
  for (const paragraph of spoken.toSorted((a, b) => a.start - b.start || a.channel - b.channel)) {
    const name = voiceName(paragraph, severalChannels);
    const { channel } = paragraph;
    const speaker = speakers.get(paragraph.id) ?? null;
    const voice = voices.get(name) ?? { words: [], channel, speaker, letters: 0, shown: 0 };
    voices.set(name, voice);
    for (const { word, start } of paragraph.words) {
      voice.words.push({ start, at: voice.letters });
      voice.letters += lettersOf(word);
    }
  }
  return voices;
}

/** Each cue's words begin where those of the cue before it end, so that every word of a channel is in one cue. */
function joinedUp(cues: readonly CorrectedCue[], end: number): CorrectedCue[] {
  const channels = [...new Set(cues.map(({ channel }) => channel))];
  return channels.flatMap((channel) =>
    cues
      .filter((cue) => cue.channel === channel)
      .toSorted((a, b) => a.from - b.from)
      .map((cue, index, all) => ({
        ...cue,
        from: index === 0 ? 0 : cue.from,
        until: all[index + 1]?.from ?? Math.max(end, cue.end) + 1,
      })),
  );
}

/**
 * Ends that captions follow the transcript: the cues remain as they are now, to be changed by hand. What is corrected in the
 * words is still shown. Null if they do not follow.
 */
export function setCuesByHand(document: CorrectedTranscript, captions?: SubtitlesConfig): Change | null {
  if (document.cues !== null) return null;
  const voices = textsByVoice(document);
  let { next } = document;
  const cues: CorrectedCue[] = [];
  for (const { startMs, endMs, rows, voice: name } of documentCues(document, { captions })) {
    const voice = voices.get(name);
    if (!voice) continue;
    const { words, channel, speaker, shown } = voice;
    const letters = rows.reduce((sum, row) => sum + lettersOf(row), 0);
    const first = words[firstIndex(words.length, (index) => (words[index]?.at ?? 0) >= shown)];
    voice.shown += letters;
    const times = { start: startMs / 1000, end: endMs / 1000 };
    if (first && first.at < voice.shown) {
      const from = first.start;
      cues.push({ id: `q${next++}`, ...times, from, until: from, channel, speaker, rows, follows: true });
      continue;
    }
    // The rest of a word that is wider than a cue.
    const before = cues.findLast((cue) => cue.channel === channel && cue.speaker === speaker);
    if (before) Object.assign(before, { end: times.end, rows: [...(before.rows ?? []), ...rows] });
  }
  return listChange({ cues: joinedUp(cues, document.duration) }, next);
}

/** Makes the cues from the words again; null if they are. What was set by hand is lost, but can be undone. */
export const followTranscript = ({ cues }: CorrectedTranscript): Change | null =>
  cues === null ? null : listChange({ cues: null });
