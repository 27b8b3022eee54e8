/** Replaces the browser's IndexedDB with one in memory. */
import 'fake-indexeddb/auto';
