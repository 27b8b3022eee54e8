import type { WordIndex } from '../text/word-index.ts';
import type { PlayerState } from './player-state.svelte.ts';

const STEP_SECONDS = 5;

/** Elements that use these keys themselves. */
const OWN_SPACE = 'input:not([type=range]), select, textarea, dialog, [contenteditable]';
/** What Space presses; after a click on it, the next Space is for the player, though the focus is still there. */
const PRESSED = ':is(button, summary):focus-visible';
const OWN_ARROWS = 'input, select, textarea, dialog, [contenteditable]';

/** Space plays or pauses, the arrows skip five seconds, or a word with Shift. True if the key was handled. */
export function playbackKeys(
  event: KeyboardEvent,
  { player, words, focusByKey }: { player: PlayerState; words: WordIndex; focusByKey: boolean },
): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.key !== ' ' && event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false;
  // A dialog may be open while the page's body has the focus.
  if (document.querySelector('dialog[open]')) return false;
  if (event.key === ' ') {
    if (target.closest(OWN_SPACE) || (focusByKey && target.closest(PRESSED))) return false;
    // Held down, it does not play and pause in turn.
    if (!event.repeat) void player.toggle();
  } else if (!target.closest(OWN_ARROWS)) {
    const direction = event.key === 'ArrowRight' ? 1 : -1;
    void player.seek(
      event.shiftKey ? nextWord(player, words, direction) : player.time + direction * STEP_SECONDS,
    );
  } else return false;
  event.preventDefault();
  return true;
}

function nextWord(player: PlayerState, words: WordIndex, direction: 1 | -1): number {
  // Players round the time they are set to.
  const number = words.lastBegun(player.time + 0.02) + direction;
  return words.startOf(Math.min(Math.max(0, number), words.length - 1));
}
