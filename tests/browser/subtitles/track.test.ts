import { expect, it } from 'vitest';
import { makeSubtitles } from '../../../src/addons/subtitles/run.ts';
import { subtitlesConfig } from '../../../src/addons/subtitles/schema.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import { spokenUtterance } from '../../fakes/spoken-utterance.ts';

/** The browser's own parsing of a WebVTT file. */
async function cuesInBrowser(file: string): Promise<VTTCue[]> {
  const video = document.createElement('video');
  const track = document.createElement('track');
  track.src = URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
  const loaded = new Promise<void>((resolve, reject) => {
    track.onload = () => resolve();
    track.onerror = () => reject(new Error('The browser does not read this file.'));
  });
  video.append(track);
  document.body.append(video);
  track.track.mode = 'hidden';
  try {
    await loaded;
    return [...(track.track.cues ?? [])].filter((cue) => cue instanceof VTTCue);
  } finally {
    video.remove();
    URL.revokeObjectURL(track.src);
  }
}

const SPOKEN: Utterance[] = [
  spokenUtterance('Good morning Emma, how are you today?', { speaker: 0 }),
  spokenUtterance('Tom & Jerry <3 a --> b </v> &amp;', { speaker: 1, start: 4 }),
  spokenUtterance('とても美味しかったです。', { speaker: 0, start: 9, language: 'ja' }),
  spokenUtterance('قال الرئيس نعم.', { speaker: 1, start: 14, language: 'ar' }),
];

it('a browser shows every word of a WebVTT file, with its speaker', async () => {
  const [file] = makeSubtitles(SPOKEN, subtitlesConfig.parse({ formats: ['vtt'] }));
  const cues = await cuesInBrowser(file?.subtitles ?? '');
  const shown = cues.map((cue) => {
    const fragment = cue.getCueAsHTML();
    return {
      text: fragment.textContent?.replace(/\s+/g, ' '),
      speaker: fragment.querySelector('span')?.title,
    };
  });
  expect(shown).toEqual(SPOKEN.map(({ text, speaker = 0 }) => ({ text, speaker: `Speaker ${speaker + 1}` })));
  expect(cues.map(({ startTime }) => startTime)).toEqual([0, 4, 9, 14]);
});

it('a browser reads a file in which nothing was said', async () => {
  const [file] = makeSubtitles([], subtitlesConfig.parse({ formats: ['vtt'] }));
  expect(await cuesInBrowser(file?.subtitles ?? '')).toEqual([]);
});
