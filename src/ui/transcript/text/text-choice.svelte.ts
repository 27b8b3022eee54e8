import type { JobText } from '../../../client/jobs/job-texts.ts';

/** The language that was last read beside the original; absent while they are read one at a time. */
const STORED = 'earshot-beside';

const isReadable = ({ utterances }: JobText) => utterances.length > 0;

/** Which text of a recording is read: the transcript, a translation, or one beside the other. */
export class TextChoice {
  /** Language of the translation that is read; null for the original. */
  #language = $state<string | null>(null);
  #isBeside = $state(false);

  constructor() {
    const stored = localStorage.getItem(STORED);
    [this.#language, this.#isBeside] = [stored, stored !== null];
  }

  /** The translation that is shown beside the original; null for none. */
  besideOf(texts: readonly JobText[]): JobText | null {
    if (!this.#isBeside || !texts.some((text) => text.language === null && isReadable(text))) return null;
    const translations = texts.filter((text) => text.language !== null && isReadable(text));
    return translations.find(({ language }) => language === this.#language) ?? translations[0] ?? null;
  }

  /** The text that is read, or the one beside which another is: the original if the chosen one is not there. */
  textOf(texts: readonly JobText[]): JobText | undefined {
    const chosen = texts.find((text) => text.language === this.#language && isReadable(text));
    return this.besideOf(texts) || !chosen ? texts[0] : chosen;
  }

  /** Reads a text alone, or, while two are side by side, a translation beside the original. */
  choose(language: string | null): void {
    this.#language = language;
    if (this.#isBeside) this.#keep(language !== null);
  }

  putBeside(texts: readonly JobText[], isBeside: boolean): void {
    // Alone remains what stood beside.
    const shown = this.besideOf(texts);
    if (!isBeside && shown) this.#language = shown.language;
    this.#keep(isBeside);
    const now = this.besideOf(texts);
    if (now) this.choose(now.language);
  }

  #keep(isBeside: boolean): void {
    this.#isBeside = isBeside;
    if (isBeside) localStorage.setItem(STORED, this.#language ?? '');
    else localStorage.removeItem(STORED);
  }
}
