import { type Message, msg } from './msg.ts';

interface ErrorEntry {
  /** HTTP status, and `error_code` of a job. */
  status: number;
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
    remedy: msg`Correct the listed fields and send the request again.`,
  },
  unauthorized: {
    status: 401,
    remedy: msg`Send a valid key in the \`x-service-key\` header. Keys are created and shown in the app.`,
  },
  not_found: {
    status: 404,
    remedy: msg`Check the id and the key. Upload deleted audio again.`,
  },
  method_not_allowed: {
    status: 405,
    remedy: msg`Use a method listed in the \`Allow\` header.`,
  },
  conflict: {
    status: 409,
    remedy: msg`Wait for the other operation to finish, reload the page and try again.`,
  },
  too_large: {
    status: 413,
    remedy: msg`Send less data, cut the recording into shorter parts or raise the limit in the settings.`,
  },
  unsupported_media: {
    status: 415,
    remedy: msg`Convert the recording to WAV, FLAC, MP3 or M4A and upload it again.`,
  },
  range_not_satisfiable: {
    status: 416,
    remedy: msg`Request a range within that size.`,
  },
  unprocessable_audio: {
    status: 422,
    remedy: msg`Check that the recording plays, then upload another copy.`,
  },
  too_many_requests: {
    status: 429,
    remedy: msg`Wait for the time in \`Retry-After\`, or raise the limit in the settings.`,
  },
  cancelled: {
    status: 499,
    remedy: msg`Send the request again if you still need the result.`,
  },
  internal: {
    status: 500,
    remedy: msg`Reload the page and try again. If the error persists, restart the browser or use a smaller model.`,
  },
  storage_failed: {
    status: 500,
    remedy: msg`Reload the page and try again. If the error persists, restart the browser and check that this site may store data.`,
  },
  not_implemented: {
    status: 501,
    remedy: msg`Use a current browser outside private browsing, or leave out the feature.`,
  },
  remote_audio: {
    status: 502,
    remedy: msg`Download the recording and upload the file instead.`,
  },
  remote_model: {
    status: 502,
    remedy: msg`Check your connection and try again, choose another model source or import the model from files.`,
  },
  model_missing: {
    status: 503,
    remedy: msg`Download the model in the app or choose an installed one, then create the job again.`,
  },
  putting_back: {
    status: 503,
    remedy: msg`Send the request again in a few seconds, with the app open in a tab.`,
  },
  timed_out: {
    status: 504,
    remedy: msg`Ask for less at once, use a smaller model, or leave the recording to a faster device.`,
  },
  storage_full: {
    status: 507,
    remedy: msg`Delete recordings or models, or free up disk space, then try again.`,
  },
} as const satisfies Record<string, ErrorEntry>;
