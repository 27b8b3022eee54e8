import type { DBSchema } from 'idb';
import type { StoredBytes } from './stored-bytes.ts';

/** `unknown` on purpose: what another version stored is parsed when read. */
export interface EarshotSchema extends DBSchema {
  jobs: {
    key: string;
    value: unknown;
    indexes: {
      'by-created': string;
      'by-status': [string, string];
      'by-audio': string;
      'by-key': [string, string];
      'by-metadata': string;
    };
  };
  results: { key: string; value: unknown };
  /** Corrected transcripts by job, without their paragraphs. */
  edits: { key: string; value: unknown };
  /** By job and paragraph, so that a key stroke writes one of them; those of a long import by job and number, several in a row. */
  'edit-paragraphs': { key: [string, string | number]; value: unknown };
  'edit-versions': { key: [string, number]; value: unknown };
  /** Voices of a job's speakers, if they are to be remembered: see voice-store.ts. */
  'job-voices': { key: string; value: unknown };
  /** Waveforms by recording. */
  peaks: { key: string; value: unknown };
  /** The library's facts of finished jobs, made from their transcripts; small, so that all are read at once. */
  'library-facts': { key: string; value: unknown };
  /** The texts that are searched, made from the transcripts as people corrected them. */
  'library-texts': { key: string; value: unknown };
  /** Vectors of what is said, for finding by meaning: see meaning-store.ts. */
  'library-vectors': { key: string; value: unknown };
  /** Files of the watched folder, by path. */
  'watched-files': { key: string; value: unknown };
  /** Sound that is no recording yet: see arrival-store.ts. */
  arrivals: { key: string; value: unknown };
  'arrival-pieces': { key: [string, number]; value: StoredBytes };
  /** Live sessions that are no jobs yet: see live-store.ts. */
  'live-sessions': { key: string; value: unknown };
  /** What sessions sent, by session and number, as JSON; they remain with the job. */
  'live-messages': { key: [string, number]; value: string };
  audio: { key: string; value: unknown };
  /** Recordings written by versions up to 4. */
  'audio-bytes': { key: string; value: Blob };
  'audio-pieces': { key: [string, number]; value: StoredBytes };
  checkpoints: { key: [string, number]; value: unknown };
  keys: { key: string; value: unknown; indexes: { 'by-hash': string } };
  egress: { key: number; value: unknown };
  settings: { key: string; value: unknown };
  webhooks: { key: string; value: unknown };
  deliveries: {
    key: number;
    value: unknown;
    indexes: { 'by-id': string; 'by-job': string; 'by-state': string };
  };
  'delivery-bodies': { key: string; value: string };
  'request-logs': { key: string; value: unknown };
  'model-files': { key: [string, string]; value: unknown };
  /** Model files written by versions up to 4. */
  'model-chunks': { key: [string, string, number]; value: Blob };
  'model-pieces': { key: [string, string, number]; value: StoredBytes };
  /** Always empty: part of each change (change-stores.ts). */
  'one-writer': { key: string; value: never };
}
