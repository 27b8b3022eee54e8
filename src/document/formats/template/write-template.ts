import { invalidParameters } from '../../../contract/errors/invalid-parameters.ts';
import type { Word } from '../../../contract/transcripts/utterance.ts';
import type { SpokenParagraph } from '../../spoken-paragraphs.ts';
import { cleanLine, type Line, sentencesOf, wholeParagraph } from '../blocks.ts';
import type { ExportView } from '../export-view.ts';
import { FIELDS, type ListName, type Values } from './fields.ts';
import { clock } from './filters.ts';
import { parseTemplate, type TemplateNode } from './parse-template.ts';

/** One thing of a list: its values, and the lists in it. */
interface Item {
  values: Values;
  lists?: Partial<Record<ListName, () => Item[]>>;
}

/** Writes a transcript by somebody's own template. Throws 400 with line and reason if it cannot be read. */
export function writeTemplate(view: ExportView): string {
  const { template } = view.options;
  if (template === undefined) throw invalidParameters(['template is missing: format template needs it']);
  const written = new Written();
  render(parseTemplate(template), transcriptItem(view), written);
  return written.text();
}

/** Most characters of an export: a template of 20,000 may be written for each word. */
const MOST_CHARACTERS = 100_000_000;

/** What was written so far. Throws 400 before it becomes more than a device can hold. */
class Written {
  readonly #parts: string[] = [];
  #length = 0;

  add(part: string): void {
    this.#length += part.length;
    if (this.#length > MOST_CHARACTERS) {
      throw invalidParameters([`template writes more than ${MOST_CHARACTERS} characters of this transcript`]);
    }
    this.#parts.push(part);
  }

  text(): string {
    return this.#parts.join('');
  }
}

function render(nodes: readonly TemplateNode[], item: Item, written: Written): void {
  for (const node of nodes) renderNode(node, item, written);
}

function renderNode(node: TemplateNode, { values, lists = {} }: Item, written: Written): void {
  if (node.kind === 'text') written.add(node.text);
  else if (node.kind === 'field') written.add(fieldText(node, values));
  else if (node.kind === 'if') {
    if (values[node.field]) render(node.nodes, { values, lists }, written);
  } else {
    for (const item of lists[node.list]?.() ?? []) {
      render(node.nodes, { ...item, values: { ...values, ...item.values } }, written);
    }
  }
}

function fieldText(node: Extract<TemplateNode, { kind: 'field' }>, values: Values): string {
  const value = node.filters.reduce((changed, filter) => filter(changed), values[node.field] ?? '');
  const isTime = FIELDS[node.field] === 'time' && typeof value === 'number';
  return isTime ? clock(value) : String(value);
}

const unique = (texts: Iterable<string>) => [...new Set(texts)].join(', ');

function transcriptItem(view: ExportView): Item {
  const { document, paragraphs, voiceOf, about, options, cues } = view;
  const voices = paragraphs.map((paragraph) => cleanLine(voiceOf(paragraph) ?? ''));
  const speech = paragraphs.map((paragraph, index) => ({ paragraph, speaker: voices[index] ?? '' }));
  return {
    values: {
      title: cleanLine(options.title ?? 'Transcript'),
      id: about.id,
      languages: unique(paragraphs.map(({ language }) => language)),
      speakers: unique(voices.filter(Boolean)),
      length: document.duration,
    },
    lists: {
      paragraphs: () =>
        speech.map(({ paragraph, speaker }, index) => {
          const whole = wholeParagraph(paragraph);
          return {
            values: valuesOf(whole, paragraph, speaker, index),
            lists: {
              lines: () => lineItems(paragraph, speaker),
              words: () => wordItems(whole.words, paragraph, speaker),
            },
          };
        }),
      lines: () => numbered(speech.flatMap(({ paragraph, speaker }) => lineItems(paragraph, speaker))),
      words: () =>
        numbered(speech.flatMap(({ paragraph, speaker }) => wordItems(paragraph.words, paragraph, speaker))),
      cues: () =>
        cues().map(({ startMs, endMs, rows, voice }, index) => ({
          values: {
            index: index + 1,
            speaker: cleanLine(voice ?? ''),
            text: rows.map(cleanLine).join('\n'),
            start: startMs / 1000,
            end: endMs / 1000,
            duration: (endMs - startMs) / 1000,
          },
        })),
      chapters: () =>
        document.chapters.map(({ start, title }, index) => ({
          values: { index: index + 1, start, text: cleanLine(title) },
        })),
    },
  };
}

const numbered = (items: readonly Item[]): Item[] =>
  items.map((item, index) => ({ ...item, values: { ...item.values, index: index + 1 } }));

function valuesOf(
  { start, end, text, words }: Line,
  { channel, language }: SpokenParagraph,
  speaker: string,
  index: number,
): Values {
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(words.length, 1);
  return {
    index: index + 1,
    speaker,
    text,
    start,
    end,
    duration: end - start,
    language,
    channel,
    confidence: Math.round(confidence * 100) / 100,
  };
}

const lineItems = (paragraph: SpokenParagraph, speaker: string): Item[] =>
  sentencesOf(paragraph).map((line, index) => ({
    values: valuesOf(line, paragraph, speaker, index),
    lists: { words: () => wordItems(line.words, paragraph, speaker) },
  }));

const wordItems = (words: readonly Word[], paragraph: SpokenParagraph, speaker: string): Item[] =>
  words.map((word, index) => ({
    values: valuesOf({ ...word, text: cleanLine(word.word), words: [word] }, paragraph, speaker, index),
  }));
