import type { AddonChoice, AddonView } from '../../addons/addon-view.ts';
import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import { AUTOMATIC, STT_3_LANGUAGES } from '../../contract/jobs/model-name.ts';
import type { PreRecordedRequest } from '../../contract/jobs/pre-recorded-request.ts';
import type { Quality } from '../../contract/jobs/quality.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-codes.ts';
import { languageName } from '../parts/language-name.ts';
import { modelLabel } from '../parts/model-label.ts';
import { inSentence, translate } from '../texts/texts.ts';
import {
  keepNamedOptions,
  keepOptions,
  lastOptions,
  namedOptions,
  type StoredOptions,
  storedOptions,
} from './stored-options.ts';

type Model = PreRecordedRequest['model'] | typeof AUTOMATIC;

/** Options of recordings: those for the next ones, which are kept on this device, or others. */
export class OptionsState {
  model = $state<Model>(AUTOMATIC);
  languages = $state<TranscriptionLanguageCode[]>([]);
  codeSwitching = $state(false);
  quality = $state<Quality>('fast');
  tellSpeakers = $state(false);
  /** Null to detect it. */
  numberOfSpeakers = $state<number | null>(null);
  /** What was chosen of each add-on, by its key; absent where nothing was. */
  addons = $state<Record<string, AddonChoice>>({});
  /** Options that were given a name. */
  presets = $state.raw<Record<string, StoredOptions>>(namedOptions());

  /** Labels of all that is on, in the order in which it is offered. */
  readonly summary = $derived.by(() => this.#summarise());

  /** Labels of the add-ons that are on, as they are within a sentence, by their keys. */
  readonly addonLabels: readonly (readonly [key: string, label: string])[] = $derived.by(() => {
    const on = (choice: AddonChoice | undefined) =>
      choice === true || (typeof choice === 'object' ? choice.length > 0 : choice);
    return [...this.#views].flatMap(([key, { label, control }]) =>
      control && on(this.addons[key]) ? [[key, inSentence(translate(label))] as const] : [],
    );
  });

  /** Empty until they are here: they come with the schemas, which the first frame does not wait for. */
  #views = $state.raw<ReadonlyMap<string, AddonView>>(new Map());

  readonly #isKept: boolean;

  /** @param options other ones than those of the last time; they are not kept */
  constructor(options?: StoredOptions) {
    this.#isKept = options === undefined;
    this.apply(options ?? lastOptions());
    import('../../addons/addon-views.ts').then(({ addonViews }) => {
      this.#views = addonViews;
    }, console.error);
  }

  /** Languages the model supports that are not selected yet. */
  readonly offered: readonly TranscriptionLanguageCode[] = $derived(
    (this.model === 'stt-3' ? STT_3_LANGUAGES : TRANSCRIPTION_LANGUAGE_CODES).filter(
      (code) => !this.languages.includes(code),
    ),
  );

  /** Why code switching is unavailable; null if it is available (specification §2.5, §2.6). */
  readonly noSwitching: string | null = $derived.by(() => this.#whyNoSwitching());

  setModel(model: Model): void {
    this.model = model;
    if (model !== 'stt-3') return;
    const known: readonly string[] = STT_3_LANGUAGES;
    this.languages = this.languages.filter((code) => known.includes(code));
  }

  addLanguage(code: string): void {
    const known = this.offered.find((one) => one === code);
    if (known) this.languages = [...this.languages, known];
  }

  removeLanguage(code: TranscriptionLanguageCode): void {
    this.languages = this.languages.filter((other) => other !== code);
  }

  /** @param key of an add-on */
  choose(key: string, choice: AddonChoice): void {
    this.addons[key] = choice;
  }

  apply(kept: StoredOptions): void {
    this.setModel(kept.model);
    this.languages = kept.languages;
    this.codeSwitching = kept.codeSwitching;
    this.quality = kept.quality;
    this.tellSpeakers = kept.tellSpeakers;
    this.numberOfSpeakers = kept.numberOfSpeakers;
    this.addons = { ...kept.addons };
  }

  /** All options as they are now. */
  toKeep(): StoredOptions {
    return storedOptions({
      model: this.model,
      languages: $state.snapshot(this.languages),
      codeSwitching: this.codeSwitching,
      quality: this.quality,
      tellSpeakers: this.tellSpeakers,
      numberOfSpeakers: this.numberOfSpeakers,
      addons: $state.snapshot(this.addons),
    });
  }

  /** Keeps the options under a name; null forgets that name. */
  keepAs(name: string, options: StoredOptions | null = this.toKeep()): void {
    const { [name]: _, ...others } = this.presets;
    this.presets = options ? { ...others, [name]: options } : others;
    keepNamedOptions(this.presets);
  }

  current(): SubmitOptions {
    if (this.#isKept) keepOptions(this.toKeep());
    return {
      model: this.model,
      languages: [...this.languages],
      codeSwitching: this.codeSwitching && this.noSwitching === null,
      quality: this.quality,
      speakers: this.tellSpeakers ? (this.numberOfSpeakers ?? 'unknown') : null,
      addons: $state.snapshot(this.addons),
    };
  }

  #summarise(): string {
    return [
      ...(this.model === AUTOMATIC ? [] : [modelLabel(this.model)]),
      this.languages.length === 0 ? translate('any language') : this.languages.map(languageName).join(', '),
      ...(this.codeSwitching && this.noSwitching === null ? [translate('several languages')] : []),
      ...(this.quality === 'fast' ? [] : [translate('careful')]),
      ...(this.tellSpeakers ? [translate('speakers')] : []),
      ...this.addonLabels.map(([, label]) => label),
    ].join(', ');
  }

  #whyNoSwitching(): string | null {
    if (this.model === 'stt-3') return 'This model stays with the first language that it detects.';
    return this.languages.length === 1 ? 'Select two or more languages, or none.' : null;
  }
}
