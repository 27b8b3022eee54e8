/** Tabs of the side panel; the titles are those of the interface. The first of them have a place in the row, the others are under More. */
export const PANEL_TABS = {
  summary: 'Summary',
  ask: 'Ask',
  speakers: 'Speakers',
  notes: 'Notes',
  chapters: 'Chapters',
  names: 'Names',
  captions: 'Caption rules',
  versions: 'Versions',
} as const;
export const IN_ROW = 5;

export type PanelTab = keyof typeof PANEL_TABS;

/** Tabs whose contents can be copied and saved by themselves: captions are exported with the text, versions with a backup. */
export type ExportedTab = Exclude<PanelTab, 'captions' | 'versions'>;

export const isExported = (tab: PanelTab): tab is ExportedTab => tab !== 'captions' && tab !== 'versions';
