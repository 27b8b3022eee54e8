import type { Word } from '../../contract/transcripts/utterance.ts';
import { hasSeveralChannels, voiceName } from '../../contract/transcripts/voice-name.ts';
import { SENTENCE_MARKS } from '../../engine/transcript/closing-marks.ts';
import { findSentences } from '../../engine/transcript/find-sentences.ts';
import { joinsWithoutSpace } from '../../engine/transcript/unspaced-script.ts';
import { type SpokenUtterance, utteranceWords } from '../../engine/transcript/utterance-words.ts';
import { append } from '../../lib/append.ts';
import type { CaptionPiece, CaptionRun } from './caption-piece.ts';
import { cutPieces, isClosing } from './cut-pieces.ts';

/**
 * A transcript as runs of pieces: consecutive utterances of one speaker in one channel form a run, in which a cue may
 * extend from one utterance into the next. A voice's times never go back.
 *
 * @param utterances in order of start
 */
export function captionRuns(utterances: readonly SpokenUtterance[], columnsPerRow: number): CaptionRun[] {
  const spoken = utterances.map((utterance) => ({ ...utterance, words: [...utteranceWords(utterance)] }));
  const severalChannels = hasSeveralChannels(spoken);
  const lastOfSentence = new Set<Word>();
  for (const { words } of findSentences(spoken)) {
    const last = words.findLast(({ word }) => word.trim() !== '');
    if (last) lastOfSentence.add(last);
  }
  const runs: CaptionRun[] = [];
  let runVoice = '';
  const lastPieces = new Map<string, CaptionPiece>();
  const reached = new Map<string, number>();
  for (const utterance of spoken) {
    const voice = `${utterance.channel}/${utterance.speaker ?? ''}`;
    const pieces = withoutLoneMarks(
      cutPieces(utterance.words, utterance, lastOfSentence, columnsPerRow),
      lastPieces.get(voice),
      columnsPerRow,
    );
    if (pieces.length === 0) continue;
    const forward = keepForward(pieces, reached.get(voice) ?? 0);
    reached.set(voice, forward.at(-1)?.startMs ?? 0);
    const run = runs.at(-1);
    if (run && voice === runVoice) {
      continueRun(run, forward);
    } else {
      runs.push({ voice: voiceName(utterance, severalChannels), pieces: forward });
    }
    runVoice = voice;
    const last = runs.at(-1)?.pieces.at(-1);
    if (last) lastPieces.set(voice, last);
  }
  return runs;
}

/** One mark that ends something; "#", "***" and "..." may begin it. */
const ENDS = new RegExp(`^[\\p{Pe}\\p{Pf}${SENTENCE_MARKS}.,;:!?…]$`, 'u');

/**
 * Marks with which an utterance begins end what the voice said before; where it said nothing, or they may begin something, they are
 * before its first word. Alone they are a row only where a row is too narrow for both.
 */
function withoutLoneMarks(
  pieces: readonly CaptionPiece[],
  before: CaptionPiece | undefined,
  columnsPerRow: number,
): CaptionPiece[] {
  const [first, next, ...rest] = pieces;
  if (!first || !isClosing(first.text)) return [...pieces];
  const spaceBefore = first.spaceBefore && !ENDS.test(first.text);
  const isOwn = spaceBefore && next !== undefined;
  const joined = before && !isOwn && joinedPieces(before, { ...first, spaceBefore });
  if (before && joined && joined.columns <= columnsPerRow) {
    Object.assign(before, joined);
    before.endsSentence ||= first.endsSentence;
    return withoutLoneMarks(pieces.slice(1), before, columnsPerRow);
  }
  if (!next) return before ? [first] : [];
  const { text, columns } = joinedPieces(first, next);
  if (columns > columnsPerRow) return [...pieces];
  return [{ ...next, text, columns, startMs: first.startMs, spaceBefore: first.spaceBefore }, ...rest];
}

/** Two pieces as one, with the space between them. */
function joinedPieces(one: CaptionPiece, next: CaptionPiece): Pick<CaptionPiece, 'text' | 'columns'> {
  const space = next.spaceBefore ? ' ' : '';
  return { text: one.text + space + next.text, columns: one.columns + space.length + next.columns };
}

/** No piece starts before the previous one or ends before its own start. */
function keepForward(pieces: readonly CaptionPiece[], earliestMs: number): CaptionPiece[] {
  let startMs = Math.max(earliestMs, 0);
  let endMs = 0;
  return pieces.map((piece) => {
    startMs = Math.max(piece.startMs, startMs);
    endMs = Math.max(piece.endMs, startMs, endMs);
    return { ...piece, startMs, endMs };
  });
}

function continueRun(run: CaptionRun, [first, ...rest]: CaptionPiece[]): void {
  const last = run.pieces.at(-1);
  if (!first || !last) return;
  const spaceBefore = !joinsWithoutSpace(last.text, first.text);
  run.pieces.push({ ...first, spaceBefore });
  append(run.pieces, rest);
}
