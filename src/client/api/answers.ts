/** The schemas of the service's responses. They come with zod, which no first view needs: import this module when a response is read. */
export { addonRuns } from '../../contract/addons/addons-request.ts';
export { errorBody } from '../../contract/errors/error-body.ts';
export { createdJob, jobPage, preRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
export { partialTranscript } from '../../contract/jobs/queue-request.ts';
export { uploadedFile } from '../../contract/jobs/uploaded-file.ts';
export { createdLiveSession, liveJob, livePage } from '../../contract/live/live-job.ts';
export { transcriptJson } from '../../contract/transcripts/transcript-json.ts';
