import { createContext } from 'svelte';
import type { AppState } from './app-state.svelte.ts';

/** The page's state, for every component under App. */
export const [useApp, provideApp] = createContext<AppState>();
