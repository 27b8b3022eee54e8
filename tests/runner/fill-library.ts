import type { Page } from 'playwright';

/**
 * Copies a finished job until the list has this many, one per hour back in time, each with a transcript of its own:
 * words as frequent as in a language, two speakers, and one word that no other recording has ("needle7x").
 *
 * @param words of each transcript
 * @returns id of the last copy
 */
export function fillLibrary(
  page: Page,
  { jobId, jobs, words }: { jobId: string; jobs: number; words: number },
): Promise<string> {
  return page.evaluate(
    async ({ jobId, jobs, words }) => {
      const opening = indexedDB.open('earshot');
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const db = opening.result;
      const reading = db.transaction('jobs');
      // No named function: the compiler would refer to a helper that the page does not have.
      const template = await new Promise<Record<string, unknown>>((resolve, reject) => {
        const request = reading.objectStore('jobs').get(jobId);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (!template) throw new Error(`There is no job ${jobId}.`);
      let seed = 1;
      let last = jobId;
      for (let first = 1; first < jobs; first += 50) {
        const transaction = db.transaction(['jobs', 'results'], 'readwrite');
        for (let number = first; number < Math.min(jobs, first + 50); number++) {
          const id = crypto.randomUUID();
          last = id;
          const created = new Date(
            Date.parse(String(template.created_at)) - number * 3_600_000,
          ).toISOString();
          const seconds = words * 0.4;
          const utterances = Array.from({ length: Math.ceil(words / 12) }, (_, index) => {
            const own = Array.from({ length: 12 }, (_unused, n) => {
              seed = (seed * 48271) % 2147483647;
              // Few words make most of a text.
              const rank = Math.floor(20_000 ** (seed / 2147483647));
              const at = (index * 12 + n) * 0.4;
              const word = index === 0 && n === 3 ? `needle${number}x` : `w${rank.toString(36)}`;
              const confidence = n % 9 ? 0.95 : 0.6;
              return { word: ` ${word}${n === 11 ? '.' : ''}`, start: at, end: at + 0.3, confidence };
            });
            return {
              start: own[0]?.start ?? 0,
              end: own.at(-1)?.end ?? 0,
              confidence: 0.9,
              channel: 0,
              speaker: Math.floor(index / 5) % 2,
              language: 'en',
              words: own,
              text: own
                .map(({ word }) => word)
                .join('')
                .trim(),
            };
          });
          const filename = `episode-${number}.mp3`;
          transaction.objectStore('jobs').put({
            ...template,
            id,
            created_at: created,
            completed_at: created,
            file: { ...Object(template.file), filename, audio_duration: seconds },
            custom_metadata: null,
            metadata_terms: [],
          });
          transaction.objectStore('results').put(
            {
              // As earlier versions stored results: as objects.
              metadata: {
                audio_duration: seconds,
                number_of_distinct_channels: 1,
                billing_time: seconds,
                transcription_time: 1,
              },
              transcription: { full_transcript: '', languages: ['en'], utterances },
            },
            id,
          );
        }
        await new Promise((resolve, reject) => {
          transaction.oncomplete = resolve;
          transaction.onabort = () => reject(transaction.error);
        });
      }
      db.close();
      return last;
    },
    { jobId, jobs, words },
  );
}
