/** What kind of value a field has: times are seconds. */
export type FieldKind = 'text' | 'time' | 'number';

/** All fields of templates. */
export const FIELDS = {
  title: 'text',
  id: 'text',
  languages: 'text',
  speakers: 'text',
  length: 'time',
  index: 'number',
  speaker: 'text',
  text: 'text',
  start: 'time',
  end: 'time',
  duration: 'time',
  language: 'text',
  channel: 'number',
  confidence: 'number',
} as const satisfies Record<string, FieldKind>;

export type FieldName = keyof typeof FIELDS;
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

/** What a template can go through. */
export const LISTS = ['paragraphs', 'lines', 'words', 'cues', 'chapters'] as const;
export type ListName = (typeof LISTS)[number];
export const isListName = (name: string): name is ListName => LISTS.some((list) => list === name);

export type Scope = 'transcript' | ListName;

const OF_TRANSCRIPT = [
  'title',
  'id',
  'languages',
  'speakers',
  'length',
] as const satisfies readonly FieldName[];
const OF_SPEECH = [
  'index',
  'speaker',
  'text',
  'start',
  'end',
  'duration',
  'language',
  'channel',
  'confidence',
] as const satisfies readonly FieldName[];

/** The fields and the lists that can be in each section; the transcript's fields can be anywhere. */
export const SCOPES: Readonly<Record<Scope, { fields: readonly FieldName[]; lists: readonly ListName[] }>> = {
  transcript: { fields: OF_TRANSCRIPT, lists: LISTS },
  paragraphs: { fields: [...OF_SPEECH, ...OF_TRANSCRIPT], lists: ['lines', 'words'] },
  lines: { fields: [...OF_SPEECH, ...OF_TRANSCRIPT], lists: ['words'] },
  words: { fields: [...OF_SPEECH, ...OF_TRANSCRIPT], lists: [] },
  cues: { fields: ['index', 'speaker', 'text', 'start', 'end', 'duration', ...OF_TRANSCRIPT], lists: [] },
  chapters: { fields: ['index', 'text', 'start', ...OF_TRANSCRIPT], lists: [] },
};

/** The values of one place in a template. */
export type Values = Partial<Record<FieldName, string | number>>;
