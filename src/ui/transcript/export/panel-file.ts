import type { AddonResultView } from '../../../addons/addon-view.ts';
import { jobTexts } from '../../../client/jobs/job-texts.ts';
import { addonEnvelope } from '../../../contract/addons/addon-envelope.ts';
import type { PreRecordedJob } from '../../../contract/jobs/pre-recorded-job.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { quoteOf } from '../../../document/edits/edit-notes.ts';
import { csvCell } from '../../../document/formats/write-csv.ts';
import { markdown } from '../../../document/formats/write-markdown.ts';
import type { Moment } from '../../../document/reading/cited-moments.ts';
import { nameOf, speakingTimes } from '../../../document/speakers.ts';
import { formatClock } from '../../../lib/format-clock.ts';
import { z } from '../../../lib/zod.ts';
import { formatDate } from '../../parts/format-date.ts';
import { languageName } from '../../parts/language-name.ts';
import { translate } from '../../texts/texts.ts';
import { type ExportedTab, PANEL_TABS } from '../panel-tabs.ts';
import { groupActions, groupEntities, readSentiments, sentimentLabel } from '../results/read-analyses.ts';
import { isShownIn, shownResults } from '../results/shown-results.ts';

/** What the tabs of the side panel show. */
export interface PanelContents {
  name: string;
  job: PreRecordedJob;
  /** Runs of add-ons on its corrected text, newest first. */
  runs: readonly PreRecordedJob[];
  /** The transcript as it is now; its speakers have the names that are shown. */
  document: CorrectedTranscript;
  /** The moments that an answer rests on. */
  cite: (text: string) => Moment[];
  /** Results with the names of the speakers. */
  named: (results: unknown) => unknown;
}

const texts = z.array(z.string()).nullable();
const table = z.record(z.string(), texts);
const entities = z
  .array(z.object({ entity_type: z.string(), text: z.string(), start: z.number(), end: z.number() }))
  .nullable();
const answers = z
  .array(
    addonEnvelope(z.object({ prompt: z.string().nullable(), response: z.string().nullable() }).nullable()),
  )
  .nullable();

const time = (seconds: number) => `\`${formatClock(seconds)}\``;
const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
const lines = (text: string) => text.split(/\n+/u).map(markdown);
const ofJson = (results: unknown): unknown =>
  typeof results === 'string' && results !== '' ? JSON.parse(results) : {};

/** Blocks of Markdown for each kind of results; an empty block is left out. */
const BLOCKS: Record<
  AddonResultView['kind'],
  (results: unknown, cite: PanelContents['cite']) => readonly string[]
> = {
  text: (results) => lines(String(results ?? '')),
  list: (results) => [list((texts.parse(results) ?? []).map(markdown))],
  table: (results) => [
    list(
      Object.entries(table.parse(ofJson(results))).map(
        ([name, values]) => `**${markdown(name)}**: ${(values ?? []).map(markdown).join(', ')}`,
      ),
    ),
  ],
  sentiments: (results) => [
    list(
      readSentiments(typeof results === 'string' ? results : '').map(
        (one) => `${time(one.start)} ${markdown(one.text)} (${sentimentLabel(one)})`,
      ),
    ),
  ],
  entities: (results) =>
    groupEntities(entities.parse(results) ?? []).flatMap(({ label, items }) => [
      `**${markdown(label)}**`,
      list(items.map(({ text, times }) => `${markdown(text)} ${times.map(time).join(', ')}`)),
    ]),
  actions: (results) =>
    groupActions(results).flatMap(({ kind, title, items }) => [
      `**${markdown(title)}**`,
      list(
        items.map(({ quote, about, start }) => {
          const box = kind === 'action' ? '[ ] ' : '';
          return `${box}${about ? `**${markdown(about)}**: ` : ''}“${markdown(quote)}” ${time(start)}`;
        }),
      ),
    ]),
  answers: (results, cite) =>
    (answers.parse(results) ?? []).flatMap(({ results: one }) => [
      one?.prompt ? `### ${markdown(one.prompt)}` : '',
      ...lines(one?.response ?? ''),
      list(cite(one?.response ?? '').map(({ start, quote }) => `${time(start)} “${markdown(quote)}”`)),
    ]),
};

/** The results of a run under one tab; `titled` puts each one's title above it. */
function resultsOf(run: PreRecordedJob, tab: ExportedTab, contents: PanelContents): string[] {
  const shown = shownResults(run.result ?? {}).filter(
    ({ key, envelope }) => envelope.success && isShownIn(tab, key),
  );
  return shown.flatMap(({ view, envelope }) => {
    const title = translate(view.title);
    const blocks = BLOCKS[view.kind](contents.named(envelope.results), contents.cite);
    const own = title === translate(PANEL_TABS[tab]) || tab === 'ask' ? [] : [`### ${markdown(title)}`];
    return blocks.every((block) => block === '') ? [] : [...own, ...blocks];
  });
}

/** Everything that is made of the text, with what runs on the corrected text gave below their dates. */
function summaryOf(contents: PanelContents): string[] {
  const runs = contents.runs.flatMap((run) => {
    const translations = jobTexts(run)
      .slice(1)
      .flatMap(({ language, utterances }) => [
        `### ${markdown(languageName(language ?? ''))}`,
        ...utterances.map(({ text }) => markdown(text)),
      ]);
    const redacted = run.request_params?.pii_redaction
      ? [
          `### ${translate('Redacted text')}`,
          ...(run.result?.transcription?.utterances ?? []).map(({ text }) => markdown(text)),
        ]
      : [];
    const results = [...resultsOf(run, 'summary', contents), ...translations, ...redacted];
    return results.length > 0 ? [`## ${formatDate(new Date(run.created_at))}`, ...results] : [];
  });
  return [...resultsOf(contents.job, 'summary', contents), ...runs];
}

function notesOf({ document }: PanelContents): string {
  const KINDS = { note: 'Note', highlight: 'Highlight', bookmark: 'Bookmark' } as const;
  return list(
    document.notes.map((note) => {
      const quote = note.kind === 'highlight' ? ` “${markdown(quoteOf(document, note))}”` : '';
      const added = (note.added ?? []).map(
        (one) => `\n  - ${translate('Added')}: “${markdown(one.quote)}” ${time(one.start)}`,
      );
      return `${time(note.start)} ${KINDS[note.kind]}${quote}${note.text ? `: ${markdown(note.text)}` : ''}${added.join('')}`;
    }),
  );
}

/** Speakers with their seconds of speech and their share of all speech, 0 to 1. */
function speakersOf({ document }: PanelContents) {
  const spoken = speakingTimes(document);
  const all = [...spoken.values()].reduce((sum, seconds) => sum + seconds, 0);
  return document.speakers.map((speaker) => {
    const seconds = spoken.get(speaker.id) ?? 0;
    return { name: nameOf(speaker), seconds, share: all > 0 ? seconds / all : 0 };
  });
}

const PARTS: Record<ExportedTab, (contents: PanelContents) => string | readonly string[]> = {
  summary: summaryOf,
  ask: (contents) =>
    [contents.job, ...contents.runs.toReversed()].flatMap((run) => resultsOf(run, 'ask', contents)),
  names: (contents) =>
    [...contents.runs, contents.job]
      .map((run) => resultsOf(run, 'names', contents))
      .find((blocks) => blocks.length > 0) ?? [],
  notes: notesOf,
  chapters: ({ document }) =>
    list(document.chapters.map(({ start, title }) => `${time(start)} ${markdown(title)}`)),
  speakers: (contents) =>
    list(
      speakersOf(contents).map(
        ({ name, seconds, share }) =>
          `**${markdown(name)}**: ${formatClock(seconds)}, ${Math.round(100 * share)}%`,
      ),
    ),
};

/** A tab of the side panel as Markdown: the names of the recording and of the tab, then its contents with their times. */
export function panelMarkdown(tab: ExportedTab, contents: PanelContents): string {
  const blocks = [PARTS[tab](contents)].flat().filter((block) => block !== '');
  const title = `# ${markdown(contents.name)}: ${translate(PANEL_TABS[tab])}`;
  return `${[title, ...blocks].join('\n\n')}\n`;
}

/** A row for each speaker; RFC 4180, with the mark by which spreadsheets recognise UTF-8. Seconds, and a share from 0 to 1. */
export function speakersCsv(contents: PanelContents): string {
  const rows = speakersOf(contents).map(({ name, seconds, share }) => [
    csvCell(name),
    seconds.toFixed(3),
    share.toFixed(4),
  ]);
  return `\ufeff${[['speaker', 'seconds', 'share'], ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}
