/** How the fake hub behaves for one test. Paths are files of the repository. */
export interface HubScenario {
  /** Bytes of each file; the contents follow from the path and the size. */
  files: Record<string, number>;
  /** Answers the description of the repository, as the hub does; a plain mirror does not. */
  describes?: boolean;
  /** Sends large files to storage on another origin, whose answers have none of the hub's headers. */
  redirects?: boolean;
  /** Tells size and hash in `X-Linked-*` headers. */
  linked?: boolean;
  /** Tells entity tags; true where absent. */
  tags?: boolean;
  /** Ends the connection after so many bytes of one answer, so many times. */
  drop?: { path: string; afterBytes: number; times: number };
  /** Ends an answer early without breaking the connection, so many times. */
  endEarly?: { path: string; afterBytes: number; times: number };
  /** Answers with this status first, so many times. */
  status?: { path: string; status: number; times: number };
  /** Sends one wrong byte. */
  damage?: string;
  /** Sends more bytes than it should. */
  excess?: string;
  /** Answers every Range with the whole file. */
  ignoresRange?: boolean;
  /** Answers this file with a web page. */
  webPage?: string;
  /** Waits between the pieces of this file, in milliseconds. */
  slow?: { path: string; delayMs: number };
  /** Another number gives other contents and tags. */
  version?: number;
}

/** One request that the fake hub saw. */
export interface HubRequest {
  method: string;
  path: string;
  range: string | null;
  ifRange: string | null;
}

/** What the fake hub tells of a scenario. */
export interface HubScenarioState {
  /** Base address to be used as a mirror. */
  base: string;
  revision: string;
  sha256: Record<string, string>;
  requests: HubRequest[];
}
