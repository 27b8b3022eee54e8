import {
  type TranscriptionResult,
  transcriptionResult,
} from '../../contract/transcripts/transcription-result.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';

/**
 * A result as it is stored: its JSON in pieces, cut between utterances. The answer to a request is these bytes, and what reads
 * the words reads them piece by piece: as objects, those of ten hours take ten times the memory, and once more wherever they are copied.
 */
interface StoredResult {
  /** All before the first utterance, some utterances each, all behind the last. */
  pieces: Uint8Array<ArrayBuffer>[];
}

/** Words in a piece, at least; each has some 80 bytes. */
const PIECE_WORDS = 1_000;
/** No text in JSON contains it, because its quotes would be escaped; the transcript's own come first. */
const UTTERANCES = '"utterances":[';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The JSON of a result that the contract has parsed. */
export function toStored(result: TranscriptionResult): StoredResult {
  const { metadata, transcription, ...others } = result;
  if (!transcription) return { pieces: [encoder.encode(JSON.stringify(result))] };
  const rest = JSON.stringify({ metadata, transcription: { ...transcription, utterances: [] }, ...others });
  const at = rest.indexOf(UTTERANCES) + UTTERANCES.length;
  const pieces = [encoder.encode(rest.slice(0, at))];
  for (const part of partsOf(transcription.utterances)) {
    // A piece begins with the comma behind the one before.
    pieces.push(encoder.encode(`${pieces.length > 1 ? ',' : ''}${JSON.stringify(part).slice(1, -1)}`));
  }
  pieces.push(encoder.encode(rest.slice(at)));
  return { pieces };
}

function* partsOf(utterances: readonly Utterance[]): Generator<Utterance[]> {
  let part: Utterance[] = [];
  let words = 0;
  for (const utterance of utterances) {
    part.push(utterance);
    words += utterance.words.length;
    if (words < PIECE_WORDS) continue;
    yield part;
    [part, words] = [[], 0];
  }
  if (part.length > 0) yield part;
}

const isInPieces = (stored: unknown): stored is StoredResult =>
  typeof stored === 'object' && stored !== null && 'pieces' in stored;

/** A stored result as JSON in pieces; earlier versions stored objects. */
export const jsonPieces = (stored: unknown): Uint8Array<ArrayBuffer>[] =>
  (isInPieces(stored) ? stored : toStored(transcriptionResult.parse(stored))).pieces;

/** A stored result as objects, not parsed by the contract. */
export const fromStored = (stored: unknown): unknown =>
  isInPieces(stored) ? JSON.parse(stored.pieces.map((piece) => decoder.decode(piece)).join('')) : stored;

/** The JSON of all but the utterances: little, however long the recording is. */
export const withoutUtterances = (pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer>[] =>
  pieces.length > 2 ? [...pieces.slice(0, 1), ...pieces.slice(-1)] : [...pieces];

/** The utterances, of which only a piece's are in memory at a time. */
export const utterancesIn = (pieces: readonly Uint8Array<ArrayBuffer>[]): Iterable<Utterance> => ({
  *[Symbol.iterator]() {
    for (const piece of pieces.slice(1, -1)) {
      const some: Utterance[] = JSON.parse(`[${decoder.decode(piece).replace(/^,/, '')}]`);
      yield* some;
    }
  },
});

/** All but the utterances, as objects. */
export const factsIn = (pieces: readonly Uint8Array<ArrayBuffer>[]): TranscriptionResult =>
  JSON.parse(
    withoutUtterances(pieces)
      .map((piece) => decoder.decode(piece))
      .join(''),
  );
