/** How one of several hypotheses goes on. */
export interface Continuation {
  /** Row of the state that it continues. */
  row: number;
  token: number;
}
