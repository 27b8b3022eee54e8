import { expect, it } from 'vitest';
import { makeSubtitles } from '../../src/addons/subtitles/run.ts';
import { subtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import { onTranscript } from '../../src/addons/summarization/run.ts';
import { requestParams } from '../../src/contract/jobs/pre-recorded-request.ts';
import { transcriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { noModels } from '../fakes/no-models.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import { startService } from './service.ts';
import { putJob } from './stored.ts';

const PLAN = 'The bridge over the river is closed for repairs from Monday to Friday.';
const VOTE = 'The council decided that the repairs of the bridge cost two million euros.';

/** The first to speak is not the first by number, so that no format can number anew without being seen. */
const utterances = [
  { ...spokenUtterance(PLAN, { start: 0 }), speaker: 1 },
  { ...spokenUtterance(VOTE, { start: 10 }), speaker: 0 },
];
const transcription = { full_transcript: `${PLAN} ${VOTE}`, languages: ['en' as const], utterances };
const metadata = {
  audio_duration: 20,
  number_of_distinct_channels: 1,
  billing_time: 20,
  transcription_time: 1,
};

it('a speaker has the number of the utterances in captions, summaries and exports, too', async () => {
  const service = await startService();
  const result = transcriptionResult.parse({ metadata, transcription });
  const { id } = await putJob({ status: 'done', completed_at: '2026-01-01T00:00:01.000Z', result });
  const job = await (await service.call(`/v2/pre-recorded/${id}`)).json();
  expect(job.result.transcription.utterances.map(({ speaker }: { speaker: number }) => speaker)).toEqual([
    1, 0,
  ]);

  const [captions] = makeSubtitles(utterances, subtitlesConfig.parse({ formats: ['vtt'] }));
  const summary = await onTranscript(
    transcription,
    requestParams.parse({ audio_url: null, summarization: true }),
    noModels(),
  );
  const exported = async (format: string) =>
    (await service.call(`/v2/pre-recorded/${id}/transcript?format=${format}`)).text();
  const texts = {
    captions: captions?.subtitles,
    summary,
    txt: await exported('txt'),
    md: await exported('md'),
    vtt: await exported('vtt'),
    csv: await exported('csv'),
    html: (await exported('html')).replace(/<[^>]*>/g, ''),
  };
  for (const [where, text] of Object.entries(texts)) {
    expect(text, where).toMatch(/Speaker 2(?:(?!Speaker 1).)*The bridge over/s);
    expect(text, where).toMatch(/Speaker 1(?:(?!Speaker 2).)*The council/s);
  }
});
