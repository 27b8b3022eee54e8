import { untrack } from 'svelte';
import { soundsLike } from '../../../client/voices/voice-memory.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** Whom speakers without names sound like, by the ids of the speakers; made anew when corrections are saved. */
export class VoiceNames {
  names = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(editor: EditorState) {
    $effect(() => {
      void editor.revision;
      void this.#find(editor);
    });
  }

  async #find(editor: EditorState): Promise<void> {
    try {
      this.names = await soundsLike(
        editor.id,
        untrack(() => editor.document),
      );
    } catch (error) {
      // People can still name their speakers.
      console.warn('Voices could not be compared:', error);
    }
  }
}
