import { clip } from '../e2e/clips.ts';
import { startEmbeddingSite } from '../e2e/embedding/embedding-site.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, type SentFile } from './page-tasks.ts';

test('feature: embedding in a page of another site, with consent', { tag: THOROUGH }, async ({
  engine,
  app,
}) => {
  const site = await startEmbeddingSite(app.url.replace(/\/$/, ''));
  try {
    await engine.open(site.page('127.0.0.1'));
    await engine.run(async () => {
      while (!('connect' in window)) await new Promise((resolve) => setTimeout(resolve, 100));
      const page: Window & { connecting?: Promise<unknown> } = window;
      page.connecting = window.connect({ src: window.app }).then((connection) => {
        window.stt = connection;
      });
    });
    // A press counts only once the pointer has been in the frame for a moment.
    await expect(async () => {
      await engine.click('button.primary:enabled', 'frame');
      expect(await engine.run(() => 'stt' in window)).toBe(true);
    }).toPass({ intervals: [1_000] });
    const heard = await engine.run(
      async ({ name, base64 }: SentFile) => {
        const page: Window & { connecting?: Promise<unknown> } = window;
        await page.connecting;
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const form = new FormData();
        form.append('audio', new File([bytes], name));
        const uploaded = await window.stt.fetch('/v2/upload', { method: 'POST', body: form });
        const job = await window.stt.transcribe(new File([bytes], name), {}, { whenModelMissing: 'fail' });
        const listed = await window.stt.fetch('/v2/pre-recorded');
        const { items } = await listed.json();
        // What the page captured itself: a WAV of 16 bits behind its header.
        const texts: string[] = [];
        const rate = new DataView(bytes.buffer).getUint32(24, true);
        const live = await window.stt.live({
          source: 'samples',
          request: { sample_rate: rate === 16000 ? 16000 : 8000, language_config: { languages: ['en'] } },
          onText: (text) => texts.push(text),
        });
        for (let at = 44; at < bytes.length; at += 3200) live.send(bytes.subarray(at, at + 3200));
        await live.stop();
        return {
          uploaded: uploaded.status,
          text: job.result.transcription?.full_transcript,
          live: texts.join(' '),
          listed: items.some((item: { id: string }) => item.id === job.id),
        };
      },
      fileToSend(clip('en_hello.wav').path),
    );
    const { text } = clip('en_hello.wav');
    expect(heard).toEqual({ uploaded: 200, text, live: text, listed: true });
  } finally {
    await site.close();
    await engine.open(app.url);
  }
});
