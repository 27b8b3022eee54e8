import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { TimeSpan } from '../../alignment/speech-bounds.ts';
import { SAMPLE_RATE, type SpeechWindow, type WindowPiece } from '../../audio/windows/speech-window.ts';
import { CancellationPoint } from '../../decoding/cancellation-point.ts';
import { toFileSpans, toFileTime } from '../../transcript/to-file-time.ts';
import type {
  AsrEngine,
  OnText,
  RecognisedSegment,
  RecognitionFallback,
  SpokenLanguage,
  TranscribeOptions,
  WindowTranscript,
} from '../asr-engine.ts';
import type { EncodedAudio } from './decoder-output.ts';
import { beamOf } from './decoding/beam-of.ts';
import type { Beam } from './decoding/choose-decoding.ts';
import { decodeScores } from './decoding/prefill-decoder.ts';
import { scoreTexts } from './decoding/score-texts.ts';
import { encode } from './encoder/encode-audio.ts';
import { type DetectedLanguage, detectLanguage, type LanguageWishes } from './languages/detect-language.ts';
import { scoreLanguages } from './languages/find-language.ts';
import { languageSpans, type PieceLanguage } from './languages/language-spans.ts';
import { inOneScript } from './languages/one-script.ts';
import { switchLanguages } from './languages/switch-languages.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { type AudioOptions, transcribeAudio } from './transcribe-audio.ts';
import { Turns } from './turns.ts';
import { audioOf, moved, piecesOf, speechIn } from './window-audio.ts';
import { joinSpelled } from './words/join-spelled.ts';
import { KnownTerms, recogniseTerms } from './words/recognise-terms.ts';

/** A stretch of a window transcribed in one pass. */
interface Stretch {
  pieces: WindowPiece[];
  /** Null to detect it. */
  language: DetectedLanguage | null;
  /** If the encoder has already processed it. */
  encoded?: EncodedAudio | undefined;
}

/** What a stretch yielded; seconds of the file. */
interface RecognisedStretch {
  segments: RecognisedSegment[];
  unheard: TimeSpan[];
  others: SpokenLanguage[];
  heardWhole: number;
}

/** Least seconds and confidence of the first utterance for it to decide the language of the window. */
const TELLING_SECONDS = 2;
/** More of it is not recognised: it would only keep the first words waiting, seconds. */
const MOST_TELLING_SECONDS = 6;
const TELLING_CONFIDENCE = 0.7;

/** Maximum number of channels, for distinguishing windows. */
const MAX_CHANNELS = 64;

/** Whisper behind the engine interface. One window at a time, or as many as the GPU has rows for: others wait. */
export class WhisperEngine implements AsrEngine {
  readonly #parts: LoadedWhisper;
  readonly #turns: Turns;
  readonly #terms: KnownTerms;

  constructor(parts: LoadedWhisper) {
    this.#parts = parts;
    this.#turns = new Turns(parts.model);
    this.#terms = new KnownTerms(parts);
  }

  get windows(): number | null {
    return this.#parts.model.lanes;
  }

  transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<WindowTranscript> {
    return this.#turns.run(() => this.#transcribe(window, options, new CancellationPoint(signal), onText));
  }

  score(
    window: SpeechWindow,
    language: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<number[]> {
    return this.#turns.run(async () => {
      const audio = await encode(this.#parts, audioOf(window, piecesOf(window)).pcm);
      try {
        return await scoreTexts(this.#parts, audio, { language, texts }, new CancellationPoint(signal));
      } finally {
        this.#parts.model.release(audio);
      }
    });
  }

  async dispose(): Promise<void> {
    await this.#turns.end();
    await this.#parts.model.dispose();
  }

  async #transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    cancellation: CancellationPoint,
    onText: OnText = () => undefined,
  ): Promise<WindowTranscript> {
    await cancellation.check();
    const pieces = piecesOf(window);
    const segments: RecognisedSegment[] = [];
    const unheard: TimeSpan[] = [];
    const others: SpokenLanguage[] = [];
    let heardWhole = 0;
    const fallbacks = new Set<RecognitionFallback>();
    const beam = beamOf(this.#parts, options.quality, () => fallbacks.add('beam-failed'));
    const stretches = await this.#stretches(window, pieces, options, cancellation);
    for (const [index, stretch] of stretches.entries()) {
      const before = segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');
      const recognised = await this.#segment(window, stretch, options, {
        index,
        beam,
        onText: (text) => onText(before + text),
        cancellation,
      });
      if (!recognised) continue;
      segments.push(...recognised.segments);
      unheard.push(...recognised.unheard);
      others.push(...recognised.others);
      heardWhole += recognised.heardWhole;
    }
    if (this.#parts.shortAudio === 'impossible') fallbacks.add('whole-window');
    if (this.#parts.copiesCache) fallbacks.add('copied-cache');
    const last = pieces.at(-1);
    return {
      index: window.index,
      channel: window.channel,
      start: pieces[0]?.fileStart ?? 0,
      end: last ? last.fileStart + last.duration : 0,
      segments: await inOneScript(segments, options.chineseScript),
      ...(unheard.length > 0 && { unheard }),
      ...(others.length > 0 && { otherLanguages: others }),
      ...(heardWhole > 0 && { heardWhole }),
      ...(fallbacks.size > 0 && { fallbacks: [...fallbacks] }),
    };
  }

  async #stretches(
    window: SpeechWindow,
    pieces: WindowPiece[],
    options: TranscribeOptions,
    cancellation: CancellationPoint,
  ): Promise<Stretch[]> {
    const language = this.#givenLanguage(options);
    if (language || pieces.length === 1) return [{ pieces, language }];
    if (!options.codeSwitching) {
      return [{ pieces, language: await this.#firstLanguage(window, pieces, options, cancellation) }];
    }
    const recognised: PieceLanguage[] = [];
    const encodings = new Map<WindowPiece, EncodedAudio>();
    for (const piece of pieces) {
      await cancellation.check();
      const encoded = await encode(this.#parts, audioOf(window, [piece]).pcm);
      encodings.set(piece, encoded);
      const detected = detectLanguage(await decodeScores(this.#parts, encoded), options);
      recognised.push({ piece, detected });
    }
    return languageSpans(recognised).map(({ pieces: joined, language: code, confidence }) => {
      const [first] = joined;
      if (joined.length > 1) {
        for (const piece of joined) {
          const encoded = encodings.get(piece);
          if (encoded) this.#parts.model.release(encoded);
        }
      }
      return {
        pieces: joined,
        language: { language: code, confidence },
        encoded: joined.length === 1 && first ? encodings.get(first) : undefined,
      };
    });
  }

  /** The language of the first utterance; null if that is too short and the whole window should decide. */
  async #firstLanguage(
    window: SpeechWindow,
    pieces: readonly WindowPiece[],
    wishes: LanguageWishes,
    cancellation: CancellationPoint,
  ): Promise<DetectedLanguage | null> {
    const first: WindowPiece[] = [];
    let seconds = 0;
    for (const piece of pieces) {
      if (seconds >= TELLING_SECONDS) break;
      first.push(piece);
      seconds += piece.duration;
    }
    // The whole window is encoded anyway.
    if (first.length === pieces.length) return null;
    const { pcm } = audioOf(window, first);
    const telling = pcm.subarray(0, MOST_TELLING_SECONDS * SAMPLE_RATE);
    const detected = detectLanguage(await scoreLanguages(this.#parts, telling, cancellation), wishes);
    return detected.confidence >= TELLING_CONFIDENCE ? detected : null;
  }

  async #segment(
    window: SpeechWindow,
    stretch: Stretch,
    options: TranscribeOptions,
    how: { index: number; beam: Beam | undefined; onText: OnText; cancellation: CancellationPoint },
  ): Promise<RecognisedStretch | null> {
    const { index, beam, onText, cancellation } = how;
    const { pcm, offset } = audioOf(window, stretch.pieces);
    const seed = (window.index * MAX_CHANNELS + window.channel) * MAX_CHANNELS + index;
    const speech = speechIn(window, offset, pcm.length / SAMPLE_RATE);
    const audioOptions: AudioOptions = {
      language: stretch.language,
      among: options,
      prompt: options.prompt ?? '',
      seed,
      speech,
      findOthers: options.otherLanguages !== undefined,
      beam,
      onText,
    };
    const terms = this.#terms.of(options.hotWords);
    const text = await recogniseTerms(
      this.#parts,
      { pcm, encoded: stretch.encoded },
      { options: audioOptions, terms },
      cancellation,
    );
    if (!text) return null;
    const switched = options.otherLanguages === 'switch';
    let { heardWhole } = text;
    const { segments, unheard } = await switchLanguages(
      switched ? text : { ...text, others: [] },
      async (other, span, part) => {
        const from = Math.round(span.start * SAMPLE_RATE);
        const own = pcm.subarray(from, Math.round(span.end * SAMPLE_RATE));
        const language = { language: other.language, confidence: other.confidence };
        const ownSeed = seed + (part + 1) * MAX_CHANNELS;
        const ownOptions = { language, among: { languages: [] }, prompt: '', seed: ownSeed, beam };
        const recognised = await transcribeAudio(this.#parts, { pcm: own }, ownOptions, cancellation);
        heardWhole += recognised?.heardWhole ?? 0;
        return (
          recognised && {
            ...recognised,
            words: recognised.words.map((word) => moved(word, from / SAMPLE_RATE)),
          }
        );
      },
    );
    const inWindow = <Span extends TimeSpan>(span: Span) => moved(span, offset);
    const inFile = (spans: TimeSpan[]) => toFileSpans(spans.map(inWindow), stretch.pieces);
    return {
      segments: segments.map((segment) => ({
        ...segment,
        words: joinSpelled(toFileTime(segment.words.map(inWindow), stretch.pieces), segment.language),
      })),
      unheard: inFile(unheard),
      others: inFile(text.others).map((span, at) => ({
        ...span,
        language: text.others[at]?.language ?? text.detected.language,
        confidence: text.others[at]?.confidence ?? 0,
        switched,
      })),
      heardWhole,
    };
  }

  /** The language that needs no detection: the requested one, or the only one allowed. */
  #givenLanguage({ language, languages }: TranscribeOptions): DetectedLanguage | null {
    const given = language ?? (languages.length === 1 ? (languages[0] ?? null) : null);
    const { config } = this.#parts.model;
    if (config.languages.size === 0) {
      if (given !== null && given !== 'en') {
        throw new AppError(
          'invalid_request',
          msg`The installed speech model transcribes English only, not "${given}".`,
          { remedy: msg`Install a multilingual model.` },
        );
      }
      return { language: 'en', confidence: 1 };
    }
    return given === null ? null : { language: given, confidence: 1 };
  }
}
