import { askAboutHere } from './client/api/ask-in-page.ts';
import { translateTextHere } from './client/api/translate-text.ts';
import { watchCompleteness } from './client/app/cache-the-rest.ts';
import { recoverAllCorrections } from './client/corrections/recover-corrections.ts';
import { endLeftSessions } from './client/live/end-left-sessions.ts';
import { serveSessionsHere } from './client/live/session-transport.ts';
import { offerStopped } from './client/recordings/arrivals.ts';
import { suggestNamesHere } from './client/voices/suggest-in-page.ts';
import { startHost } from './host/host.ts';
import { serveLiveSocket } from './host/live/lend-live.ts';
import { startNotifier } from './host/notify/notify.ts';
import { writeInWorker } from './realms/second-place/page/spawn.ts';
import { provideSecondPlace } from './storage/second-place/second-place.ts';

/**
 * What a page does besides showing the app. The host runs until the tab closes, which releases its lock for another tab.
 *
 * @param hadRecordings whether the browser had some at an earlier visit
 */
export async function startBackground(hadRecordings: boolean): Promise<void> {
  provideSecondPlace(writeInWorker);
  serveSessionsHere(serveLiveSocket);
  askAboutHere(async (...given) => (await import('./host/ask-about.ts')).askAbout(...given));
  suggestNamesHere(async (...given) => (await import('./host/suggest-names.ts')).suggestNames(...given));
  translateTextHere(async (...given) => (await import('./host/translate-texts.ts')).translateTexts(...given));
  const { signal } = new AbortController();
  if ('modelContext' in document)
    void import('./offer-tools.ts').then(({ offerTools }) => offerTools(signal)).catch(console.error);
  watchCompleteness((isComplete) => {
    if (isComplete) void keepBuiltInFiles();
  }, signal);
  endLeftSessions(serveLiveSocket, { which: 'stopped' })
    .then((served) => Promise.all(served))
    .catch(console.error)
    .finally(offerStopped);
  await Promise.all([startHost(signal, hadRecordings), startNotifier(signal), recoverAllCorrections(signal)]);
}

/** The built-in model's files come last: a first job fetches them itself. */
const keepBuiltInFiles = () =>
  import('./built-in-files.ts').then((files) => files.keepBuiltInFiles()).catch(console.info);
