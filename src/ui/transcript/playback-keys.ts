import type { PlayerState } from './player-state.svelte.ts';
import type { WordIndex } from './word-index.ts';

const STEP_SECONDS = 5;

/** Elements that use these keys themselves. */
// A button that was clicked keeps the focus: Space then plays. Whoever reached it by the keyboard means the button.
const OWN_KEYS =
  'input:not([type=range]), select, textarea, button:focus-visible, summary, a, dialog, [contenteditable]';
const OWN_ARROWS = 'input, select, textarea, dialog, [contenteditable]';

/**
 * Playback keys: Space plays or pauses, the arrows skip five seconds, or a word with Shift. True if the key was
 * handled. Keys that the focused element uses are left to it.
 */
export function playbackKeys(event: KeyboardEvent, player: PlayerState, words: WordIndex): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.key !== ' ' && event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false;
  // A dialog may be open while the page's body has the focus.
  if (document.querySelector('dialog[open]')) return false;
  if (event.key === ' ' && !target.closest(OWN_KEYS)) void player.toggle();
  else if (event.key !== ' ' && !target.closest(OWN_ARROWS)) {
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
