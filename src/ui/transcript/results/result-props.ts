import type { Moment } from '../../../document/reading/cited-moments.ts';

/** What a component gets that shows the results of an add-on. */
export interface ResultProps {
  /** What the envelope calls `results`, of whatever make. */
  results: unknown;
  /** What is shown where there is nothing. */
  nothing: string;
  /** @param seconds where to play */
  onseek: (seconds: number) => void;
  /** The moments of the recording that an answer rests on. */
  cite?: ((answer: string) => Moment[]) | undefined;
}
