import { getSettings, updateSettings } from '../../client/settings/settings.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-codes.ts';

/** Set once the question was answered. */
const ASKED = 'earshot-asked-languages';

const known = (codes: readonly string[]): TranscriptionLanguageCode[] =>
  [...new Set(codes)].flatMap((code) => TRANSCRIPTION_LANGUAGE_CODES.find((one) => one === code) ?? []);

/** The browser's languages, without their regions. */
const ofBrowser = () => known(navigator.languages.map((tag) => tag.split('-')[0] ?? ''));

/** Languages that people of this device speak: the browser's, until somebody answers. */
export class SpokenLanguages {
  chosen = $state.raw(ofBrowser());
  isAsked = $state(localStorage.getItem(ASKED) !== null);

  async load(): Promise<void> {
    const { spoken_languages } = await getSettings();
    if (spoken_languages.length > 0 || this.isAsked) this.chosen = known(spoken_languages);
    this.isAsked ||= spoken_languages.length > 0;
  }

  /** Stores an answer; an empty one means any language. */
  async answer(codes: readonly string[] = this.chosen): Promise<void> {
    this.chosen = known(codes);
    await updateSettings({ spoken_languages: [...this.chosen] });
    localStorage.setItem(ASKED, 'yes');
    this.isAsked = true;
  }
}
