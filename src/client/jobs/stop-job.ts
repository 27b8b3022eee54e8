import { announce } from '../../contract/realms/channel.ts';

/** Ends a running job with the text that it has so far: what is being recognised is finished first. */
export const keepTextSoFar = (id: string): void => announce({ type: 'job-enough', id });
