/** The fake hub's behaviour for one test. Paths are files of the repository. */
export interface HubScenario {
  /** Size of each file in bytes; contents are derived from path and size. */
  files: Record<string, number>;
  /** Describes the repository, like the hub; a plain mirror does not. */
  describes?: boolean;
  /** Redirects large files to storage on another origin, whose responses lack the hub's headers. */
  redirects?: boolean;
  /** Sends size and hash in `X-Linked-*` headers. */
  linked?: boolean;
  /** Sends entity tags; true by default. */
  tags?: boolean;
  /** Breaks the connection after this many bytes of a response, this many times. */
  drop?: { path: string; afterBytes: number; times: number };
  /** Ends a response early without breaking the connection, this many times. */
  endEarly?: { path: string; afterBytes: number; times: number };
  /** Responds with this status first, this many times. */
  status?: { path: string; status: number; times: number };
  /** Sends one wrong byte. */
  damage?: string;
  /** Sends extra bytes. */
  excess?: string;
  /** Responds to every Range with the whole file. */
  ignoresRange?: boolean;
  /** Responds with a web page instead of this file. */
  webPage?: string;
  /** Waits between the pieces of this file, in milliseconds. */
  slow?: { path: string; delayMs: number };
  /** A different number changes contents and tags. */
  version?: number;
}

/** One request received by the fake hub. */
export interface HubRequest {
  method: string;
  path: string;
  range: string | null;
  ifRange: string | null;
}

/** The fake hub's report on a scenario. */
export interface HubScenarioState {
  /** Base URL for use as a mirror. */
  base: string;
  revision: string;
  sha256: Record<string, string>;
  requests: HubRequest[];
}
