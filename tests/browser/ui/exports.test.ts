import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { said } from '../../fakes/corrected-document.ts';
import longVideo from '../../fixtures/video/long_gop.mp4?url';
import shortVideo from '../../fixtures/video/short_gop.mp4?url';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { makeDone, makeUtterances, makeWav } from './in-page-service.ts';
import { makeVideo } from './make-video.ts';
import { choose, openJob, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();

const VIDEOS = { short: shortVideo, long: longVideo };

interface Saved {
  name: string;
  blob: Blob;
}
let saved: Saved[] = [];

beforeEach(() => {
  saved = [];
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = create(blob);
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.get(this.href) ?? new Blob() });
  });
});
afterEach(() => vi.restoreAllMocks());

const FIRST = said({ text: 'Good morning, here is Zoë.', at: 1, speaker: 0 });
const LAST = said({ text: 'Thank you.', at: 15, speaker: 1 });

async function openExport(
  format: string,
  audio: Blob = makeWav(24),
  utterances = [FIRST, LAST],
  name = 'talk.wav',
) {
  const { screen } = await openJob(makeDone(utterances, name), audio);
  await choose('Export', 'More formats');
  const dialog = screen.getByRole('dialog', { name: 'Export' });
  await dialog.getByLabelText('Format').selectOptions(format);
  return dialog;
}

const download = async () => {
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
  await expect.poll(() => saved.length).toBeGreaterThan(0);
};

test('the menu has what people want, each with its preview and only the choices that change it', async () => {
  const { screen } = await openJob(makeDone(makeUtterances(20), 'talk.flac'));
  const preview = screen.getByRole('region', { name: 'Preview' });
  for (const [name, format] of [
    ['Word (DOCX)', 'docx'],
    ['PDF', 'pdf'],
    ['Text', 'txt'],
    ['Captions', 'srt'],
  ] as const) {
    await choose('Export', name);
    await expect.element(screen.getByLabelText('Format')).toHaveValue(format);
    await expect.element(preview).toHaveTextContent('word0 word1');
    await expect.element(preview).not.toHaveTextContent('.flac');
    await expect.element(screen.getByLabelText('Speakers')).not.toBeInTheDocument();
    // Enter takes what is shown.
    await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Download' })).toHaveFocus();
    await userEvent.keyboard(format === 'txt' ? '{Enter}' : '{Escape}');
  }
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['talk.txt']);
  expect(await saved[0]?.blob.text()).toMatch(/^\[0:00\] word0/);
  // Nothing but the clipboard takes a text here.
  await expect.element(page.getByRole('button', { name: 'Copy the text' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Share' })).not.toBeInTheDocument();
});

test('the recording is saved as it was given', { tags: THOROUGH_TAG }, async () => {
  const audio = makeWav(3);
  await openExport('The recording itself', audio);
  await download();
  expect(saved.map(({ name }) => name)).toEqual(['talk.wav']);
  expect(saved[0]?.blob.size).toBe(audio.size);
});

test('a web page has the sound inside', { tags: THOROUGH_TAG }, async () => {
  await openExport('Web page with a player', makeWav(2));
  await download();
  expect(saved.map(({ name }) => name)).toEqual(['talk.html']);
  const html = (await saved[0]?.blob.text()) ?? '';
  expect(html).toContain('src="data:audio/wav;base64,UklGR');
  expect(html).toContain('Zoë');
});

test('a recording that is too long for that is saved beside its page, and the app says so', {
  tags: THOROUGH_TAG,
}, async () => {
  const long = new Blob([new Uint8Array(26_000_000)], { type: 'audio/wav' });
  const dialog = await openExport('Web page with a player', long);
  await download();
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['talk.html', 'talk.wav']);
  expect(await saved[0]?.blob.text()).toContain('src="talk.wav"');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/^The recording has 26 MB, too much for one page\./)).toBeVisible();
});

test('what is about to be saved is shown before', async () => {
  const dialog = await openExport('Text');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect.element(preview).toHaveTextContent('[0:01] Speaker');
  await dialog.getByLabelText('Speakers').click();
  await expect.element(preview).not.toHaveTextContent('Speaker');
  await dialog.getByLabelText('Format').selectOptions('PDF');
  await expect.element(preview.getByText('Thank you.')).toBeVisible();
});

test('a PDF is written here', async () => {
  await openExport('PDF');
  await download();
  expect(saved.map(({ name }) => name)).toEqual(['talk.pdf']);
  expect((await saved[0]?.blob.slice(0, 5).text()) ?? '').toBe('%PDF-');
});

test('where the fonts of a PDF lack letters, the browser prints', async () => {
  const dialog = await openExport('PDF', makeWav(24), [said({ text: '東京です', at: 1, language: 'ja' })]);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('such as 東, 京, で and す. Choose Print instead');
  expect(saved).toEqual([]);
  let printed = '';
  vi.spyOn(globalThis, 'print').mockImplementation(() => {
    printed = document.querySelector('body > .print-sheet')?.textContent ?? '';
  });
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(printed).toContain('東京です');
  dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('.print-sheet')).toBeNull();
});

test('a recording without its silences is a file of its own', async () => {
  const dialog = await openExport('Audio file', makeWav(24));
  await expect.element(dialog.getByText('0 cuts: 0:16 of 0:16 remain.')).toBeVisible();
  await dialog.getByLabelText('Silences').selectOptions('Shorten to 0.5 s');
  await expect.element(dialog.getByText(/^\d cuts?: 0:04 of 0:16 remain\.$/)).toBeVisible();
  await download();
  expect(saved.map(({ name }) => name)).toEqual(['talk (cut).wav']);
  const seconds = ((saved[0]?.blob.size ?? 0) - 44) / 16_000;
  expect(seconds).toBeGreaterThan(3);
  expect(seconds).toBeLessThan(6);
});

test('a cut of a video is a video, with captions if wanted; it is not offered for sound alone', {
  tags: THOROUGH_TAG,
}, async () => {
  const video = await openExport('Video file', await makeVideo(), [FIRST, LAST], 'talk.mp4');
  await video.getByRole('checkbox', { name: 'With captions in the picture' }).click();
  await download();
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^talk \(cut\)\.(mp4|webm)$/)]);
  expect(saved[0]?.blob.type).toMatch(/^video\//);
  expect(saved[0]?.blob.size).toBeGreaterThan(500);

  const sound = await openExport('Audio file', makeWav(24));
  await expect.element(sound.getByRole('option', { name: 'Edit list (EDL)' })).toBeInTheDocument();
  await expect.element(sound.getByRole('option', { name: 'Video file' })).not.toBeInTheDocument();
});

/** Without what writes pictures, as in some browsers. */
async function withoutEncoder(run: () => Promise<void>): Promise<void> {
  const encoder = globalThis.VideoEncoder;
  Reflect.deleteProperty(globalThis, 'VideoEncoder');
  await run().finally(() => {
    globalThis.VideoEncoder = encoder;
  });
}

const ofFixture = async (name: keyof typeof VIDEOS) => (await fetch(VIDEOS[name])).blob();
/** From 1 to 2.5 s, and from 4.5 s on. */
const TWICE = [
  said({ text: 'Good morning, here is Zoë.', at: 1, speaker: 0 }),
  said({ text: 'Thank you.', at: 4.5, speaker: 1 }),
];

test('a browser that cannot encode cuts a video at key frames, and says what that changes', async () => {
  await withoutEncoder(async () => {
    const dialog = await openExport('Video file', await ofFixture('short'), TWICE, 'talk.mp4');
    await dialog.getByLabelText('Silences').selectOptions('Shorten to 0.5 s');
    await expect.element(dialog.getByText('This browser cannot write pictures anew')).toBeVisible();
    await expect.element(dialog.getByText(/^Parts begin up to 0\.\d+ s earlier/)).toBeVisible();
    await expect.element(dialog.getByRole('checkbox', { name: 'With captions' })).not.toBeInTheDocument();
    await download();
    expect(saved.map(({ name }) => name)).toEqual(['talk (cut).mp4']);
    expect(saved[0]?.blob.type).toMatch(/^video\/mp4/);
  });
});

test('cuts that have no key frame fall away, and the count says so', { tags: THOROUGH_TAG }, async () => {
  // Its key frames are 4 s apart.
  const within = [said({ text: 'Good.', at: 1 }), said({ text: 'Thank you.', at: 3.2 })];
  await withoutEncoder(async () => {
    const dialog = await openExport('Video file', await ofFixture('long'), within, 'talk.mp4');
    await dialog.getByLabelText('Silences').selectOptions('Shorten to 0.5 s');
    await expect.element(dialog.getByText(/^\d cuts? falls? away: /)).toBeVisible();
  });
});

test('a recording that turns out to have no picture is refused as a video, with what to save instead', async () => {
  const dialog = await openExport('Video file', makeWav(24), [FIRST, LAST], 'talk.mp4');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('no picture that can be cut. Export an edit list instead');
});

test('fillers are left out by one click', async () => {
  const said3 = said({ text: 'Well um we uh begin.', at: 1 });
  const dialog = await openExport('Audio file', makeWav(24), [said3]);
  await dialog.getByRole('checkbox', { name: 'Leave out fillers (2)' }).click();
  await expect.element(dialog.getByText(/^2 cuts: /)).toBeVisible();
});

test('a recording without its silences is an edit list', async () => {
  const again = await openExport('Edit list (EDL)');
  await again.getByLabelText('Silences').selectOptions('Shorten to 0.5 s');
  await again.getByLabelText('Frames per second').selectOptions('30');
  await download();
  expect(saved.map(({ name }) => name)).toEqual(['talk (cut).edl']);
  expect(await saved[0]?.blob.text()).toMatch(/002 {2}AX {7}AA {4}C {8}00:00:1[45]:/);
});
