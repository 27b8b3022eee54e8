// One script: each would be another name in the service worker.
export { default as BatchSheet } from './BatchSheet.svelte';
export { default as OptionsSheet } from './OptionsSheet.svelte';
export { default as SpokenLanguages } from './SpokenLanguages.svelte';
export { default as WhatHappens } from './WhatHappens.svelte';
