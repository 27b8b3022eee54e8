import { expect, it } from 'vitest';
import { makeSubtitles } from '../../../src/addons/subtitles/run.ts';
import { subtitlesConfig } from '../../../src/addons/subtitles/schema.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import { serialize } from '../../../src/document/serialize.ts';
import { documentOf } from '../../fakes/corrected-document.ts';
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

it('a browser has the time of every word of captions word by word', async () => {
  const talk = documentOf(
    { text: 'Good morning everyone, how are you today?', at: 1, speaker: 0 },
    { text: 'שלום לכולם מה שלומכם', at: 6, speaker: 1, language: 'he' },
  );
  const { content } = serialize(
    talk,
    'vtt',
    { id: 'i', revision: 0, edited_at: null },
    { look: 'highlight' },
  );
  const cues = await cuesInBrowser(String(content));
  const found = cues.flatMap((cue) => {
    const walker = document.createTreeWalker(cue.getCueAsHTML(), NodeFilter.SHOW_ALL);
    const words: { word: string; start: number }[] = [];
    let start = cue.startTime;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof ProcessingInstruction) {
        const [hours = 0, minutes = 0, seconds = 0] = node.data.split(':').map(Number);
        start = hours * 3600 + minutes * 60 + seconds;
      } else if (node instanceof Text) {
        for (const word of node.data.trim().split(/\s+/)) words.push({ word, start });
      }
    }
    return words;
  });
  const spoken = talk.paragraphs.flatMap(({ words }) => words);
  expect(found.map(({ word }) => word)).toEqual(spoken.map(({ word }) => word.trim()));
  for (const [index, { start }] of found.entries())
    expect(Math.abs(start - (spoken[index]?.start ?? 0)), `${index}`).toBeLessThanOrEqual(0.02);
});
