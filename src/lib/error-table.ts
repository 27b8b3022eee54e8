interface ErrorEntry {
  /** HTTP status on the wire, and `error_code` of a job. */
  status: number;
  /** When it comes. */
  when: string;
  /** What the person who meets it can do. */
  remedy: string;
}

/**
 * Every way that Earshot can refuse or fail (specification §7). docs/errors.md is this table for people to read; a test
 * compares them. Where several share a status, the first stands for all.
 */
export const ERROR_TABLE = {
  invalid_request: {
    status: 400,
    when: 'A parameter, the query or the body is wrong. `validation_errors` names each fault with its field.',
    remedy: 'Correct the fields that are named, and send the request again.',
  },
  unauthorized: {
    status: 401,
    when: 'The key is missing, malformed, unknown or revoked.',
    remedy: 'Send a key that is in force in the header x-service-key; the app makes and shows them.',
  },
  not_found: {
    status: 404,
    when: 'The path, the job or the audio does not exist, was deleted, or belongs to another key.',
    remedy: 'Check the id and the key. What was deleted must be uploaded again.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, but not with this method. `Allow` lists those that it has.',
    remedy: 'Use a method of the `Allow` header.',
  },
  conflict: {
    status: 409,
    when: 'What is asked for contradicts the present state: a newer version of the app is open in another tab, a model is being changed there, or a key is already revoked.',
    remedy: 'Wait for the other work to end, reload the page, and try again.',
  },
  too_large: {
    status: 413,
    when: 'A JSON body is over 1 MiB, or a recording exceeds the file size or the duration that the settings allow. The latter have `Retry-After`.',
    remedy: 'Send less, cut the recording, or raise the limit in the settings.',
  },
  unsupported_media: {
    status: 415,
    when: 'The type of the body is not the one expected, or the file is no audio that can be read here.',
    remedy: 'Convert the recording to WAV, FLAC, MP3 or M4A, and upload that.',
  },
  range_not_satisfiable: {
    status: 416,
    when: 'No byte of the audio lies in the range that was asked for. `Content-Range` tells its size.',
    remedy: 'Ask for a range within the size.',
  },
  unprocessable_audio: {
    status: 422,
    when: 'The file is of a known format, but damaged, or without sound.',
    remedy: 'Check that the recording plays, and upload another copy.',
  },
  too_many_requests: {
    status: 429,
    when: 'More requests in a minute, or more queued jobs, than the settings allow. `Retry-After` tells the seconds to wait.',
    remedy: 'Wait as long as `Retry-After` says, or raise the limit in the settings.',
  },
  cancelled: {
    status: 499,
    when: 'The caller ended the request, or the job was deleted while it was worked on.',
    remedy: 'Send the request again if the result is still wanted.',
  },
  internal: {
    status: 500,
    when: "Something unforeseen happened, or the browser's storage or speech engine failed. The console has the details.",
    remedy: 'Reload the page and try again. If it happens again, restart the browser or try a smaller model.',
  },
  not_implemented: {
    status: 501,
    when: 'This browser or this version of the app lacks what is needed.',
    remedy: 'Use a current browser outside a private window, or leave out the feature.',
  },
  remote_audio: {
    status: 502,
    when: 'The audio at a remote address cannot be fetched: it is gone, is no audio, or its server does not allow other sites to read it (CORS).',
    remedy: 'Download the recording and upload the file instead.',
  },
  remote_model: {
    status: 502,
    when: 'A model cannot be downloaded, or what arrived is not the file that it should be.',
    remedy:
      'Check the connection and try again, choose another source of models, or import the model from files.',
  },
  model_missing: {
    status: 503,
    when: 'The model that the job needs is not installed, is damaged, or does not run on this device.',
    remedy: 'Download the model in the app, or choose one that is installed, and create the job again.',
  },
  storage_full: {
    status: 507,
    when: 'The storage that the browser grants is used up.',
    remedy: 'Delete recordings or models, or free disk space, and try again.',
  },
} as const satisfies Record<string, ErrorEntry>;
