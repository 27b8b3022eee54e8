import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  ALL_FORMATS,
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputFormat,
  UnsupportedInputFormatError,
} from 'mediabunny';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { AppError } from '../../src/lib/errors/errors.ts';
import type { AudioPacket } from '../../src/media/audio-track.ts';
import { mediabunnyPackets } from '../../src/media/mp4/mediabunny-track.ts';
import { openAudio } from '../../src/media/open-audio.ts';
import { bitFlipped, overwritten, truncated } from '../browser/audio/damage.ts';
import type { Figure } from '../runner/figure.ts';

/** At least one for each of Earshot's own readers, and MPEG-TS, which is repaired before mediabunny reads it. */
const FILES = [
  'long.mp3',
  'long.aac',
  'long.flac',
  'flac.ogg',
  'long.ogg',
  'long_vorbis.ogg',
  'long.webm',
  'eac3.mkv',
  'long.mpegts',
  'pcm_s16.wav',
  'pcm_s16.aiff',
  'pcm_s16.caf',
  'alac.caf',
  'long.ac3',
];

const SEEDS = [1, 2, 3, 4, 5, 6];
const DAMAGES: Record<string, (blob: Blob) => Promise<Blob[]>> = {
  intact: async (blob) => [blob],
  'cut in the middle': async (blob) => [truncated(blob, 0.5)],
  'noise from 42 to 50%': (blob) => Promise.all(SEEDS.map((seed) => overwritten(blob, 0.42, 0.5, seed))),
  'noise in the first 1%': (blob) => Promise.all(SEEDS.map((seed) => overwritten(blob, 0, 0.01, seed))),
  '4 to 24 bits flipped': (blob) => Promise.all(SEEDS.map((seed) => bitFlipped(blob, seed, 4 * seed))),
};

/** In WAV files only: what a recorder that stopped without finishing the file leaves. */
const UNFINISHED = 'sizes left at zero';

/** Files of the container in which mediabunny searches without end, on the thread it runs on. */
const ENDLESS = ['long.webm', 'eac3.mkv'];
const MOST_SECONDS_TO_OPEN = 5;

const MOST_SECONDS_OFF = 0.25;

/** Packets with times from the start of the recording. */
type Packets = AsyncGenerator<AudioPacket, void, undefined>;
type Reader = (blob: Blob) => Packets;

/** A piece of audio: what it contains, and when in seconds. */
interface Piece {
  key: string;
  timestamp: number;
  duration: number;
}

/**
 * Audio that Earshot's readers and mediabunny's keep of damaged files: the share of the intact file that is returned
 * unchanged and within a quarter of a second of its time. Packets are counted, not decoded, so no browser is needed, and
 * damage to a codec's own headers does not count.
 */
export async function containers(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of FILES) figures.push(...(await figuresOf(name)));
  for (const name of ENDLESS) figures.push(...(await timesToOpen(name)));
  return figures;
}

function fixture(name: string): Blob {
  return new Blob([readFileSync(join(PROJECT_ROOT, 'tests/fixtures/containers', name))]);
}

async function figuresOf(name: string): Promise<Figure[]> {
  const blob = fixture(name);
  const format = await formatInMediabunny(blob);
  const pcmRate = await pcmRateOf(blob);
  const own = await piecesOf(readOurselves(blob), pcmRate);
  const readOther = format && ((one: Blob) => readWithMediabunny(one, format));
  const other = readOther ? await piecesOf(readOther(blob), pcmRate) : [];
  if (own.length === 0) throw new Error(`${name}: Earshot's reader finds no audio in the intact file.`);
  const seconds = Math.max(secondsOf(own), secondsOf(other));

  const figures: Figure[] = [];
  const damages = name.endsWith('.wav') ? { ...DAMAGES, [UNFINISHED]: withoutSizes } : DAMAGES;
  for (const [damage, damaged] of Object.entries(damages)) {
    const blobs = await damaged(blob);
    const share = async (intact: Piece[], read: Reader) => {
      let kept = 0;
      for (const one of blobs) kept += keptSeconds(intact, await piecesOf(read(one), pcmRate));
      // Hundredths, so that sums in another order compare as equal.
      return Math.round((10_000 * kept) / blobs.length / seconds) / 100;
    };
    const label = `${name}, ${damage}`;
    const value = await share(own, readOurselves);
    if (readOther && other.length > 0) {
      const atLeast = await share(other, readOther);
      figures.push({
        section: 'containers',
        name: `${label}; target: mediabunny`,
        value,
        unit: '%',
        atLeast,
      });
    } else {
      figures.push({ section: 'containers', name: `${label}; mediabunny: not read`, value, unit: '%' });
    }
  }
  return figures;
}

/** A WAV file whose RIFF and data chunks have the size 0. */
async function withoutSizes(blob: Blob): Promise<Blob[]> {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const data = bytes.indexOf('data');
  if (data < 0) throw new Error('The WAV file has no data chunk.');
  bytes.writeUInt32LE(0, 4);
  bytes.writeUInt32LE(0, data + 4);
  return [new Blob([bytes])];
}

async function* readOurselves(blob: Blob): Packets {
  const track = await openAudio(blobSource(blob)).catch(nothingInDamage);
  if (!track) return;
  try {
    for await (const packet of track.packets()) {
      yield { ...packet, timestamp: packet.timestamp - track.startTimestamp };
    }
  } finally {
    track.dispose();
  }
}

/** Seconds until a file whose audio is all noise is given up. */
async function timesToOpen(name: string): Promise<Figure[]> {
  const damaged = await overwritten(fixture(name), 0.02, 1);
  const started = performance.now();
  await piecesOf(readOurselves(damaged), null);
  const own = (performance.now() - started) / 1000;
  const label = `${name}, noise from 2% on, given up by`;
  return [
    { section: 'containers', name: `${label} Earshot`, value: own, unit: 's', atMost: MOST_SECONDS_TO_OPEN },
    {
      section: 'containers',
      name: `${label} mediabunny`,
      value: await secondsInMediabunny(damaged),
      unit: 's',
    },
  ];
}

/** At most `MOST_SECONDS_TO_OPEN`. On a thread of its own, because one that searches without end fires no timers. */
async function secondsInMediabunny(blob: Blob): Promise<number> {
  const worker = new Worker(new URL('./containers.worker.mjs', import.meta.url), {
    workerData: await blob.arrayBuffer(),
  });
  try {
    return await new Promise((resolve, reject) => {
      let started = 0;
      worker.once('error', reject);
      worker.on('message', (message) => {
        const seconds = (performance.now() - started) / 1000;
        if (message === 'ended') resolve(seconds);
        else started = performance.now();
        setTimeout(resolve, 1000 * MOST_SECONDS_TO_OPEN, MOST_SECONDS_TO_OPEN);
      });
    });
  } finally {
    await worker.terminate();
  }
}

function nothingInDamage(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** The format by which mediabunny reads the intact file; null if it does not. */
async function formatInMediabunny(blob: Blob): Promise<InputFormat | null> {
  const input = new Input({ source: new BlobSource(blob), formats: ALL_FORMATS });
  try {
    return await input.getFormat();
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError) return null;
    throw error;
  } finally {
    input.dispose();
  }
}

/** As Earshot would read the file with mediabunny: behind damage, from the next packet that can be found. */
async function* readWithMediabunny(blob: Blob, format: InputFormat): Packets {
  const input = new Input({ source: new BlobSource(blob), formats: [format] });
  try {
    // Its errors have no common class; whatever it throws at damage ends what it keeps.
    const opened = await openFirst(input).catch(() => null);
    if (opened) yield* mediabunnyPackets(opened.sink, opened.first, opened.duration ?? 0);
  } finally {
    input.dispose();
  }
}

async function openFirst(input: Input) {
  const track = await input.getPrimaryAudioTrack();
  if (!track) return null;
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  const duration = (await track.getDurationFromMetadata()) ?? (await track.computeDuration());
  return first && { sink, first, duration };
}

/** The sample rate of a file with PCM, whose packets have no natural borders; otherwise null. */
async function pcmRateOf(blob: Blob): Promise<number | null> {
  const track = await openAudio(blobSource(blob));
  track.dispose();
  return track.coding.kind === 'pcm' ? track.info.sampleRate : null;
}

/** One piece for each packet, or for each PCM frame if the rate is given. */
async function piecesOf(packets: Packets, pcmRate: number | null): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const { data, timestamp, duration } of packets) {
    if (pcmRate === null) {
      pieces.push({ key: createHash('sha1').update(data).digest('hex'), timestamp, duration });
      continue;
    }
    const frames = Math.round(duration * pcmRate);
    const bytes = data.length / frames;
    const start = Math.round(timestamp * pcmRate);
    for (let frame = 0; frame < frames; frame++) {
      const sample = Buffer.from(data.subarray(frame * bytes, (frame + 1) * bytes)).toString('hex');
      const at = start + frame;
      // Equal samples are frequent, so the frame's number is part of what it contains.
      pieces.push({ key: `${at} ${sample}`, timestamp: at / pcmRate, duration: 1 / pcmRate });
    }
  }
  return pieces.map((piece, index) => ({ ...piece, duration: lengthOf(pieces, index) }));
}

/** Seconds up to the next piece, because not every container states the duration of its packets. */
function lengthOf(pieces: Piece[], index: number): number {
  const [before, piece, after] = [pieces[index - 1], pieces[index], pieces[index + 1]];
  if (!piece) return 0;
  if (after) return Math.max(0, after.timestamp - piece.timestamp);
  return piece.duration || (before ? piece.timestamp - before.timestamp : 0);
}

function keptSeconds(intact: Piece[], read: Piece[]): number {
  const times = new Map<string, number[]>();
  for (const { key, timestamp } of read) {
    const known = times.get(key);
    if (known) known.push(timestamp);
    else times.set(key, [timestamp]);
  }
  return secondsOf(
    intact.filter(({ key, timestamp }) =>
      times.get(key)?.some((time) => Math.abs(time - timestamp) <= MOST_SECONDS_OFF),
    ),
  );
}

function secondsOf(pieces: Piece[]): number {
  return pieces.reduce((sum, { duration }) => sum + duration, 0);
}
