import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { withWords } from '../paragraphs.ts';
import { carryTranslations } from '../translations/carry-translations.ts';
import { correctWords } from './correct-words.ts';
import { namedSpeakers } from './named-speakers.ts';
import { streamOf } from './word-stream.ts';

/**
 * A new run's transcript with the corrections of an older one, and with every translation that somebody wrote. Names of speakers go
 * to those who speak at their times; notes and chapters remain at theirs. Captions follow the
 * new transcript.
 *
 * @param machine what the older run gave, before somebody corrected it
 * @param edited what somebody made of it
 * @param next what the new run gave
 */
export function carryOver(
  machine: CorrectedTranscript,
  edited: CorrectedTranscript,
  next: CorrectedTranscript,
): { document: CorrectedTranscript; carried: number } {
  const channels = [...new Set(next.paragraphs.map(({ channel }) => channel))];
  const streams = new Map(
    channels.map((channel) => [
      channel,
      correctWords(streamOf(machine, channel), streamOf(edited, channel), streamOf(next, channel)),
    ]),
  );
  const at = new Map<number, number>();
  const paragraphs = next.paragraphs.map((paragraph) => {
    const from = at.get(paragraph.channel) ?? 0;
    at.set(paragraph.channel, from + paragraph.words.length);
    const words = streams
      .get(paragraph.channel)
      ?.words.slice(from, from + paragraph.words.length)
      .flat();
    return words ? withWords(paragraph, words) : paragraph;
  });
  const { notes, chapters, caption_style, invitation = null } = edited;
  const carried = [...streams.values()].reduce((sum, stream) => sum + stream.carried, 0);
  const speakers = namedSpeakers(edited, next);
  const last = Math.max(next.next, edited.next);
  const translated = carryTranslations(edited.paragraphs, paragraphs);
  return {
    document: {
      ...next,
      next: last,
      speakers,
      paragraphs: translated,
      notes,
      chapters,
      caption_style,
      invitation,
    },
    carried,
  };
}
