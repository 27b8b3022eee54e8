import { safeName } from '../../lib/files/file-name.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { blocksOf, cleanLine } from './blocks.ts';
import type { ExportView } from './export-view.ts';
import { audioSource } from './html/audio-source.ts';
import { markdown } from './write-markdown.ts';

/** How a program of notes reads a file. */
interface NoteStyle {
  /** The properties at the top: each a name and one or several values. */
  properties(all: readonly Property[]): string;
  /** Begins each paragraph. */
  bullet: string;
  /** A page of a person. */
  person(name: string): string;
}

interface Property {
  name: string;
  value: string | readonly string[];
  /** Whether the value is written as it is: dates and numbers. */
  isPlain?: boolean;
}

/** A scalar of YAML in double quotes: JSON, but for what YAML 1.1 takes for the end of a line. */
export const yamlText = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const yaml = (all: readonly Property[]): string => {
  const rows = all.flatMap(({ name, value, isPlain }) => {
    if (typeof value === 'string') return [`${name}: ${isPlain ? value : yamlText(value)}`];
    return [`${name}:`, ...value.map((one) => `  - ${yamlText(one)}`)];
  });
  return `---\n${rows.join('\n')}\n---\n\n`;
};

const logseqProperties = (all: readonly Property[]): string => {
  const rows = all.map(({ name, value }) => `${name}:: ${[value].flat().join(', ')}`);
  return `${rows.join('\n')}\n\n`;
};

/** What ends a link between double brackets, or leads to another place of a page. */
const LINK_SIGNS = /[[\]#^|]/g;

/** `[[Ada]]`: the page of a person, under a name that a file may have. */
function pageOf(name: string): string {
  const shown = name.replaceAll(LINK_SIGNS, ' ').replaceAll(/\s+/g, ' ').trim();
  const page = safeName(shown, '');
  if (page === '') return '';
  return page === shown ? `[[${page}]]` : `[[${page}|${shown}]]`;
}

const STYLES = {
  obsidian: { properties: yaml, bullet: '', person: pageOf },
  logseq: { properties: logseqProperties, bullet: '- ', person: pageOf },
  note: { properties: yaml, bullet: '', person: () => '' },
} as const satisfies Record<string, NoteStyle>;

/** A text that these programs show as it is: `%%` is a comment, `==` a highlight, `^` the mark of a block, `::` a property. */
const noteText = (text: string): string => markdown(text).replaceAll(/[%=^]|(?<=:):/g, (sign) => `\\${sign}`);

/** The address of a moment of the recording; null where nothing says where the recording is. */
const momentOf = (audio: string | null, seconds: number): string | null =>
  audio === null ? null : `${audio}#t=${Math.floor(seconds)}`;

/** Within the brackets of a link. */
const linkAddress = (address: string): string =>
  audioSource(address).replaceAll(
    /[()<>\s[\]\\`|*_]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A note for a program of notes: properties, the recording, and paragraphs whose times are links. */
export const noteWriter = (style: keyof typeof STYLES) => (view: ExportView) => {
  const { properties, bullet, person }: NoteStyle = STYLES[style];
  const { document, paragraphs, options } = view;
  const audio = options.audio ? linkAddress(options.audio) : null;
  const given = new Set(document.speakers.flatMap(({ name }) => (name ? [cleanLine(name)] : [])));
  const link = (voice: string) => (given.has(voice) ? person(voice) : '');
  const voices = [...new Set(paragraphs.map((one) => cleanLine(view.voiceOf(one) ?? '')))].filter(Boolean);
  const languages = [...new Set(paragraphs.map(({ language }) => language))];
  const title = cleanLine(options.title ?? '');
  const head: Property[] = [
    ...(title ? [{ name: 'title', value: title }] : []),
    ...(options.date ? [{ name: 'date', value: options.date.slice(0, 10), isPlain: true }] : []),
    { name: 'length', value: formatClock(document.duration) },
    ...(languages.length > 0 ? [{ name: 'languages', value: languages }] : []),
    ...(voices.length > 0 ? [{ name: 'speakers', value: voices.map((voice) => link(voice) || voice) }] : []),
    { name: 'tags', value: ['transcript'] },
  ];
  const blocks = blocksOf(view, options.timestamps ?? 'paragraph').flatMap((block) => {
    if (block.kind === 'chapter') return [`${bullet}## ${noteText(block.title)}`];
    const rows = block.lines.map(({ start, text }, index) => {
      const moment = momentOf(audio, start);
      const clock = formatClock(start);
      const stamp =
        options.timestamps === 'off' ? '' : `${moment ? `[${clock}](${moment})` : `\`${clock}\``} `;
      const voice = index === 0 ? block.voice : null;
      const label = !voice ? '' : `${link(voice) || `**${noteText(voice)}**`}: `;
      return `${stamp}${label}${noteText(text)}`;
    });
    for (const { lines } of block.beside) rows.push(...lines.map(({ text }) => noteText(text)));
    return [`${bullet}${rows.join(bullet ? '\n  ' : '\\\n')}`];
  });
  const player = audio === null ? [] : [`${bullet}![${noteText(title)}](${audio})`];
  return `${properties(head)}${[...player, ...blocks].join(bullet ? '\n' : '\n\n')}\n`;
};
