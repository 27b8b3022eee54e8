import { untrack } from 'svelte';
import { suggestNames } from '../../../client/voices/suggest-in-page.ts';
import { soundsLike } from '../../../client/voices/voice-memory.ts';
import type { DocumentSpeaker } from '../../../contract/transcripts/corrected-transcript.ts';
import { recognisedUtterances } from '../../../document/recognised-utterances.ts';
import { speakerOf } from '../../../document/speakers.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** Who a speaker may be; with the sentence that says so, where it is no voice. */
export interface NameHint {
  name: string;
  said?: { quote: string; start: number };
}

/** Who speakers without names may be: by their voices, and by what is said. Made anew when corrections are saved. */
export class VoiceNames {
  #voices = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Who speaks where, of which the names were looked for: a worker reads the whole text. */
  #readOf: string | null = null;
  #said = $state.raw<ReadonlyMap<string, NameHint>>(new Map());

  constructor(editor: EditorState) {
    $effect(() => {
      void editor.revision;
      void this.#find(editor);
    });
  }

  /** Undefined where the speaker has a name, or the suggestion was refused. */
  of({ id, name, not_named: refused = [] }: DocumentSpeaker): NameHint | undefined {
    if (name !== null) return undefined;
    const voice = this.#voices.get(id);
    const hints = [...(voice === undefined ? [] : [{ name: voice }]), this.#said.get(id)];
    return hints.find((hint) => hint && !refused.includes(hint.name));
  }

  async #find(editor: EditorState): Promise<void> {
    const document = untrack(() => editor.document);
    if (document.speakers.every(({ name }) => name !== null)) return;
    try {
      this.#voices = await soundsLike(editor.id, document);
      const readOf = document.paragraphs.map(({ speaker }) => speaker).join();
      if (readOf === this.#readOf) return;
      this.#readOf = readOf;
      const taken = new Set(document.speakers.map(({ name }) => name));
      const said = await suggestNames(recognisedUtterances(document));
      this.#said = new Map(
        said.flatMap(({ name, quote, start, ...one }) => {
          const speaker = speakerOf(one, document.speakers);
          return speaker && !taken.has(name) ? [[speaker.id, { name, said: { quote, start } }] as const] : [];
        }),
      );
    } catch (error) {
      // People can still name their speakers.
      console.warn('Names could not be suggested:', error);
    }
  }
}
