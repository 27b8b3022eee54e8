import type { ErrorCode } from './errors.ts';

/** When each error occurs, for the documentation: no reader of a response needs it. */
export const ERROR_OCCASIONS: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'A parameter, the query or the body is invalid. `validation_errors` lists each error with its field.',
  unauthorized: 'The key is missing, malformed, unknown or revoked.',
  not_found: 'The path, job or audio does not exist, has been deleted or belongs to another key.',
  method_not_allowed:
    'The path does not support this method. The `Allow` header lists the methods it supports.',
  conflict:
    'The request conflicts with the current state: a newer version of the app is open in another tab, a model is being changed there, ' +
    'a transcript was corrected there, a job has no transcript yet, a live session is not stopped yet, or a key has already been ' +
    'revoked.',
  too_large:
    'A JSON body is over 1 MiB, or a recording exceeds the file size or duration limit in the settings. Only the latter responses carry `Retry-After`.',
  unsupported_media:
    'The body has the wrong content type, or the file is not audio that this browser can read.',
  range_not_satisfiable: 'The requested range lies outside the audio. `Content-Range` gives the size.',
  unprocessable_audio: 'The file’s format is supported, but the file is damaged or has no audio.',
  too_many_requests:
    'The settings allow fewer requests per minute or fewer queued jobs. `Retry-After` gives the seconds to wait.',
  cancelled: 'The client cancelled the request, or the job was deleted while it was running.',
  internal:
    "An unexpected error occurred, or the browser's storage or the speech engine failed. The console has the details.",
  storage_failed:
    'The browser could not write to its storage, aborted a write without giving a reason, or did not answer a read or a write, also ' +
    'not the second time. Nothing from that write is kept.',
  not_implemented: 'This browser, or this version of the app, does not support the request.',
  remote_audio:
    'The audio at a remote URL cannot be fetched: it is missing, it is not audio, or its server does not allow other sites to read it (CORS).',
  remote_model: 'A model cannot be downloaded, or the downloaded file failed verification.',
  model_missing:
    'The model that the job needs is not installed, is damaged or cannot run on this device; or `stt-3` would have to write a language ' +
    'that its model does not know, which the message names if an installed Whisper model found it.',
  putting_back:
    'The browser had deleted the app’s database. What is asked for is not there, but the library is still being put back from its ' +
    '[second place](architecture.md#the-second-place).',
  timed_out:
    'An add-on or a language model did not end within the time that it is given for the length of the recording.',
  storage_full: 'The browser’s storage quota is used up.',
};
