import {
  CORRECTED_FORMAT,
  type CorrectedTranscript,
  type DocumentSpeaker,
  type Paragraph,
} from '../contract/transcripts/corrected-transcript.ts';
import type { TranslatedUtterance } from '../contract/transcripts/utterance.ts';
import { hasSeveralChannels } from '../contract/transcripts/voice-name.ts';
import { utteranceWords } from '../engine/transcript/utterance-words.ts';
import { paragraphsOf, type VoicedWord } from './paragraphs.ts';
import { colourOf } from './speakers.ts';

/** Id of the document's speaker for a voice of the result; null if there is nothing to distinguish. */
export function speakerIdOf(
  { channel, speaker }: Pick<TranslatedUtterance, 'channel' | 'speaker'>,
  severalChannels: boolean,
): string | null {
  if (speaker === undefined && !severalChannels) return null;
  return `s${severalChannels ? `${channel}.` : ''}${speaker ?? ''}`;
}

/** The voices of a result as speakers without names, in order of their first word. */
function speakersOf(utterances: Iterable<TranslatedUtterance>, severalChannels: boolean): DocumentSpeaker[] {
  const speakers = new Map<string, DocumentSpeaker>();
  for (const utterance of utterances) {
    const id = speakerIdOf(utterance, severalChannels);
    if (id === null || speakers.has(id)) continue;
    speakers.set(id, {
      id,
      number: utterance.speaker ?? null,
      channel: severalChannels ? utterance.channel : null,
      name: null,
      colour: colourOf(speakers.size),
    });
  }
  return [...speakers.values()];
}

/**
 * Spaces are written before a word: a result may leave them out where an utterance begins.
 *
 * @param own all words of the utterance
 */
export function spaced(word: string, begins: boolean, own: readonly { word: string }[]): string {
  if (!begins || /^\s/u.test(word)) return word;
  const unspaced = own.length > 1 && own.every(({ word: one }, index) => index === 0 || !/^\s/u.test(one));
  return unspaced ? word : ` ${word}`;
}

/** A result's words, one utterance after the other. */
function* voicedWords(
  utterances: Iterable<TranslatedUtterance>,
  severalChannels: boolean,
): Generator<VoicedWord> {
  for (const utterance of utterances) {
    const { channel, language } = utterance;
    const speaker = speakerIdOf(utterance, severalChannels);
    const own = utteranceWords(utterance).filter(({ word }) => word.trim() !== '');
    for (const [index, { word, ...heard }] of own.entries()) {
      yield {
        word: { word: spaced(word, index === 0, own), ...heard },
        speaker,
        channel,
        language,
        begins: index === 0,
      };
    }
  }
}

/** The speakers of a machine's result, and its paragraphs one by one: for what reads a text of hours and keeps little of it. */
export function readResult(utterances: Iterable<TranslatedUtterance>): {
  speakers: DocumentSpeaker[];
  paragraphs: Iterable<Paragraph>;
} {
  const severalChannels = hasSeveralChannels(utterances);
  return {
    speakers: speakersOf(utterances, severalChannels),
    paragraphs: paragraphsOf(voicedWords(utterances, severalChannels), (index) => `p${index}`),
  };
}

/**
 * The machine's result as a document to correct, in paragraphs for reading. The same result makes the same document.
 *
 * @param duration of the recording in seconds
 */
export function makeDocument(
  utterances: readonly TranslatedUtterance[],
  duration: number,
): CorrectedTranscript {
  const { speakers, paragraphs: made } = readResult(utterances);
  const paragraphs = [...made];
  return {
    format: CORRECTED_FORMAT,
    duration,
    next: paragraphs.length,
    speakers,
    paragraphs,
    notes: [],
    chapters: [],
    cues: null,
    caption_style: null,
    imported: null,
  };
}
