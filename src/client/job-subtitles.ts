import type { PreRecordedJob } from '../contract/pre-recorded-job.ts';
import { type SubtitlesConfig, subtitlesConfig } from '../contract/request-configs.ts';
import type { Subtitle } from '../contract/transcription-result.ts';
import type { JobText } from './job-texts.ts';

/**
 * The subtitles of a finished job's transcript, or of a translation. A job that asked for them has them in its result; for any
 * other, and for the format that was not asked for, they are made here, by the job's own configuration where it has one.
 *
 * @returns the file's text; without a single cue where nothing was said
 */
export async function jobSubtitles(
  job: PreRecordedJob,
  { utterances, subtitles }: JobText,
  format: Subtitle['format'],
): Promise<string> {
  const made = subtitles.find((subtitle) => subtitle.format === format);
  if (made) return made.subtitles;
  // Loaded when it is asked for: the page starts sooner without it.
  const { makeSubtitles } = await import('../addons/subtitles/run.ts');
  const config: SubtitlesConfig = job.request_params?.subtitles_config ?? subtitlesConfig.parse({});
  const [subtitle] = makeSubtitles(utterances, { ...config, formats: [format] });
  return subtitle?.subtitles ?? '';
}
