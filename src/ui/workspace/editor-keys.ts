import { tinykeys } from 'tinykeys';

/** What keys do while a transcript is corrected. The names are those of the list on `?`. */
export const ACTIONS = {
  play: { label: 'Play or pause', keys: 'Alt+KeyK' },
  back: { label: 'Back 5 seconds', keys: 'Alt+KeyJ' },
  ahead: { label: 'Ahead 5 seconds', keys: 'Alt+KeyL' },
  playHere: { label: 'Play from the caret', keys: 'Alt+Enter' },
  loop: { label: 'Loop the selection, or what the caret is in', keys: 'Alt+KeyO' },
  hold: { label: 'Play as long as it is held (pedals)', keys: 'F4' },
  slower: { label: 'Slower', keys: 'Alt+Comma' },
  faster: { label: 'Faster', keys: 'Alt+Period' },
  playOutside: { label: 'Outside the text: play or pause', keys: 'k' },
  backOutside: { label: 'Outside the text: back 5 seconds', keys: 'j' },
  aheadOutside: { label: 'Outside the text: ahead 5 seconds', keys: 'l' },
  undo: { label: 'Undo', keys: '$mod+KeyZ' },
  redo: { label: 'Redo', keys: '$mod+Shift+KeyZ' },
  save: { label: 'Save', keys: '$mod+KeyS' },
  library: { label: 'Show or hide the library', keys: '$mod+KeyB' },
  find: { label: 'Find and replace', keys: '$mod+Shift+KeyF' },
  nextUnsure: { label: 'Next unsure word', keys: 'F8' },
  previousUnsure: { label: 'Previous unsure word', keys: 'Shift+F8' },
  nextSpeaker: { label: 'Check speakers: next doubtful one', keys: 'F9' },
  previousSpeaker: { label: 'Check speakers: previous doubtful one', keys: 'Shift+F9' },
  accept: { label: 'Accept the unsure word', keys: 'Alt+KeyA' },
  fixAlike: { label: 'Fix the unsure word everywhere', keys: 'Alt+Shift+KeyA' },
  strike: { label: 'Remove the selection, or bring it back', keys: 'Alt+KeyX' },
  speaker: { label: 'Speaker of the paragraph', keys: 'Alt+KeyS' },
  highlight: { label: 'Highlight the selection', keys: 'Alt+KeyH' },
  bookmark: { label: 'Bookmark', keys: 'Alt+KeyB' },
  stamp: { label: 'Insert the time of the playback', keys: 'Alt+KeyC' },
  recogniseAgain: { label: 'Transcribe the selection again', keys: 'Alt+KeyR' },
  splitCue: { label: 'Captions: split at the cursor', keys: 'Alt+KeyT' },
  joinCue: { label: 'Captions: join with the next', keys: 'Alt+KeyM' },
  cueStart: { label: 'Captions: begin at the playback', keys: 'Alt+KeyI' },
  cueEnd: { label: 'Captions: end at the playback', keys: 'Alt+KeyU' },
  nextFault: { label: 'Captions: next that breaks a rule', keys: 'Alt+KeyN' },
  help: { label: 'This list', keys: 'F1' },
} as const satisfies Record<string, { label: string; keys: string }>;

export type ActionName = keyof typeof ACTIONS;

const STORED = 'earshot-keys';

export const isAction = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name);

/** The keys that people chose, over the usual ones. */
export function readKeys(): Record<ActionName, string> {
  const keys: Record<string, string> = Object.fromEntries(
    Object.entries(ACTIONS).map(([name, { keys }]) => [name, keys]),
  );
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    for (const [name, chosen] of Object.entries(stored ?? {})) {
      if (isAction(name) && typeof chosen === 'string') keys[name] = chosen;
    }
  } catch {
    // What cannot be read counts as not chosen.
  }
  return keys as Record<ActionName, string>;
}

export function storeKeys(keys: Record<ActionName, string>): void {
  const chosen = Object.entries(keys).filter(
    ([name, value]) => isAction(name) && ACTIONS[name].keys !== value,
  );
  localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(chosen)));
}

/** A combination as tinykeys reads it; null while only a modifier is down. */
export function combinationOf(event: KeyboardEvent): string | null {
  if (['Control', 'Alt', 'Shift', 'Meta'].includes(event.key)) return null;
  const parts = [
    ...(event.ctrlKey ? ['Control'] : []),
    ...(event.metaKey ? ['Meta'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    event.code || event.key,
  ];
  return parts.join('+');
}

/** A combination for people: "Ctrl + Z". */
export const shownKeys = (keys: string): string =>
  keys
    .split('+')
    .map((key) =>
      key
        .replace('$mod', isApple() ? '⌘' : 'Ctrl')
        .replace('Control', 'Ctrl')
        .replace(/^(Key|Digit)/, ''),
    )
    .map(
      (key) =>
        ({ Minus: '−', Equal: '+', Comma: ',', Period: '.', BracketLeft: '[', BracketRight: ']' })[key] ??
        key,
    )
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
    .join(' + ');

/** Binds actions to the keys that people chose; returns what ends it. Nothing happens while a dialog is open. */
export function bindKeys(actions: Partial<Record<ActionName, () => unknown>>, hold?: PlayerKeys): () => void {
  const keys = readKeys();
  const on = (act: () => unknown) => (event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]') || (isWritten(event.target) && writes(event))) return;
    event.preventDefault();
    act();
  };
  const bindings = Object.entries(actions).map(([name, act]) => [keys[name as ActionName], on(act)]);
  const help = actions.help;
  const down = tinykeys(window, {
    ...Object.fromEntries(bindings),
    [keys.hold]: on(() => hold?.play()),
    'Shift+?': (event) => {
      if (!isWritten(event.target)) help?.();
    },
  });
  const up = tinykeys(window, { [keys.hold]: on(() => hold?.pause()) }, { event: 'keyup' });
  return () => {
    down();
    up();
  };
}

const isWritten = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Signs that keyboards of a Mac write with the Alt key: in German, L is @. */
const WRITTEN_WITH_ALT = /^[@[\]{}|\\~€#]$/u;

/** Whether a key writes a sign, which belongs to whatever text has the focus. */
const writes = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && (!altKey || WRITTEN_WITH_ALT.test(key));

interface PlayerKeys {
  play: () => unknown;
  pause: () => unknown;
}

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);
