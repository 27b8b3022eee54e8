import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { miniatureClips } from '../accuracy/reference-clips.ts';
import {
  countWordErrors,
  sumWordErrors,
  type WordErrors,
  wordErrorRate,
} from '../accuracy/word-error-rate.ts';
import type { Figure } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  MINIATURE,
  modelsDir,
  warmUpClip,
  workPath,
} from './bench-setup.ts';
import { PlainSession } from './plain-session.ts';
import { writeSpeechFile } from './speech-file.ts';

/** Longest recording whose words are compared. */
const MAX_MINUTES = 3;

/** Word error rate of the miniature, compared with the baseline: on its English clips and on a longer recording. */
export async function words({ minutes }: BenchOptions): Promise<Figure[]> {
  // The baseline assumes English and has one channel.
  const clips = miniatureClips()
    .filter(({ languages, channels }) => languages.join() === 'en' && channels.length === 1)
    .map(({ path, channels }) => ({ path, text: channels[0]?.text ?? '' }));
  const length = Math.min(minutes, MAX_MINUTES);
  const long = writeSpeechFile(workPath('words.wav'), { duration: length * 60, silence: 0.1 });

  const session = await BrowserSession.open({ modelsDir });
  try {
    const plain = await PlainSession.open(session.context, modelsDir);
    const warm = await session.transcribe(warmUpClip, {});
    expectDoneBy(warm, MINIATURE);
    const threads = Number(warm.post_session_metadata.threads);
    const compare = async ({ path, text }: { path: string; text: string }) => {
      const job = await session.transcribe(path, {});
      const theirs = await plain.transcribe(path, { model: MINIATURE, threads });
      return {
        ours: countWordErrors(text, job.result?.transcription?.full_transcript ?? ''),
        plain: countWordErrors(text, theirs.text),
      };
    };
    const onClips = [];
    for (const clip of clips) onClips.push(await compare(clip));
    const onLong = await compare(long);
    await plain.close();
    return [...figures(`${clips.length} clips`, onClips), ...figures(`${length} min`, [onLong])];
  } finally {
    await session.close();
  }
}

function figures(what: string, results: { ours: WordErrors; plain: WordErrors }[]): Figure[] {
  const rate = (errors: WordErrors[]) => wordErrorRate(sumWordErrors(errors)) * 100;
  const plain = rate(results.map((result) => result.plain));
  const ours = rate(results.map((result) => result.ours));
  return [
    { section: 'words', name: `${what}: word error rate of the plain way`, value: plain, unit: '%' },
    {
      section: 'words',
      name: `${what}: word error rate of ours`,
      value: ours,
      unit: '%',
      atMost: Number(plain.toFixed(2)),
    },
  ];
}
