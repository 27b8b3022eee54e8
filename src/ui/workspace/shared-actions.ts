import type { AppState } from '../app/app-state.svelte.ts';
import type { PlayerState } from '../transcript/player/player-state.svelte.ts';
import type { ActionName } from './editor-keys.ts';
import type { EditorState } from './editor-state.svelte.ts';

/** What keys do in the text and in the captions alike. */
export function sharedActions(
  editor: EditorState,
  player: PlayerState,
  app: Pick<AppState, 'say' | 'foldLibrary'>,
): Partial<Record<ActionName, () => unknown>> {
  const skip = (seconds: number) => player.seek(player.time + seconds);
  const report = (label: string | null, what: string) => {
    if (label) app.say(`${what}: ${label}.`);
  };
  return {
    play: () => player.toggle(),
    playOutside: () => player.toggle(),
    back: () => skip(-5),
    backOutside: () => skip(-5),
    ahead: () => skip(5),
    aheadOutside: () => skip(5),
    slower: () => player.changeRate(-1),
    faster: () => player.changeRate(1),
    undo: () => report(editor.undo(), 'Undone'),
    redo: () => report(editor.redo(), 'Redone'),
    save: () => editor.save(),
    library: () => app.foldLibrary(),
  };
}
