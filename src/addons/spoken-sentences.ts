import type { Transcription } from '../contract/transcripts/transcription-result.ts';
import { hasSeveralChannels, voiceName } from '../contract/transcripts/voice-name.ts';
import { findSentences } from '../engine/transcript/find-sentences.ts';
import { joinsWithoutSpace } from '../engine/transcript/unspaced-script.ts';

/** A sentence and who said it. */
export interface SpokenSentence {
  text: string;
  /** "Speaker 1", "Channel 1 · Speaker 1"; null if the recording has only one voice. */
  voice: string | null;
  /** Transcription language code. */
  language: string;
}

/** The sentences of a transcript in order. */
export function spokenSentences({ utterances }: Pick<Transcription, 'utterances'>): SpokenSentence[] {
  const channels = hasSeveralChannels(utterances);
  const speakers = new Set(utterances.map(({ speaker }) => speaker)).size > 1;
  return findSentences(utterances).map(({ text, channel, speaker, language }) => {
    return {
      text,
      voice: voiceName({ channel, speaker: speakers ? speaker : undefined }, channels),
      language,
    };
  });
}

/** As readable text: consecutive sentences of one voice are one line, preceded by its name. */
export function writeTurns(sentences: readonly SpokenSentence[]): string {
  let text = '';
  let before: string | null | undefined;
  for (const { text: sentence, voice } of sentences) {
    if (voice === before && text !== '') text += `${joinsWithoutSpace(text, sentence) ? '' : ' '}${sentence}`;
    else text += `${text === '' ? '' : '\n'}${voice === null ? '' : `${voice}: `}${sentence}`;
    before = voice;
  }
  return text;
}

/** Groups sentences, in order, into parts with at most this many tokens; longer sentences are split between words. */
export function sentenceParts(
  sentences: readonly SpokenSentence[],
  maximumTokens: number,
  countTokens: (text: string) => number,
): SpokenSentence[][] {
  const parts: SpokenSentence[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const sentence of sentences.flatMap((one) => fittingPieces(one, maximumTokens, countTokens))) {
    // Counts as if each sentence had its voice before it, which errs on the safe side.
    const tokens = countTokens(`\n${writeTurns([sentence])}`);
    if (used + tokens > maximumTokens) {
      parts.push([]);
      used = 0;
    }
    parts.at(-1)?.push(sentence);
    used += tokens;
  }
  return parts;
}

function fittingPieces(
  sentence: SpokenSentence,
  maximumTokens: number,
  countTokens: (text: string) => number,
): SpokenSentence[] {
  const { text } = sentence;
  if (text.length < 2 || countTokens(`\n${writeTurns([sentence])}`) <= maximumTokens) return [sentence];
  const middle = Math.floor(text.length / 2);
  const space = text.lastIndexOf(' ', middle);
  const cut = space > 0 ? space : middle;
  return [text.slice(0, cut), text.slice(cut)].flatMap((piece) =>
    fittingPieces({ ...sentence, text: piece.trim() }, maximumTokens, countTokens),
  );
}
