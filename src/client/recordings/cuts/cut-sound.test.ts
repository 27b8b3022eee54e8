import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { cutSound } from './cut-sound.ts';

const fixture = (path: string) => new Blob([readFileSync(`tests/fixtures/${path}`)]);

async function secondsOf(file: Blob): Promise<number> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  return (await track?.computeDuration()) ?? Number.NaN;
}

const MUTAGEN = `
import json, sys, mutagen
file = mutagen.File(sys.argv[1])
found = getattr(file, 'chapters', None) or file.tags.getall('CHAP')
print(json.dumps([[c.start_time / 1000, str(c.sub_frames['TIT2'])] if hasattr(c, 'sub_frames') else [c.start, c.title] for c in found]))
`;

describe('the sound of a recording, cut', () => {
  it('has the very samples of its parts, where it is not packed', async () => {
    const wav = readFileSync('tests/fixtures/mini/audio/en_pii.wav');
    const { blob, extension } = await cutSound(new Blob([wav]), [
      { start: 0.5, end: 0.75 },
      { start: 1, end: 1.125 },
    ]);
    expect(extension).toBe('.wav');
    const rate = wav.readUInt32LE(24);
    const samples = (from: number, to: number) => wav.subarray(44 + from * rate * 2, 44 + to * rate * 2);
    const cut = Buffer.from(await blob.arrayBuffer());
    const data = cut.subarray(cut.indexOf('data') + 8);
    expect(data.equals(Buffer.concat([samples(0.5, 0.75), samples(1, 1.125)]))).toBe(true);
  });

  it.each(caseRows<[string, string]>(import.meta.url, 'copiedPacketBy'))(
    '%s is copied packet by packet, and is as long as its parts but for a packet at each edge',
    async (name, expected) => {
      const parts = [
        { start: 0, end: 1.5 },
        { start: 2.25, end: 4 },
        { start: 5.1, end: 6 },
      ];
      const { blob, extension } = await cutSound(fixture(`containers/${name}`), parts);
      expect(extension).toBe(expected);
      expect(blob.type).toMatch(/^audio\//);
      const packet = name.endsWith('flac') ? 0.11 : 0.03;
      expect(Math.abs((await secondsOf(blob)) - 4.15)).toBeLessThan(packet * parts.length);
    },
  );

  it('loses no packet of a WebM file, which does not say how long the last ones of its clusters are', async () => {
    const packetsOf = async (file: Blob) => {
      const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
      const track = await input.getPrimaryAudioTrack();
      const lengths: number[] = [];
      if (track)
        for await (const { data } of new EncodedPacketSink(track).packets()) lengths.push(data.length);
      return lengths;
    };
    const file = fixture('containers/long.webm');
    const { blob } = await cutSound(file, [{ start: 0, end: 100 }]);
    expect(await packetsOf(blob)).toEqual(await packetsOf(file));
  });

  // Programs that are not ours: the second one reads what the first one does not show.
  it.runIf(spawnSync('ffprobe', ['-version']).status === 0).each([
    ['long.mp3', 'x'.repeat(300)],
    ['long.m4a', `${'é'.repeat(127)}`],
  ])('of %s has chapters that ffprobe and mutagen read', async (name, longest) => {
    const parts = [{ start: 0, end: 4 }];
    const { blob, extension } = await cutSound(fixture(`containers/${name}`), parts, [
      { start: 0, end: 0.5, title: 'Begrüßung 😀 "1"' },
      { start: 0.5, end: 4, title: name.endsWith('mp3') ? longest : 'é'.repeat(300) },
    ]);
    const path = join(mkdtempSync(join(tmpdir(), 'earshot-chapters-')), `cut${extension}`);
    writeFileSync(path, Buffer.from(await blob.arrayBuffer()));
    const wanted = ['-v', 'error', '-show_chapters', '-show_streams', '-of', 'json', path];
    const { stdout, stderr } = spawnSync('ffprobe', wanted);
    expect(String(stderr)).toBe('');
    const { chapters, streams } = JSON.parse(String(stdout));
    expect(streams).toMatchObject([{ codec_type: 'audio' }]);
    expect(chapters).toMatchObject([
      { start_time: '0.000000', end_time: '0.500000', tags: { title: 'Begrüßung 😀 "1"' } },
      { start_time: '0.500000', tags: { title: longest } },
    ]);
    const read = spawnSync(process.env.PYTHON ?? 'python3', ['-c', MUTAGEN, path], { encoding: 'utf8' });
    if (read.stderr.includes("No module named 'mutagen'")) return;
    expect(JSON.parse(read.stdout)).toEqual([
      [0, 'Begrüßung 😀 "1"'],
      [0.5, longest],
    ]);
  });

  it.each(['alac.m4a', 'adpcm.wav', 'amr.amr', 'empty_file.wav'])(
    '%s is refused with what to do instead',
    async (name) => {
      await expect(cutSound(fixture(`containers/${name}`), [{ start: 0, end: 1 }])).rejects.toMatchObject({
        code: 'unsupported_media',
      });
    },
  );
});
