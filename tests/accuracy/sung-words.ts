import { join } from 'node:path';
import { withoutSungWords } from '../../src/addons/sound_events/run.ts';
import { SAMPLE_RATE } from '../../src/engine/audio/windows/speech-window.ts';
import type { FoundSound } from '../../src/engine/sound-events/found-sound.ts';
import type { Figure } from '../runner/figure.ts';
import { channelsOf } from './live/recognise-live.ts';
import { atLevel, limited, rms } from './sound-scenes.ts';

type FindSounds = (pcm: Float32Array) => Promise<FoundSound[]>;

const SONG = '../cases/audio/81-sung-with-a-lute/81_sungacc.ogg';
const MUSIC = 'sounds/music-guitar.flac';
/** Of the music beside the voice, dB. */
const LEVELS = [6, 0, -6, -12];
const WORDS_A_SECOND = 4;
/** Of a voice's level: quieter is a pause. */
const SPOKEN = 0.3;
const UTTERANCE_WORDS = 20;

interface Clip {
  pcm: Float32Array;
  /** The voice in it. */
  voice: Float32Array;
}

/** Made-up words, four a second where there is a voice, that `sung_words` removes from a song, and from a third of the clips, over music. */
export async function sungWords(
  folder: string,
  speech: readonly Float32Array[],
  find: FindSounds,
): Promise<Figure[]> {
  const read = async (file: string) => (await channelsOf(join(folder, file)))[0] ?? new Float32Array(0);
  const figure = async (name: string, clips: readonly Clip[], aim: object) => {
    const value = 100 * (await removedShare(clips, find));
    return { section: 'sounds', name, value, unit: '%', ...aim };
  };
  const [music, song] = [await read(MUSIC), await read(SONG)];
  const figures = [
    await figure('words of a song that are removed', [{ pcm: song, voice: song }], { atLeast: 90 }),
  ];
  for (const level of LEVELS) {
    const mixed = speech.flatMap((voice, at) => {
      const beside = atLevel(level, music, voice);
      const sum = voice.map((sample, place) => sample + (beside[place % beside.length] ?? 0));
      return at % 3 === 0 ? [{ pcm: limited(sum), voice }] : [];
    });
    const aim = level > 0 ? {} : { atMost: 5 };
    figures.push(await figure(`spoken words that are removed, music at ${level} dB`, mixed, aim));
  }
  return figures;
}

async function removedShare(clips: readonly Clip[], find: FindSounds): Promise<number> {
  const count = { all: 0, kept: 0 };
  for (const { pcm, voice } of clips) {
    const length = SAMPLE_RATE / WORDS_A_SECOND;
    const isSaid = (at: number) => rms(voice.subarray(at * length, (at + 1) * length)) >= SPOKEN * rms(voice);
    const words = Array.from({ length: Math.floor(voice.length / length) }, (_, at) => ({
      word: ' la',
      start: at / WORDS_A_SECOND,
      end: (at + 1) / WORDS_A_SECOND,
      confidence: 1,
    })).filter((_, at) => isSaid(at));
    const rest = { start: 0, end: 0, confidence: 1, channel: 0, text: '', language: 'en' as const };
    const utterances = words.flatMap((_, at) =>
      at % UTTERANCE_WORDS === 0 ? [{ ...rest, words: words.slice(at, at + UTTERANCE_WORDS) }] : [],
    );
    const left = withoutSungWords(utterances, await find(pcm));
    count.all += words.length;
    count.kept += left.reduce((sum, utterance) => sum + utterance.words.length, 0);
  }
  return 1 - count.kept / count.all;
}
