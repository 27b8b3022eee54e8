import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import type { Change } from '../../../document/edits/change.ts';
import type { EditorState } from '../editor-state.svelte.ts';

type FieldEvent = Event & { currentTarget: HTMLInputElement };

/**
 * Listeners of a field of the document: its text is saved while it is written, and becomes a step of the history when it is left. A text
 * that another tab keeps from being saved remains in its field, and the browser asks before it is left.
 */
export const written = (
  editor: EditorState,
  of: string,
  label: string,
  make: (document: CorrectedTranscript, text: string) => Change | null,
) => {
  const write = async (field: HTMLInputElement) => {
    const { value } = field;
    const draft = { of, label, make: (document: CorrectedTranscript) => make(document, value) };
    if (!editor.editing) await editor.holdOn(draft);
    field.toggleAttribute('data-unsent', !editor.editing);
    editor.write(draft);
  };
  return {
    'data-saved': true,
    oninput: ({ currentTarget }: FieldEvent) => write(currentTarget),
    onchange: async ({ currentTarget }: FieldEvent) => {
      await write(currentTarget);
      editor.settle();
      await editor.rest();
    },
  };
};
