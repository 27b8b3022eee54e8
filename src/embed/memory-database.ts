/** Puts an IndexedDB that lies in memory in the place of the browser's. */
import 'fake-indexeddb/auto';
