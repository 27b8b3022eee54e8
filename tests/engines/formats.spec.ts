import { fixture } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, transcribe } from './page-tasks.ts';

/** One file per codec and container; all contain the same word. */
const FORMATS: Record<string, string> = {
  'WAV (PCM)': 'pcm_s16.wav',
  AIFF: 'pcm_s16.aiff',
  'CAF (ALAC)': 'alac.caf',
  'M4A (ALAC)': 'alac.m4a',
  FLAC: 'flac.flac',
  MP3: 'vbr.mp3',
  'M4A (AAC)': 'aac.m4a',
  'AAC (ADTS)': 'aac.aac',
  'MP4 video (AAC)': 'video.mp4',
  'TS (AAC)': 'aac.mpegts',
  'Ogg (Opus)': 'opus.ogg',
  'WebM (Opus)': 'opus.webm',
  'Ogg (Vorbis)': 'vorbis.ogg',
  'WebM (Vorbis)': 'vorbis.webm',
  'AC-3': 'ac3.ac3',
};

/** Codecs that browsers decode by code of their own. All others are read by ours, the same everywhere. */
const BY_BROWSER = new Set(['M4A (AAC)', 'WebM (Opus)']);

for (const [name, file] of Object.entries(FORMATS)) {
  test(`format: ${name}`, { tag: BY_BROWSER.has(name) ? [] : THOROUGH }, async ({ engine }) => {
    const { text } = await transcribe(engine, fileToSend(fixture(`containers/${file}`)));
    expect(text).toMatch(/^(Yes|Bread)\./);
  });
}
