import type { PageInterface } from '../../src/client/api/page-interface.ts';

export interface UploadBatch {
  uploads: number;
  /** Makes their sizes. */
  seed: number;
  /** Uploads under way at a time. */
  lanes: number;
  /** When an upload counts as never answered. */
  limitMs: number;
}

/** What became of a batch. */
export interface UploadCounts {
  answered: number;
  /** Answered after the browser had to be asked a second time, or nearly so. */
  late: number;
  unanswered: number;
  /** Refused or failed, with what was said. */
  failed: string[];
  slowestMs: number;
}

/** Uploads small recordings like a page's script. As text it runs in the page, so it uses nothing outside itself. */
export async function uploadBatch({ uploads, seed, lanes, limitMs }: UploadBatch): Promise<UploadCounts> {
  const lateMs = 20_000;
  const [smallest, largest] = [8_000, 400_000];
  const { key, ready }: PageInterface = await import(`${location.origin}/earshot.js`);
  await ready();
  const headers = { 'x-service-key': await key() };
  // Noise: among other things, line breaks as in delimiters.
  const noise = new Uint8Array(largest);
  for (let at = 0; at < largest; at += 50_000) crypto.getRandomValues(noise.subarray(at, at + 50_000));
  const counts: UploadCounts = { answered: 0, late: 0, unanswered: 0, failed: [], slowestMs: 0 };
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };

  function wav(bytes: number): File {
    const head = new DataView(new ArrayBuffer(44));
    const name = (at: number, text: string) => {
      for (let index = 0; index < text.length; index++) head.setUint8(at + index, text.charCodeAt(index));
    };
    name(0, 'RIFF');
    head.setUint32(4, bytes + 36, true);
    name(8, 'WAVEfmt ');
    head.setUint32(16, 16, true);
    head.setUint16(20, 1, true);
    head.setUint16(22, 1, true);
    head.setUint32(24, 16_000, true);
    head.setUint32(28, 32_000, true);
    head.setUint16(32, 2, true);
    head.setUint16(34, 16, true);
    name(36, 'data');
    head.setUint32(40, bytes, true);
    return new File([head, noise.subarray(0, bytes)], 'noise.wav', { type: 'audio/wav' });
  }

  async function uploadOne(): Promise<void> {
    const body = new FormData();
    body.append('audio', wav(2 * Math.floor((smallest + random() * (largest - smallest)) / 2)));
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(limitMs);
    try {
      const response = await fetch('/v2/upload', { method: 'POST', headers, body, signal });
      const text = await response.text();
      if (!response.ok) counts.failed.push(`${response.status}: ${text}`);
      else counts.answered += 1;
    } catch (error) {
      if (signal.aborted) counts.unanswered += 1;
      else counts.failed.push(String(error));
    }
    const tookMs = performance.now() - startedAt;
    if (tookMs > lateMs && !signal.aborted) counts.late += 1;
    counts.slowestMs = Math.max(counts.slowestMs, tookMs);
  }

  let begun = 0;
  const lane = async () => {
    while (begun++ < uploads) await uploadOne();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return counts;
}
