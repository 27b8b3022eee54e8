/** Where a row lay that could not be read. */
interface Place {
  revision: number;
  /** Milliseconds since 1970 by the broker's clock. */
  written: number;
}

/** A row or a message of the pool that this member cannot read. It must not stop what others can be read. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly revision: number;
  readonly written: number;

  constructor(
    /**
     * `version`: sealed by a member in a shape that a newer app may read. `damaged`: written by nobody with the phrase.
     */
    readonly reason: 'version' | 'damaged',
    message: string,
    { revision, written }: Place,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.revision = revision;
    this.written = written;
  }
}

/** A read row or null; what cannot be read as a value. Other errors are thrown. */
export async function orUnreadable<Row>(reading: Promise<Row>): Promise<Row | Unreadable> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}
