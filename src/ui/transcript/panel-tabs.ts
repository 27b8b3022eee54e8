/** Tabs of the side panel; the titles are those of the interface. */
export const PANEL_TABS = {
  summary: 'Summary',
  ask: 'Ask',
  names: 'Names',
  notes: 'Notes',
  chapters: 'Chapters',
  speakers: 'Speakers',
  captions: 'Caption rules',
  versions: 'Versions',
} as const;

export type PanelTab = keyof typeof PANEL_TABS;

/** Tabs whose contents can be copied and saved by themselves: captions are exported with the text, versions with a backup. */
export type ExportedTab = Exclude<PanelTab, 'captions' | 'versions'>;

export const isExported = (tab: PanelTab): tab is ExportedTab => tab !== 'captions' && tab !== 'versions';
