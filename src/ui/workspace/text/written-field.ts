import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import type { Change } from '../../../document/edits/change.ts';
import type { EditorState } from '../editor-state.svelte.ts';

type FieldEvent = Event & { currentTarget: HTMLInputElement };

/** Listeners of a field of the document: its text is saved while it is written, and becomes a step of the history when it is left. */
export const written = (
  editor: EditorState,
  of: string,
  label: string,
  make: (document: CorrectedTranscript, text: string) => Change | null,
) => ({
  'data-saved': true,
  oninput: async ({ currentTarget: { value } }: FieldEvent) => {
    if (!editor.editing) await editor.holdOn();
    editor.write({ of, label, make: (document) => make(document, value) });
  },
  onchange: async () => {
    if (!editor.editing) await editor.holdOn();
    editor.settle();
    await editor.rest();
  },
});
