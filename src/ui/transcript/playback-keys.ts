import type { PlayerState } from './player-state.svelte.ts';
import type { WordIndex } from './word-index.ts';

const STEP_SECONDS = 5;

/** Elements that use these keys themselves. */
const OWN_KEYS = 'input, select, textarea, button, summary, a, dialog, [contenteditable]';
const OWN_ARROWS = 'input, select, textarea, dialog, [contenteditable]';

/**
 * The keys of a player: Space plays and pauses, the arrows jump five seconds, with Shift a word. True when the key was
 * used. Keys that mean something to the focused element are left to it.
 */
export function playbackKeys(event: KeyboardEvent, player: PlayerState, words: WordIndex): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  // A dialog may be open while the focus is on the page's body.
  if (document.querySelector('dialog[open]')) return false;
  if (event.key === ' ' && !target.closest(OWN_KEYS)) void player.toggle();
  else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && !target.closest(OWN_ARROWS)) {
    const direction = event.key === 'ArrowRight' ? 1 : -1;
    void player.seek(
      event.shiftKey ? nextWord(player, words, direction) : player.time + direction * STEP_SECONDS,
    );
  } else return false;
  event.preventDefault();
  return true;
}

function nextWord(player: PlayerState, words: WordIndex, direction: 1 | -1): number {
  // Players round the time that they are set to.
  const number = words.lastBegun(player.time + 0.02) + direction;
  return words.startOf(Math.min(Math.max(0, number), words.length - 1));
}
