/** What a page sends the service worker before its requests: its `window.earshotConfig`, if it has one. */
export interface PageGreeting {
  type: 'earshot-page';
  config?: unknown;
  /** The page has no configuration: what an earlier page of its path said holds no longer. */
  withdraws?: boolean;
  /** What the page is about to send requests to. */
  addresses?: string[];
}

export interface GreetingAnswer {
  /** What is wrong with the configuration; null if it holds from now on. */
  fault: string | null;
  /** Addresses that are not answered here. */
  elsewhere: string[];
  /** Whether anything says what is answered for this page: the operator's file, the settings, or its configuration. */
  isSetUp: boolean;
  /** Whether this worker answers relayed requests (`relay.ts`); one of an earlier version does not. */
  relays: boolean;
}
