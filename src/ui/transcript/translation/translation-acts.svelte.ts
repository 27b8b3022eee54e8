import { translateText } from '../../../client/api/translate-text.ts';
import type { JobText } from '../../../client/jobs/job-texts.ts';
import { canTranslate } from '../../../client/models/model-needs.ts';
import {
  transcriptionLanguageCode,
  translationLanguageCode,
} from '../../../contract/transcripts/language-code.ts';
import type { TranslatedUtterance } from '../../../contract/transcripts/utterance.ts';
import { makeDocument } from '../../../document/make-document.ts';
import type { SpokenParagraph } from '../../../document/spoken-paragraphs.ts';
import { oldTranslations, setTranslation } from '../../../document/translations/paragraph-translations.ts';
import type { AppState } from '../../app/app-state.svelte.ts';
import type { EditorState } from '../../workspace/editor-state.svelte.ts';

/** A translation that is read beside its original. */
export interface TranslationBeside {
  /** The paragraphs of the original. */
  paragraphs: readonly SpokenParagraph[];
  /** The translation of each; null where there is none. */
  utterances: readonly (TranslatedUtterance | null)[];
  acts: TranslationActs;
}

/** The translation of a paragraph that is being written. */
interface Writing {
  id: string;
  before: TranslatedUtterance | null;
}

/** How a translation beside its original is corrected, paragraph by paragraph. */
export class TranslationActs {
  writing = $state.raw<Writing | null>(null);
  /** What is written. */
  text = $state('');
  /** Id of the paragraph that is being translated. */
  busy = $state<string | null>(null);
  readonly #app: AppState;
  readonly #editor: EditorState;
  readonly #beside: () => JobText | null;
  readonly #old: Set<string> = $derived.by(() => {
    const { document, job } = this.#editor;
    const language = this.#beside()?.language;
    if (!language) return new Set<string>();
    const machine = makeDocument(job.result?.transcription?.utterances ?? [], document.duration);
    return oldTranslations(document, machine, language);
  });

  constructor(app: AppState, editor: EditorState, beside: () => JobText | null) {
    this.#app = app;
    this.#editor = editor;
    this.#beside = beside;
    void app.models.ensureLoaded();
  }

  get language() {
    return translationLanguageCode.parse(this.#beside()?.language);
  }

  /** Whether a paragraph says something else than what was translated. */
  isOld({ id }: SpokenParagraph): boolean {
    return this.#old.has(id);
  }

  /** Whether installed models translate a paragraph. */
  mayTranslate({ language }: SpokenParagraph): boolean {
    return (
      transcriptionLanguageCode.safeParse(language).success &&
      canTranslate(language, this.language, this.#app.models.items)
    );
  }

  /** Begins to write; what was being written elsewhere is stored. */
  async begin({ id }: SpokenParagraph, before: TranslatedUtterance | null): Promise<void> {
    await this.save();
    if (this.writing) return;
    this.writing = { id, before };
    this.text = before?.text ?? '';
  }

  /** Stores what is written; it goes on being written if that fails. */
  save(): Promise<void> {
    return this.#app.attempt(async () => {
      const { writing, text } = this;
      if (!writing) return;
      if (text !== (writing.before?.text ?? '')) await this.#store(writing.id, text, writing.before);
      if (this.writing === writing && this.#editor.hold !== 'elsewhere') this.writing = null;
    });
  }

  /** Translates what a paragraph says now. */
  translateAgain({ id, text, language }: SpokenParagraph): Promise<void> {
    return this.#app.attempt(async () => {
      this.busy = id;
      try {
        const to = this.language;
        const { texts } = await translateText(text, { from: transcriptionLanguageCode.parse(language), to });
        await this.#store(id, texts.join(' '), null);
      } finally {
        this.busy = null;
      }
    });
  }

  async #store(id: string, text: string, before: TranslatedUtterance | null): Promise<void> {
    const language = this.language;
    await this.#editor.act((document) => setTranslation(document, id, language, { text, before }), {
      label: 'translation',
    });
  }
}
