/** The schemas of the service's responses. They come with zod, which no first view needs: import this module when a response is read. */
export { addonRuns } from '../contract/addons-request.ts';
export { correctedTranscript } from '../contract/corrected-transcript.ts';
export { errorBody } from '../contract/error-body.ts';
export { createdJob, jobPage, preRecordedJob } from '../contract/pre-recorded-job.ts';
export { partialTranscript } from '../contract/queue-request.ts';
export { uploadedFile } from '../contract/uploaded-file.ts';
