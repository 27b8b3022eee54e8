import type { Span } from '../../../contract/jobs/request-configs.ts';
import { addHighlight, quoteOf } from '../../../document/edits/edit-notes.ts';
import { spanOf } from '../../../document/runs/take-span.ts';
import { allMarked, markRange } from '../../../document/words/mark-words.ts';
import type { WordRange } from '../../../document/words/word-range.ts';
import { formatClock } from '../../../lib/format-clock.ts';
import type { AppState } from '../../app/app-state.svelte.ts';
import { shownName } from '../../parts/shown-speakers.ts';
import type { PlayerState } from '../../transcript/player/player-state.svelte.ts';
import type { ViewState } from '../../transcript/view-state.svelte.ts';
import type { EditorState } from '../editor-state.svelte.ts';

interface Parts {
  app: AppState;
  editor: EditorState;
  player: PlayerState;
  view: ViewState;
}

/** What can be done with words of a transcript, while it is read and while it is edited. */
export class TextActs {
  /** The part to be transcribed again, while it is asked how. */
  again = $state.raw<{ span: Span; language: string } | null>(null);
  /** The paragraph, or words of it, whose speaker is chosen. */
  speaker = $state.raw<{ index: number; range: WordRange | null } | null>(null);
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  highlight(range: WordRange): Promise<boolean> {
    return this.#parts.editor.act((document) => addHighlight(document, range), { label: 'note' });
  }

  /** Highlights the words, and shows the field for a remark. */
  async note(range: WordRange): Promise<void> {
    const { editor, view } = this.#parts;
    const before = new Set(editor.document.notes.map(({ id }) => id));
    if (!(await this.highlight(range))) return;
    view.newNote = editor.document.notes.find(({ id }) => !before.has(id))?.id ?? null;
    view.show(true, 'notes');
  }

  /** Strikes the words, or brings them back if all are struck. */
  strike(range: WordRange): Promise<boolean> {
    const change = (document: EditorState['document']) =>
      markRange(document, range, 'struck', !allMarked(document, range, 'struck'));
    return this.#parts.editor.act(change, { label: 'striking' });
  }

  loop(range: WordRange): Promise<void> {
    const { editor, player } = this.#parts;
    return player.toggleLoop(spanOf(editor.document, range));
  }

  /** Copies what is said there, with who says it and when. */
  quote(range: WordRange): Promise<unknown> {
    const { app, editor } = this.#parts;
    const { document } = editor;
    const paragraph = document.paragraphs[range.from.paragraph];
    const [start, end] = [paragraph?.words[range.from.word]?.start ?? 0, lastOf(document, range)];
    const text = quoteOf(document, { ...STRETCH, start, end, channel: paragraph?.channel ?? null });
    const speaker = document.speakers.find(({ id }) => id === paragraph?.speaker);
    const source = [...(speaker ? [shownName(speaker)] : []), formatClock(start)].join(', ');
    return app.attempt(async () => {
      await navigator.clipboard.writeText(`“${text}”\n— ${source}`);
      app.say('Quote copied.');
    });
  }

  transcribeAgain(range: WordRange): void {
    const { document } = this.#parts.editor;
    const span = spanOf(document, range);
    const language = document.paragraphs[range.from.paragraph]?.language ?? '';
    if (span) this.again = { span, language };
  }

  chooseSpeaker(index: number, range: WordRange | null): void {
    this.speaker = { index, range };
  }
}

const STRETCH = { id: '', kind: 'highlight', text: '', colour: 0 } as const;

const lastOf = ({ paragraphs }: EditorState['document'], { end }: WordRange): number =>
  paragraphs[end.paragraph]?.words[end.word - 1]?.end ?? Number.POSITIVE_INFINITY;
