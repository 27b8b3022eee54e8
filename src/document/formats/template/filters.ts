import { writeTime } from '../../../addons/subtitles/write-time.ts';
import { csvCell } from '../write-csv.ts';
import { markdown } from '../write-markdown.ts';
import { xml } from '../xml.ts';
import type { FieldKind } from './fields.ts';

export type Filter = (value: string | number) => string | number;

interface FilterKind {
  /** Kinds of fields that it changes. */
  of: readonly FieldKind[];
  /** What its argument is; null if it has none. */
  argument: 'text' | 'digits' | null;
  make: (argument: string) => Filter;
}

const TEXT = ['text'] as const;
const TIME = ['time'] as const;
const ANY = ['text', 'time', 'number'] as const;

const ofText = (change: (text: string) => string): FilterKind => ({
  of: ANY,
  argument: null,
  make: () => (value) => change(String(value)),
});

const ofTime = (write: (seconds: number) => string): FilterKind => ({
  of: TIME,
  argument: null,
  make: () => (value) => (typeof value === 'number' ? write(value) : value),
});

/** 5 s → "00:00:05"; hours count on after 24. */
export const clock = (seconds: number): string =>
  writeTime(Math.floor(seconds) * 1000, '.').replace(/\.\d+$/, '');

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

const FILTERS: Readonly<Record<string, FilterKind>> = {
  upper: { ...ofText((text) => text.toUpperCase()), of: TEXT },
  lower: { ...ofText((text) => text.toLowerCase()), of: TEXT },
  or: { of: TEXT, argument: 'text', make: (other) => (value) => value || other },
  pad: {
    of: ['number'],
    argument: 'digits',
    make: (count) => (value) => String(value).padStart(Number(count), '0'),
  },
  clock: ofTime(clock),
  srt: ofTime((seconds) => writeTime(milliseconds(seconds), ',')),
  vtt: ofTime((seconds) => writeTime(milliseconds(seconds), '.')),
  seconds: ofTime((seconds) => seconds.toFixed(3)),
  ms: ofTime((seconds) => String(milliseconds(seconds))),
  csv: ofText(csvCell),
  html: ofText(xml),
  xml: ofText(xml),
  json: ofText((text) => JSON.stringify(text)),
  md: ofText(markdown),
};

/** A filter as written, "pad:3"; a sentence if there is none. */
export function makeFilter(written: string, kind: FieldKind): Filter | string {
  const colon = written.indexOf(':');
  const name = colon === -1 ? written : written.slice(0, colon);
  const argument = colon === -1 ? null : written.slice(colon + 1);
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (!filter) {
    return `unknown filter "${name.slice(0, 40)}"; there are ${Object.keys(FILTERS).join(', ')}`;
  }
  if (!filter.of.includes(kind)) return `filter ${name} is for ${filter.of.join(' or ')}, not for ${kind}`;
  if (filter.argument === null && argument !== null) return `filter ${name} takes nothing after its name`;
  if (filter.argument === 'text' && argument === null) return `filter ${name} needs a text: ${name}:TEXT`;
  if (filter.argument === 'digits' && !/^[1-9]$/.test(argument ?? '')) {
    return `filter ${name} needs a number from 1 to 9: ${name}:3`;
  }
  return filter.make(argument ?? '');
}
