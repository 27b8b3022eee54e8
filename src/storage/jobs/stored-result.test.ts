import { expect, it } from 'vitest';
import { transcriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { makeDocument, readResult } from '../../document/make-document.ts';
import {
  factsIn,
  fromStored,
  jsonPieces,
  toStored,
  utterancesIn,
  withoutUtterances,
} from './stored-result.ts';

const utterances = Array.from({ length: 400 }, (_, index) => ({
  start: index * 4,
  end: index * 4 + 3,
  confidence: 0.9,
  channel: index % 7 === 0 ? 1 : 0,
  speaker: Math.floor(index / 5) % 3,
  language: 'en' as const,
  words: Array.from({ length: 12 }, (_word, at) => ({
    word: ` wörd${at}${at === 11 ? '.' : ''}`,
    start: index * 4 + at / 4,
    end: index * 4 + at / 4 + 0.2,
    confidence: 0.9,
  })),
  text: 'He said "utterances":[',
}));
const result = transcriptionResult.parse({
  metadata: {
    audio_duration: 1600,
    number_of_distinct_channels: 2,
    billing_time: 3200,
    transcription_time: 9,
  },
  transcription: { full_transcript: '"utterances":[{}]', languages: ['en'], utterances },
  translation: {
    success: true,
    is_empty: false,
    exec_time: 1,
    error: null,
    results: [
      {
        error: null,
        full_transcript: 'x',
        languages: ['de'],
        utterances: [{ ...utterances[0], language: 'de' }],
      },
    ],
  },
});
const { translation, ...others } = result;

const textOf = (pieces: readonly Uint8Array[]) =>
  pieces.map((piece) => new TextDecoder().decode(piece)).join('');

it('is stored as its JSON in pieces, which are the answer to a request', () => {
  // In the order in which a result that was added to may have them.
  const { pieces } = toStored({ translation, ...others });
  expect(pieces.length).toBeGreaterThan(4);
  expect(JSON.parse(textOf(pieces))).toEqual(result);
  expect(fromStored({ pieces })).toEqual(result);
});

it('is read piece by piece: the same utterances, paragraphs and speakers', () => {
  const pieces = jsonPieces(toStored(result));
  expect([...utterancesIn(pieces)]).toEqual(utterances);
  const { speakers, paragraphs } = readResult(utterancesIn(pieces));
  const document = makeDocument(utterances, 1600);
  expect(speakers).toEqual(document.speakers);
  expect([...paragraphs]).toEqual(document.paragraphs);
});

it('is little without its utterances', () => {
  const pieces = jsonPieces(toStored(result));
  const bare = { ...result, transcription: { ...result.transcription, utterances: [] } };
  expect(JSON.parse(textOf(withoutUtterances(pieces)))).toEqual(bare);
  expect(factsIn(pieces)).toEqual(bare);
});

it.each([
  ['no words', { ...others, transcription: { full_transcript: '', languages: [], utterances: [] } }],
  ['no transcript', { metadata: result.metadata }],
])('is stored with %s', (_, one) => {
  const pieces = jsonPieces(toStored(one));
  expect(fromStored({ pieces })).toEqual(one);
  expect([...utterancesIn(pieces)]).toEqual([]);
  expect(factsIn(pieces)).toEqual(one);
});

it('is read as earlier versions stored it', () => {
  expect(fromStored(result)).toEqual(result);
  expect(JSON.parse(textOf(jsonPieces(result)))).toEqual(result);
});
