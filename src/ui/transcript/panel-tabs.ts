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
