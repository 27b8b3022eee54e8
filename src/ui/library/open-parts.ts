// One script: each would be another name in the service worker.
export { default as ModelsWanted } from './ModelsWanted.svelte';
export { default as OpenJob } from './OpenJob.svelte';
export { default as QueueButtons } from './QueueButtons.svelte';
export { default as QueueList } from './QueueList.svelte';
