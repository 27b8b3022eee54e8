import type { Snippet } from 'svelte';
import type { WordRange } from '../../document/words/word-range.ts';
import { PANEL_TABS, type PanelTab } from './panel-tabs.ts';

const STORED = 'earshot-panel';
/** From this width on, in CSS pixels, the panel is beside the text as it was left. */
export const WIDE = 1200;

const isTab = (name: unknown): name is PanelTab =>
  typeof name === 'string' && Object.hasOwn(PANEL_TABS, name);

function stored(): { open: boolean; tab: PanelTab } {
  let kept: unknown = null;
  try {
    kept = JSON.parse(localStorage.getItem(STORED) ?? 'null');
  } catch {
    // What cannot be read counts as not chosen.
  }
  const { open, tab } = { open: undefined as unknown, tab: undefined as unknown, ...Object(kept) };
  return { open: open === true, tab: isTab(tab) ? tab : 'summary' };
}

/** What the page of one recording shows besides its text. */
export class ViewState {
  /** Whether the captions are shown instead of the text. */
  captions = $state(false);
  /** Whether unsure words are marked while the text is read. */
  coloured = $state(false);
  /** Buttons of the view, for the menu of the bar. */
  tools = $state.raw<Snippet | null>(null);
  /** The note whose field is to get the focus. */
  newNote = $state<string | null>(null);
  /** The run that the transcript is compared with, under Versions. */
  compared = $state<string | null>(null);
  /** The selected words of the editor; null while the text is read. */
  selectedWords: ((options: { caret: boolean }) => WordRange | null) | null = null;
  /** Walks to the next words whose speaker is doubtful; null while the text is read. */
  checkSpeakers = $state.raw<(() => void) | null>(null);
  panel = $state(innerWidth >= WIDE && stored().open);
  tab = $state<PanelTab>(stored().tab);

  /** On a page that has become wide the panel is as it was left; on one that has become narrow it would cover the text. */
  fit(isWide: boolean): void {
    this.panel = isWide && stored().open;
  }

  /** Opens the panel, at a tab, or closes it. */
  show(open: boolean, tab: PanelTab = this.tab): void {
    this.panel = open;
    this.tab = tab;
    // A sheet over the text is closed anyway when the next recording is opened.
    const { open: before } = stored();
    localStorage.setItem(STORED, JSON.stringify({ open: innerWidth >= WIDE ? open : before, tab }));
  }
}
