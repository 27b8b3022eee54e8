/** Replaces the browser's IndexedDB with one in memory. */
import 'fake-indexeddb/auto';
import { storeBytesAsBlobs } from '../storage/database/stored-bytes.ts';

storeBytesAsBlobs();
