import type { SpokenUtterance } from '../../engine/transcript/utterance-words.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { OnTranscript, ReadTranslation } from '../addon.ts';
import { captionRules } from './caption-rules.ts';
import { makeCues } from './make-cues.ts';
import type { Subtitle } from './schema.ts';
import { type SubtitlesConfig, subtitlesConfig } from './schema.ts';
import { writeSrt } from './write-srt.ts';
import { writeVtt } from './write-vtt.ts';

const WRITERS = { srt: writeSrt, vtt: writeVtt };

/** Subtitles of a text in each requested format, once (specification §2.4 SubtitlesConfig, §2.8 Subtitle). */
export function makeSubtitles(utterances: readonly SpokenUtterance[], config: SubtitlesConfig): Subtitle[] {
  const cues = makeCues(utterances, captionRules(config));
  return [...new Set(config.formats)].map((format) => ({ format, subtitles: WRITERS[format](cues) }));
}

export const readTranslation: ReadTranslation<Subtitle[]> = (utterances, request) =>
  makeSubtitles(utterances, request.subtitles_config ?? subtitlesConfig.parse({}));

export const onTranscript: OnTranscript<Subtitle[]> = async ({ utterances }, request, tools) => {
  const { minimum_duration = 0, maximum_duration = minimum_duration } = request.subtitles_config ?? {};
  if (minimum_duration > maximum_duration)
    await tools.note(msg`The minimum_duration is above the maximum_duration, which applies.`);
  return readTranslation(utterances, request);
};
