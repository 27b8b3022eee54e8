import { sumWordErrors, type WordErrors, wordErrorRate } from '../word-error-rate.ts';
import { percent, section, textOf, transcriptionOf, type WhisperPart } from './whisper-part.ts';
import { errorsIn, textClips } from './words-part.ts';

const MODELS = ['stt-1', 'stt-3', 'stt-fusion'] as const;

/** The real pair, Whisper base and the small English transducer, on English recordings. */
export const fusionPart: WhisperPart = async (app) => {
  const errors: Record<(typeof MODELS)[number], WordErrors[]> = {
    'stt-1': [],
    'stt-3': [],
    'stt-fusion': [],
  };
  for (const clip of textClips().filter(({ languages }) => languages.join() === 'en')) {
    let line = clip.name.padEnd(60);
    for (const model of MODELS) {
      const job = await app.transcribe(clip.path, { model, language_config: { languages: ['en'] } });
      const counted = errorsIn(clip, textOf(job));
      errors[model].push(counted);
      line += percent(wordErrorRate(counted));
    }
    console.log(line);
  }
  const rate = (model: (typeof MODELS)[number]) => wordErrorRate(sumWordErrors(errors[model])) * 100;
  const words = sumWordErrors(errors['stt-1']).referenceWords;
  return MODELS.map((model) => ({
    section,
    name: `${model}, English (${words} words)`,
    value: rate(model),
    unit: '%',
    ...(model === 'stt-fusion' && { atMost: Math.min(8, rate('stt-1'), rate('stt-3')) }),
  }));
};

/** What stt-3 does, with its language left open, with languages that its only model does not know. */
export const foreignPart: WhisperPart = async (app) => {
  let invented = 0;
  let missed = 0;
  const clips = textClips();
  for (const clip of clips) {
    const english = clip.languages.join() === 'en';
    const job = await app.transcribe(clip.path, { model: 'stt-3' });
    const done = job.status === 'done' && transcriptionOf(job).full_transcript !== '';
    if (done && !english) invented += 1;
    if (!done && english) missed += 1;
    const { error } = job.post_session_metadata;
    console.log(`${clip.name.padEnd(60)}${done ? textOf(job).slice(0, 60) : JSON.stringify(error)}`);
  }
  return [
    {
      section,
      name: 'stt-3: recordings of other languages that become English',
      value: invented,
      unit: '',
      atMost: 0,
    },
    { section, name: 'stt-3: English recordings that are refused', value: missed, unit: '', atMost: 0 },
  ];
};
