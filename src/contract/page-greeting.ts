/** What a page tells the service worker before its first request: its `window.earshotConfig`, if it has one. */
export interface PageGreeting {
  type: 'earshot-page';
  config?: unknown;
}

/** The worker's answer: what is wrong with the configuration; null if it holds from now on. */
export interface GreetingAnswer {
  fault: string | null;
}
