import { languageOf } from '../language-of.ts';
import { inOneRow } from '../text/join-rows.ts';
import { azure, azureShort } from './azure-json.ts';
import { inSeconds } from './in-seconds.ts';
import { at, type Fields, has, listAt, numberAt, scaledAt, spanAt, textAt, voiceAt } from './json-fields.ts';
import {
  type Dialect,
  type RecognisedPart,
  type RecognisedPassage,
  segmentsOfWords,
} from './recognised-segments.ts';
import { wordOf } from './segment-fields.ts';

const spokenWord = (word: Fields): RecognisedPart => wordOf(word, null);

/** Amazon Transcribe: items whose speakers are in the items, or in segments beside them. */
const amazon: Dialect = (value) => {
  const items = listAt(value, 'results.items');
  if (items.length === 0) return null;
  const speakers = new Map(
    listAt(value, 'results.speaker_labels.segments')
      .flatMap((segment) => listAt(segment, 'items'))
      .map((item) => [textAt(item, 'start_time'), voiceAt(item, 'speaker_label')]),
  );
  const words = items.map(
    (item): RecognisedPart => ({
      word: textAt(item, 'alternatives.0.content') ?? '',
      start: numberAt(item, 'start_time'),
      end: numberAt(item, 'end_time'),
      confidence: numberAt(item, 'alternatives.0.confidence'),
      voice: voiceAt(item, 'speaker_label') ?? speakers.get(textAt(item, 'start_time')) ?? null,
    }),
  );
  const language = languageOf(textAt(value, 'results.language_code'));
  // A mark has no channel: it belongs to the word before.
  let channel = 0;
  const channels = items.map((item) => {
    const label = /^ch_(\d{1,3})$/.exec(textAt(item, 'channel_label') ?? '')?.[1];
    channel = label === undefined ? channel : Number(label);
    return channel;
  });
  return [...new Set(channels)].flatMap((own) =>
    segmentsOfWords(
      words.filter((_, index) => channels[index] === own),
      '',
      { language, channel: own },
    ),
  );
};

/** IBM: words as lists of a text and two times, and speakers beside them. */
const ibm: Dialect = (value) => {
  const timed = listAt(value, 'results').map((result) => at(result, 'alternatives.0.timestamps'));
  if (!timed.some(Array.isArray)) return null;
  const speakers = new Map(
    listAt(value, 'speaker_labels').map((label) => [numberAt(label, 'from'), voiceAt(label, 'speaker')]),
  );
  return timed.flatMap((stamps) => {
    const words = (Array.isArray(stamps) ? stamps : []).map((stamp): RecognisedPart => {
      const start = numberAt({ stamp }, 'stamp.1');
      return {
        word: textAt({ stamp }, 'stamp.0') ?? '',
        start,
        end: numberAt({ stamp }, 'stamp.2'),
        confidence: null,
        voice: speakers.get(start) ?? null,
      };
    });
    return segmentsOfWords(words, '');
  });
};

/** Google Cloud: with speakers, the last result repeats all words. */
const google: Dialect = (value) => {
  const answer = has(value, 'response') ? value.response : value;
  const results = listAt(answer, has(answer, 'speechTranscriptions') ? 'speechTranscriptions' : 'results');
  if (!results.some((result) => has(result, 'alternatives')) || results.some((result) => has(result, 'type')))
    return null;
  const listed = results.map((result) =>
    listAt(result, 'alternatives.0.words')
      .map(spokenWord)
      .map((word) => ({ ...word, start: word.start ?? 0 })),
  );
  // Riva has the same form with milliseconds.
  const timed = inSeconds(listed.flat());
  const wordsOf = listed.map((words) => timed.splice(0, words.length));
  const spoken = wordsOf.findLast((words) =>
    words.some(({ voice }) => voice !== null && voice !== 'Speaker 0'),
  );
  if (spoken) return segmentsOfWords(spoken, '');
  let before = 0;
  return results.map((result, index) => {
    const words = wordsOf[index] ?? [];
    const start = words[0]?.start ?? before;
    const end = numberAt(result, 'resultEndTime', 'resultEndOffset') ?? words.at(-1)?.end ?? null;
    before = end ?? before;
    const language = languageOf(textAt(result, 'languageCode'));
    return {
      start,
      end,
      text: textAt(result, 'alternatives.0.transcript') ?? '',
      voice: null,
      words,
      language,
    };
  });
};

/** Speechmatics: words and marks in one list. */
const speechmatics: Dialect = (value) => {
  const results = listAt(value, 'results');
  if (!results.some((result) => has(result, 'type') && has(result, 'alternatives'))) return null;
  const words = results.map((result): RecognisedPart => {
    const voice = voiceAt(result, 'alternatives.0.speaker');
    const isMark = textAt(result, 'type') === 'punctuation';
    return {
      word: textAt(result, 'alternatives.0.content') ?? '',
      start: isMark ? null : numberAt(result, 'start_time'),
      end: numberAt(result, 'end_time'),
      confidence: numberAt(result, 'alternatives.0.confidence'),
      voice: voice === 'UU' ? null : voice,
    };
  });
  return segmentsOfWords(words, '', {
    language: languageOf(textAt(value, 'metadata.transcription_config.language')),
  });
};

/** Deepgram: utterances, or the words of each channel. */
const deepgram: Dialect = (value) => {
  if (has(value, 'channel_index') && has(value, 'is_final')) {
    const words = value.is_final === false ? [] : listAt(value, 'channel.alternatives.0.words');
    return segmentsOfWords(words.map(spokenWord), '', { channel: numberAt(value, 'channel_index.0') ?? 0 });
  }
  const channels = listAt(value, 'results.channels');
  const utterances = listAt(value, 'results.utterances');
  if (utterances.length > 0) {
    return utterances.map((one) => ({
      start: numberAt(one, 'start'),
      end: numberAt(one, 'end'),
      text: textAt(one, 'transcript') ?? '',
      voice: voiceAt(one, 'speaker'),
      channel: numberAt(one, 'channel') ?? 0,
      words: listAt(one, 'words').map(spokenWord),
    }));
  }
  if (channels.length === 0) return null;
  return channels.flatMap((channel, index) =>
    segmentsOfWords(
      listAt(channel, 'alternatives.0.words').map(spokenWord),
      textAt(channel, 'alternatives.0.transcript') ?? '',
      { channel: index, language: languageOf(textAt(channel, 'detected_language')) },
    ),
  );
};

/** AssemblyAI: milliseconds, and speakers that are letters. */
const assembly: Dialect = (value) => {
  const isOfIt = ['acoustic_model', 'audio_duration', 'speech_model'].some((key) => has(value, key));
  // Others have the same form, in either unit.
  const unit = isOfIt ? 0.001 : 1;
  const partOf = (word: Fields): RecognisedPart => ({
    word: textAt(word, 'text') ?? '',
    start: scaledAt(word, unit, 'start'),
    end: scaledAt(word, unit, 'end'),
    confidence: numberAt(word, 'confidence'),
    voice: voiceAt(word, 'speaker'),
  });
  const language = languageOf(textAt(value, 'language_code'));
  const utterances = listAt(value, 'utterances');
  const isLettered = utterances.some(
    (one) => typeof at(one, 'speaker') === 'string' && Number.isInteger(numberAt(one, 'end')),
  );
  if ((!isOfIt && !isLettered) || utterances.some((one) => has(at(one, 'words.0'), 'word'))) return null;
  if (utterances.length === 0) {
    const words = listAt(value, 'words');
    return words.length > 0
      ? segmentsOfWords(words.map(partOf), textAt(value, 'text') ?? '', { language })
      : null;
  }
  const said = utterances.map((one) => {
    const { word: text, ...rest } = partOf(one);
    return { ...rest, text, language, words: listAt(one, 'words').map(partOf) };
  });
  return isOfIt ? said : inSeconds(said);
};

/** ElevenLabs: words, spaces and sounds in one list. */
const elevenLabs: Dialect = (value) => {
  const words = listAt(value, 'words');
  if (!words.some((word) => has(word, 'type') && has(word, 'text'))) return null;
  const said = words.filter((word) => textAt(word, 'type') !== 'spacing');
  return segmentsOfWords(said.map(spokenWord), textAt(value, 'text') ?? '', {
    language: languageOf(textAt(value, 'language_code')),
    channel: numberAt(value, 'channel_index') ?? 0,
  });
};

/** Rev: a list of elements for each turn. */
const rev: Dialect = (value) => {
  if (!has(value, 'monologues')) return null;
  return listAt(value, 'monologues').map((turn) => {
    const elements = listAt(turn, 'elements');
    const voice = voiceAt(turn, 'speaker_info.name', 'speaker_name', 'speaker');
    const words = elements
      .filter((element) => textAt(element, 'type') === 'text')
      .map((element) => wordOf(element, voice));
    const text = elements.map((element) => textAt(element, 'value') ?? '').join('');
    const [shown] = segmentsOfWords(words, text).length === 1 ? segmentsOfWords(words, text) : [];
    return {
      start: words[0]?.start ?? null,
      end: words.at(-1)?.end ?? null,
      text,
      voice,
      words: shown?.words ?? words,
    };
  });
};

/** YouTube's json3: events with pieces, of which a row break is one of its own. */
const youTube: Dialect = (value) => {
  if (!has(value, 'events')) return null;
  return listAt(value, 'events').flatMap((event): RecognisedPassage[] => {
    const pieces = listAt(event, 'segs');
    const start = scaledAt(event, 0.001, 'tStartMs') ?? 0;
    const text = pieces.map((piece) => textAt(piece, 'utf8') ?? '').join('');
    if (text.trim() === '') return [];
    const isTimed = pieces.some((piece) => has(piece, 'tOffsetMs'));
    const { end } = spanAt(event, 0.001, 'tStartMs', 'dDurationMs');
    const words = pieces.map((piece, index): RecognisedPart => {
      const from = scaledAt(piece, 0.001, 'tOffsetMs') ?? (index === 0 ? 0 : null);
      const until = scaledAt(pieces[index + 1], 0.001, 'tOffsetMs');
      return {
        word: textAt(piece, 'utf8') ?? '',
        start: from === null ? null : start + from,
        end: until === null ? end : start + until,
        confidence: null,
        voice: null,
      };
    });
    return [{ start, end, text: inOneRow(text), voice: null, words: isTimed ? words : [] }];
  });
};

/** 3Play Media: words as pairs of milliseconds and text, and who begins to speak at which of them. */
const threePlay: Dialect = (value) => {
  const pairs = has(value, 'words') && Array.isArray(value.words) ? value.words : [];
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2 && typeof pair[1] === 'string';
  if (pairs.length === 0 || !pairs.every(isPair)) return null;
  let voice: string | null = null;
  const words = pairs.map((pair): RecognisedPart => {
    voice = voiceAt(value, `speakers.${textAt({ pair }, 'pair.0')}`) ?? voice;
    const word = textAt({ pair }, 'pair.1') ?? '';
    return { word, start: scaledAt({ pair }, 0.001, 'pair.0'), end: null, confidence: null, voice };
  });
  return segmentsOfWords(words, '');
};

const DIALECTS = [
  amazon,
  ibm,
  google,
  speechmatics,
  azureShort,
  azure,
  deepgram,
  assembly,
  elevenLabs,
  rev,
  youTube,
  threePlay,
];

/** The segments of a speech-to-text service's result; null if it is of none that is known. */
export function serviceSegments(value: unknown): RecognisedPassage[] | null {
  for (const dialect of DIALECTS) {
    const segments = dialect(value);
    if (segments) return segments;
  }
  return null;
}
