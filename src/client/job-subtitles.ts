import type { Subtitle } from '../addons/subtitles/schema.ts';
import { type SubtitlesConfig, subtitlesConfig } from '../addons/subtitles/schema.ts';
import type { PreRecordedJob } from '../contract/pre-recorded-job.ts';
import type { JobText } from './job-texts.ts';

/**
 * Subtitles of a finished job's transcript or of a translation. Returns the job's own subtitles if it requested this
 * format; otherwise creates them with the job's configuration, if it has one.
 *
 * @returns the file's text; contains no cue if nothing was said
 */
export async function jobSubtitles(
  job: PreRecordedJob,
  { utterances, subtitles }: JobText,
  format: Subtitle['format'],
): Promise<string> {
  const made = subtitles.find((subtitle) => subtitle.format === format);
  if (made) return made.subtitles;
  // Loaded on demand to keep the page's start-up small.
  const { makeSubtitles } = await import('../addons/subtitles/run.ts');
  const config: SubtitlesConfig = job.request_params?.subtitles_config ?? subtitlesConfig.parse({});
  const [subtitle] = makeSubtitles(utterances, { ...config, formats: [format] });
  return subtitle?.subtitles ?? '';
}
