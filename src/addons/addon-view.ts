/** What `schema.ts` of an add-on's folder exports as `view`: how people choose it, and see its work and its results. */
export interface AddonView {
  /** Its name in the options. */
  label: string;
  /** What a job is doing while it runs: "Summarising". */
  activity: string;
  /** Null where the options do not offer it. */
  control: AddonControl | null;
  /** Null where its results are not shown by themselves: they are in the transcript, or for programs. */
  result: AddonResultView | null;
  /** Absent where it works by rules alone. */
  needs?: AddonNeeds;
}

/** What an add-on needs of the models in the manifest. */
export interface AddonNeeds {
  /** Models that it can use: their `engine`, and the word among their `uses`, where that engine has them. */
  models: readonly { engine: AddonEngine; use?: string }[];
  /** What does the work where none is installed. */
  otherwise: 'rules' | 'browser';
}

export type AddonEngine =
  | 'nnsplit'
  | 'text-classification'
  | 'text-generation'
  | 'token-classification'
  | 'translation';

/** How it is chosen. `field` is the field of its configuration that gets what was chosen. */
export type AddonControl = {
  /** Its place among the options, lowest first. */
  order: number;
  /** One sentence below the label. */
  note?: string;
} & (
  | { kind: 'switch' /** Title over those that stand together. */; group?: string }
  | {
      kind: 'choice';
      field: string;
      none: string;
      choices: Readonly<Record<string, string>>;
      /** Fields besides, which are shown while something is chosen. */
      parts?: readonly AddonPart[];
    }
  | { kind: 'lines'; field: string; rows: number; placeholder: string; spellcheck?: boolean }
  | { kind: 'languages'; field: string; none: string }
);

/** A further field of a configuration. */
export interface AddonPart {
  field: string;
  label: string;
  kind: 'line' | 'lines';
  placeholder: string;
  /** The choice that it belongs to; any if it is left out. */
  of?: string;
  /** What it is where nothing is written. */
  otherwise?: string;
}

/** The key of what was written in a part. */
export const partKey = (key: string, { field }: Pick<AddonPart, 'field'>): string => `${key}.${field}`;

/** What a person chose: on or off, one of the choices ('' for none), lines of text, or translation language codes. */
export type AddonChoice = boolean | string | readonly string[];

/** How its envelope is shown. */
export interface AddonResultView {
  title: string;
  /**
   * What its results are: `text`; `list`, a list of texts; `table`, the JSON of an object of lists; `answers`, envelopes with a prompt and a response;
   * `entities`, texts with a type and times; `sentiments`, the JSON of judged sentences; `actions`, what is to be done, was decided and is open.
   */
  kind: 'text' | 'list' | 'table' | 'answers' | 'entities' | 'sentiments' | 'actions';
  /** Its place among the results, lowest first. */
  order: number;
  /** What is shown where there is nothing; null shows no results at all then. */
  nothing: string | null;
  /** Whether it can be copied whole. */
  copy?: boolean;
}
