import type { AddonChoice } from '../../addons/addon-view.ts';
import { addonFields } from '../../client/addon-fields.ts';
import type { SubmitOptions } from '../../client/submit-recording.ts';
import {
  TRANSCRIPTION_LANGUAGE_CODES,
  type TranscriptionLanguageCode,
} from '../../contract/language-code.ts';
import { MODEL_NAMES, STT_3_LANGUAGES } from '../../contract/model-name.ts';
import type { PreRecordedRequest } from '../../contract/pre-recorded-request.ts';
import { languageLabel } from '../parts/language-name.ts';

type Model = PreRecordedRequest['model'];

const STORED = 'earshot-model';

/** Options for the next recordings. */
export class OptionsState {
  model = $state<Model>(MODEL_NAMES.find((name) => name === localStorage.getItem(STORED)) ?? 'stt-1');
  languages = $state<TranscriptionLanguageCode[]>([]);
  codeSwitching = $state(false);
  tellSpeakers = $state(false);
  /** Null to detect it. */
  numberOfSpeakers = $state<number | null>(null);
  /** What was chosen of each add-on, by its key; absent where nothing was. */
  addons = $state<Record<string, AddonChoice>>({});

  /** Languages the model supports that are not selected yet, by name. */
  readonly offered = $derived(
    (this.model === 'stt-3' ? STT_3_LANGUAGES : TRANSCRIPTION_LANGUAGE_CODES)
      .filter((code) => !this.languages.includes(code))
      .map((code) => ({ code, label: languageLabel(code) }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en')),
  );

  /** Why code switching is unavailable; null if it is available (specification §2.5, §2.6). */
  readonly noSwitching: string | null = $derived.by(() => {
    if (this.model === 'stt-3') return 'stt-3 stays with the first language it hears.';
    return this.languages.length === 1
      ? 'Select two or more languages, or none, to use code switching.'
      : null;
  });

  setModel(model: Model): void {
    this.model = model;
    localStorage.setItem(STORED, model);
    if (model !== 'stt-3') return;
    const known: readonly string[] = STT_3_LANGUAGES;
    this.languages = this.languages.filter((code) => known.includes(code));
  }

  addLanguage(code: string): void {
    const known = this.offered.find((one) => one.code === code);
    if (known) this.languages = [...this.languages, known.code];
  }

  removeLanguage(code: TranscriptionLanguageCode): void {
    this.languages = this.languages.filter((other) => other !== code);
  }

  /** @param key of an add-on */
  choose(key: string, choice: AddonChoice): void {
    this.addons[key] = choice;
  }

  current(): SubmitOptions {
    return {
      model: this.model,
      languages: [...this.languages],
      codeSwitching: this.codeSwitching && this.noSwitching === null,
      speakers: this.tellSpeakers ? (this.numberOfSpeakers ?? 'unknown') : null,
      addons: addonFields($state.snapshot(this.addons)),
    };
  }
}
