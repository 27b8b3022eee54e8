import { LiveTranslation } from '../../client/live/live-translation.ts';
import type { LiveMessage } from '../../contract/live/live-message.ts';
import { announce } from '../../contract/realms/channel.ts';
import {
  CAPTION_LINES,
  type CaptionLine,
  type LineTranslation,
} from '../../contract/realms/live-captions.ts';
import { soundLabel } from '../../document/formats/sound-labels.ts';
import {
  correctedWords,
  correctLine,
  type LiveLine,
  startOf,
  takeLiveText,
  takeSpeakers,
  textOfWords,
} from '../../document/runs/live-transcript.ts';
import type { AppError } from '../../lib/errors/errors.ts';
import { VOICE_LABELS } from '../parts/shown-speakers.ts';
import { interfaceLanguage } from '../texts/texts.ts';
import type { LiveSettings } from './live-settings.ts';

export type LiveSound = Extract<LiveMessage, { type: 'sound_event' }>['data'];

const captionOfSound = ({ id, kind }: LiveSound): CaptionLine => ({
  id: `sound-${id}`,
  name: null,
  language: interfaceLanguage(),
  settled: soundLabel(kind, interfaceLanguage()),
  unsettled: '',
  translation: null,
});

/** The words of a live session: its lines, with speakers, corrections and translation. */
export class LiveWords {
  lines = $state.raw<readonly LiveLine[]>([]);
  /** In order of time. */
  sounds = $state.raw<readonly LiveSound[]>([]);
  /** Errors of translation by spoken language. */
  translationFaults = $state.raw<ReadonlyMap<string, AppError>>(new Map());

  readonly #settings: LiveSettings;
  readonly #translation: LiveTranslation | null;
  /** Counts changes of the translation, for the components that show it. */
  #translated = $state(0);

  constructor(settings: LiveSettings) {
    const { translateInto } = settings;
    this.#settings = settings;
    this.#translation = translateInto && new LiveTranslation(translateInto, () => this.#showTranslation());
  }

  /** The latest lines and sounds, for pages that only show them: a sound is a line after those that began before it. */
  get captions(): readonly CaptionLine[] {
    const lines = this.lines.slice(-CAPTION_LINES);
    const behind = (line: LiveLine | undefined) =>
      this.sounds
        .filter(({ start }) => lines.findLast((one) => startOf(one) <= start) === line)
        .map(captionOfSound);
    return [...behind(undefined), ...lines.flatMap((line) => [this.#captionOf(line), ...behind(line)])].slice(
      -CAPTION_LINES,
    );
  }

  /** Who says a line: the side of a conversation, or the speaker that was found; null if nobody is known. */
  nameOf({ channel, speaker }: LiveLine): string | null {
    return this.sideOf(channel) ?? (speaker && (speaker.name ?? VOICE_LABELS.speaker(speaker.speaker + 1)));
  }

  /** The name of a channel; null if there is one alone. */
  sideOf(channel: number): string | null {
    if (this.#settings.source !== 'both') return null;
    return this.#settings.names[channel] || (channel === 0 ? 'Me' : 'They');
  }

  /** Translation of a line; null if none was chosen, or the line is in that language. */
  translationOf(line: LiveLine): LineTranslation | null {
    void this.#translated;
    return this.#translation?.of(line) ?? null;
  }

  /** The settled text, with who speaks. */
  asText(): string {
    return this.lines
      .map((line) => [this.nameOf(line), textOfWords(correctedWords(line))])
      .filter(([, text]) => text)
      .map(([name, text]) => (name ? `${name}: ${text}` : text))
      .join('\n');
  }

  take(message: LiveMessage): void {
    if (message.type === 'pace') this.#translation?.hold(message.data.pace === 'sentences');
    else if (message.type === 'sound_event') {
      this.sounds = [...this.sounds.filter(({ id }) => id !== message.data.id), message.data].sort(
        (one, other) => one.start - other.start,
      );
      this.publish();
    } else if (message.type === 'speakers') this.#show(takeSpeakers(this.lines, message.data.utterances));
    else if (message.type === 'transcript') {
      const lines = takeLiveText(this.lines, message.data);
      this.#translation?.take(lines);
      this.#show(lines);
    }
  }

  /** @param covers the number of settled words that the text represents */
  correct(id: string, text: string, covers: number): void {
    this.#show(this.lines.map((line) => (line.id === id ? correctLine(line, text, covers) : line)));
  }

  /** Sends the latest lines to the pages that show them. */
  publish(): void {
    announce({ type: 'live-text', lines: this.captions });
  }

  end(): void {
    this.#translation?.end();
    announce({ type: 'live-text', lines: [] });
  }

  #show(lines: readonly LiveLine[]): void {
    this.lines = lines;
    this.publish();
  }

  #showTranslation(): void {
    this.#translated += 1;
    this.translationFaults = new Map(this.#translation?.faults);
    this.publish();
  }

  #captionOf(line: LiveLine): CaptionLine {
    return {
      id: line.id,
      name: this.nameOf(line),
      language: line.language,
      settled: textOfWords(correctedWords(line)),
      unsettled: textOfWords(line.unsettled),
      // After a correction, the translation is of words that are gone.
      translation: line.correction ? null : this.translationOf(line),
    };
  }
}
