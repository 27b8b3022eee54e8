import { wrap } from 'comlink';
import '../../../src/realms/every-worker/shared/comlink-errors.ts';
import type { CorrectedTranscript } from '../../../src/contract/transcripts/corrected-transcript.ts';
import type { SecondPlaceApi } from '../../../src/realms/second-place/shared/api.ts';
import { saveCorrected } from '../../../src/storage/corrections/save-corrected.ts';
import { addJob } from '../../../src/storage/jobs/job-store.ts';
import { appendToArrival, newArrival } from '../../../src/storage/recordings/arrival-store.ts';
import { provideSecondPlace } from '../../../src/storage/second-place/second-place.ts';
import { documentOf } from '../../fakes/corrected-document.ts';
import { job } from '../../fakes/empty-database.ts';

declare global {
  var secondPlaceBench: {
    /** Makes a job with a corrected transcript, and a recording. */
    prepare(paragraphs: number): Promise<void>;
    /** Whether what is stored from now on is written to the second place, too. What was passed on before is. */
    use(isOn: boolean): Promise<void>;
    /** Milliseconds of a save of one changed paragraph. */
    type(): Promise<number>;
    /** The same of a second of a recording. */
    record(): Promise<number>;
  };
}

/** As a recorder has them. */
const PIECE_BYTES = 16_000;

const worker = wrap<SecondPlaceApi>(
  new Worker(new URL('./place.worker.ts', import.meta.url), { type: 'module' }),
);
let id = '';
let document: CorrectedTranscript;
let revision = 0;
let keys = 0;
let arrival = newArrival('recorded', { filename: 'Recording.webm', type: 'audio/webm' });

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

globalThis.secondPlaceBench = {
  async prepare(paragraphs) {
    id = (await addJob(job({ file: null })))?.id ?? '';
    document = documentOf(
      ...Array.from({ length: paragraphs }, (_, index) => ({
        text: 'the quick brown fox jumps over a lazy dog while people watch.',
        at: index * 8,
        speaker: index % 2,
      })),
    );
    ({ revision } = await saveCorrected(id, document, { revision: 0, document: null }));
    arrival = newArrival('recorded', { filename: 'Recording.webm', type: 'audio/webm' });
  },
  async use(isOn) {
    provideSecondPlace(isOn ? (changes) => worker.write(changes) : null);
    await worker.write([]);
  },
  async type() {
    const saved = { revision, document };
    const at = Math.floor(document.paragraphs.length / 2);
    keys += 1;
    const paragraphs = document.paragraphs.map((paragraph, index) =>
      index === at
        ? {
            ...paragraph,
            words: paragraph.words.map((word, nth) => (nth === 0 ? { ...word, word: ` key${keys}` } : word)),
          }
        : paragraph,
    );
    document = { ...document, paragraphs };
    return timed(async () => {
      ({ revision } = await saveCorrected(id, document, saved));
    });
  },
  async record() {
    const piece = crypto.getRandomValues(new Uint8Array(PIECE_BYTES));
    return timed(async () => {
      arrival = await appendToArrival(arrival, [piece], (arrival.seconds ?? 0) + 1);
    });
  },
};
