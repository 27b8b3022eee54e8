import { invalidParameters } from '../../../contract/invalid-parameters.ts';
import type { Word } from '../../../contract/utterance.ts';
import type { SpokenParagraph } from '../../spoken-paragraphs.ts';
import { cleanLine, clock, type Line, sentencesOf, wholeParagraph } from '../blocks.ts';
import type { ExportView } from '../export-view.ts';
import { FIELDS, type ListName, type Values } from './fields.ts';
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
  return render(parseTemplate(template), transcriptItem(view));
}

const render = (nodes: readonly TemplateNode[], item: Item): string =>
  nodes.map((node) => renderNode(node, item)).join('');

function renderNode(node: TemplateNode, { values, lists = {} }: Item): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'if') return values[node.field] ? render(node.nodes, { values, lists }) : '';
  if (node.kind === 'list') {
    const items = lists[node.list]?.() ?? [];
    return items
      .map((item) => render(node.nodes, { ...item, values: { ...values, ...item.values } }))
      .join('');
  }
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
