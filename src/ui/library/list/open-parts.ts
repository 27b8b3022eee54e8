// One script: each would be another name in the service worker.

export { default as QueueButtons } from '../queue/QueueButtons.svelte';
export { default as QueueList } from '../queue/QueueList.svelte';
export { default as LibraryAnswer } from '../search/LibraryAnswer.svelte';
export { default as MeantPassages } from '../search/MeantPassages.svelte';
export { default as ModelsWanted } from './ModelsWanted.svelte';
export { default as OpenJob } from './OpenJob.svelte';
