import { type Message, msg } from './msg.ts';

interface ErrorEntry {
  /** HTTP status, and `error_code` of a job. */
  status: number;
  /** When it occurs. */
  when: string;
  /** What the reader can do about it. */
  remedy: Message;
}

/**
 * Every way Earshot can refuse or fail (specification §7). docs/errors.md is this table for people; a test compares
 * them. Where several share a status, the first one represents it.
 */
export const ERROR_TABLE = {
  invalid_request: {
    status: 400,
    when: 'A parameter, the query or the body is invalid. `validation_errors` lists each error with its field.',
    remedy: msg`Correct the listed fields and send the request again.`,
  },
  unauthorized: {
    status: 401,
    when: 'The key is missing, malformed, unknown or revoked.',
    remedy: msg`Send a valid key in the \`x-service-key\` header. Keys are created and shown in the app.`,
  },
  not_found: {
    status: 404,
    when: 'The path, job or audio does not exist, has been deleted or belongs to another key.',
    remedy: msg`Check the id and the key. Upload deleted audio again.`,
  },
  method_not_allowed: {
    status: 405,
    when: 'The path does not support this method. The `Allow` header lists the methods it supports.',
    remedy: msg`Use a method listed in the \`Allow\` header.`,
  },
  conflict: {
    status: 409,
    when: 'The request conflicts with the current state: a newer version of the app is open in another tab, a model is being changed there, a transcript was corrected there, a job has no transcript yet, or a key has already been revoked.',
    remedy: msg`Wait for the other operation to finish, reload the page and try again.`,
  },
  too_large: {
    status: 413,
    when: 'A JSON body is over 1 MiB, or a recording exceeds the file size or duration limit in the settings. Only the latter responses carry `Retry-After`.',
    remedy: msg`Send less data, cut the recording into shorter parts or raise the limit in the settings.`,
  },
  unsupported_media: {
    status: 415,
    when: 'The body has the wrong content type, or the file is not audio that this browser can read.',
    remedy: msg`Convert the recording to WAV, FLAC, MP3 or M4A and upload it again.`,
  },
  range_not_satisfiable: {
    status: 416,
    when: 'The requested range lies outside the audio. `Content-Range` gives the size.',
    remedy: msg`Request a range within that size.`,
  },
  unprocessable_audio: {
    status: 422,
    when: 'The file’s format is supported, but the file is damaged or has no audio.',
    remedy: msg`Check that the recording plays, then upload another copy.`,
  },
  too_many_requests: {
    status: 429,
    when: 'The settings allow fewer requests per minute or fewer queued jobs. `Retry-After` gives the seconds to wait.',
    remedy: msg`Wait for the time in \`Retry-After\`, or raise the limit in the settings.`,
  },
  cancelled: {
    status: 499,
    when: 'The client cancelled the request, or the job was deleted while it was running.',
    remedy: msg`Send the request again if you still need the result.`,
  },
  internal: {
    status: 500,
    when: "An unexpected error occurred, or the browser's storage or the speech engine failed. The console has the details.",
    remedy: msg`Reload the page and try again. If the error persists, restart the browser or use a smaller model.`,
  },
  storage_failed: {
    status: 500,
    when: 'The browser could not write to its storage, aborted a write without giving a reason, or did not answer a read or a write, also not the second time. Nothing from that write is kept.',
    remedy: msg`Reload the page and try again. If the error persists, restart the browser and check that this site may store data.`,
  },
  not_implemented: {
    status: 501,
    when: 'This browser, or this version of the app, does not support the request.',
    remedy: msg`Use a current browser outside private browsing, or leave out the feature.`,
  },
  remote_audio: {
    status: 502,
    when: 'The audio at a remote URL cannot be fetched: it is missing, it is not audio, or its server does not allow other sites to read it (CORS).',
    remedy: msg`Download the recording and upload the file instead.`,
  },
  remote_model: {
    status: 502,
    when: 'A model cannot be downloaded, or the downloaded file failed verification.',
    remedy: msg`Check your connection and try again, choose another model source or import the model from files.`,
  },
  model_missing: {
    status: 503,
    when: 'The model that the job needs is not installed, is damaged or cannot run on this device; or `stt-3` would have to write a language that its model does not know, which the message names if an installed Whisper model found it.',
    remedy: msg`Download the model in the app or choose an installed one, then create the job again.`,
  },
  storage_full: {
    status: 507,
    when: 'The browser’s storage quota is used up.',
    remedy: msg`Delete recordings or models, or free up disk space, then try again.`,
  },
} as const satisfies Record<string, ErrorEntry>;
