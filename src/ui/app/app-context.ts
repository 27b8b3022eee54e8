import { createContext } from 'svelte';
import type { AppState } from './app-state.svelte.ts';

/** The state of the page, for every component under App. */
export const [useApp, provideApp] = createContext<AppState>();
