import { untrack } from 'svelte';
import { suggestNames } from '../../../client/voices/suggest-in-page.ts';
import { soundsLike } from '../../../client/voices/voice-memory.ts';
import type { DocumentSpeaker } from '../../../contract/transcripts/corrected-transcript.ts';
import { invitedAs, invitedLeft } from '../../../document/invited.ts';
import { recognisedUtterances } from '../../../document/recognised-utterances.ts';
import { speakerOf } from '../../../document/speakers.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** Who a speaker may be, by the voice; or by the sentence or the invitation that says so. */
export interface NameHint {
  name: string;
  said?: { quote: string; start: number };
  /** Title of the invitation. */
  invited?: string;
}

/** Who speakers without names may be: by their voices, and by what is said. Made anew when corrections are saved. */
export class VoiceNames {
  #voices = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Who speaks where, of which the names were looked for: a worker reads the whole text. */
  #readOf: string | null = null;
  #said = $state.raw<ReadonlyMap<string, NameHint>>(new Map());

  readonly #editor: EditorState;

  constructor(editor: EditorState) {
    this.#editor = editor;
    $effect(() => {
      void editor.revision;
      void this.#find(editor);
    });
  }

  /** Undefined where the speaker has a name, or the suggestion was refused. */
  of({ id, name, not_named: refused = [] }: DocumentSpeaker): NameHint | undefined {
    if (name !== null) return undefined;
    const voice = this.#voices.get(id);
    const hints = [
      ...(voice === undefined ? [] : [{ name: voice }]),
      this.#wholeName(this.#said.get(id)),
      this.#last(id),
    ];
    return hints.find((hint) => hint && !refused.includes(hint.name));
  }

  /** A name that was said as the invitation has it, with the surname. */
  #wholeName(hint: NameHint | undefined): NameHint | undefined {
    const { invitation } = this.#editor.document;
    return hint && { ...hint, name: invitedAs(hint.name, invitation?.names ?? []) };
  }

  /** The one who is left of an invitation, for the only speaker without a name. */
  #last(id: string): NameHint | undefined {
    const { invitation, speakers } = this.#editor.document;
    const unnamed = speakers.filter((one) => one.name === null);
    const left = invitedLeft(this.#editor.document);
    return invitation &&
      unnamed.length === 1 &&
      unnamed[0]?.id === id &&
      left.length === 1 &&
      left[0] !== undefined
      ? { name: left[0], invited: invitation.title }
      : undefined;
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
