import { makeSubtitles } from '../../src/addons/subtitles/run.ts';
import type { Subtitle } from '../../src/addons/subtitles/schema.ts';
import { type SubtitlesConfig, subtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Transcription } from '../../src/contract/transcripts/transcription-result.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import { type CueReport, checkCues, readSrt, readVtt } from './cue-rules.ts';
import { miniatureClips, type ReferenceClip, recordedClips } from './reference-clips.ts';
import { paramsFor } from './words-accuracy.ts';

const MODEL_MISSING = 503;
const FORMATS: SubtitlesConfig['formats'] = ['vtt', 'srt'];

interface StyledReport extends CueReport {
  style: SubtitlesConfig['style'];
}

interface Row {
  clip: ReferenceClip;
  reports: StyledReport[];
}

/**
 * Subtitles of every clip, read by an independent parser and checked against the rules: in the default style as the
 * service made them, and in the style `compliance` from the same transcript.
 */
export async function captionsAccuracy(session: BrowserSession): Promise<SectionReport> {
  const rows: Row[] = [];
  let failed = 0;
  for (const clip of [...miniatureClips(), ...recordedClips()]) {
    try {
      const reports = await reportsOn(session, clip);
      console.log(clip.name.padEnd(56) + (reports?.map(describe).join('; ') ?? '  no model'));
      if (reports) rows.push({ clip, reports });
    } catch (error) {
      failed += 1;
      console.log(`${clip.name.padEnd(56)}  ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const reports = rows.flatMap((row) => row.reports);
  return {
    figures: [...figuresOf(reports, 'default'), ...figuresOf(reports, 'compliance')],
    details: rows.map(({ clip, reports: own }) => ({ clip: clip.name, reports: own })),
    failed: failed + (rows.length === 0 ? 1 : 0),
  };
}

const describe = ({ style, cues, obeying, broken, textFault }: StyledReport): string =>
  [
    `  ${style} ${obeying}/${cues}`,
    ...broken.map(({ rule }) => rule),
    ...(textFault ? [textFault] : []),
  ].join(', ');

async function reportsOn(session: BrowserSession, clip: ReferenceClip): Promise<StyledReport[] | null> {
  const job = await session.transcribe(clip.path, {
    ...paramsFor(clip),
    subtitles: true,
    subtitles_config: { formats: FORMATS },
  });
  if (job.error_code === MODEL_MISSING) return null;
  const transcription = job.result?.transcription;
  if (!transcription) throw new Error(JSON.stringify(job.post_session_metadata.error));
  if (!transcription.subtitles) throw new Error('The result has no subtitles.');
  const strictly = subtitlesConfig.parse({ formats: FORMATS, style: 'compliance' });
  return [
    await check(transcription, transcription.subtitles, subtitlesConfig.parse({ formats: FORMATS })),
    await check(transcription, makeSubtitles(transcription.utterances, strictly), strictly),
  ];
}

async function check(
  { utterances }: Transcription,
  subtitles: readonly Subtitle[],
  config: SubtitlesConfig,
): Promise<StyledReport> {
  const textOf = (format: Subtitle['format']) =>
    subtitles.find((subtitle) => subtitle.format === format)?.subtitles ?? '';
  const cues = await readVtt(textOf('vtt'));
  const inSrt = (await readSrt(textOf('srt'))).length;
  if (inSrt !== cues.length) throw new Error(`SRT has ${inSrt} cues, WebVTT has ${cues.length}.`);
  return { style: config.style, ...checkCues(cues, utterances, config) };
}

function figuresOf(all: readonly StyledReport[], style: StyledReport['style']): Figure[] {
  const reports = all.filter((report) => report.style === style);
  const sum = (figureOf: (report: StyledReport) => number) =>
    reports.reduce((total, report) => total + figureOf(report), 0);
  const cues = sum((report) => report.cues);
  if (cues === 0) return [];
  const name = `${style}, ${cues} cues`;
  const section = 'captions';
  return [
    {
      section,
      name: `${name}: obey every rule`,
      value: (sum(({ obeying }) => obeying) / cues) * 100,
      unit: '%',
      atLeast: 100,
    },
    {
      section,
      name: `${name}: hasty, for the next follows at once`,
      value: (sum(({ excused }) => excused) / cues) * 100,
      unit: '%',
    },
    {
      section,
      name: `${name}: files with a word lost or repeated`,
      value: sum(({ textFault }) => (textFault ? 1 : 0)),
      unit: '',
      atMost: 0,
    },
  ];
}
