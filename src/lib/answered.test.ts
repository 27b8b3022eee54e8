import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, Unanswered } from './answered.ts';

const asking = { what: 'reading the file', limitMs: 1000 };

/** A promise that is settled by hand. */
function open<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

describe('asking the browser for something that it may forget', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once if it answers', async () => {
    const ask = vi.fn(async () => 'bytes');
    expect(await answered(ask, asking)).toBe('bytes');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('asks a second time if nothing comes', async () => {
    const ask = vi.fn(async () => 'bytes').mockReturnValueOnce(new Promise(() => undefined));
    const answer = answered(ask, asking);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toBe('bytes');
  });

  it('takes a late answer to the first, and discards that to the second', async () => {
    const [first, second] = [open<string>(), open<string>()];
    const ask = vi.fn(() => second.promise).mockReturnValueOnce(first.promise);
    const discard = vi.fn();
    const answer = answered(ask, { ...asking, discard });
    await vi.advanceTimersByTimeAsync(1500);
    first.resolve('late');
    expect(await answer).toBe('late');
    second.resolve('second');
    await vi.advanceTimersByTimeAsync(0);
    expect(discard.mock.calls).toEqual([['second']]);
  });

  it('fails in the end, with what to do', async () => {
    const answer = answered(() => new Promise(() => undefined), asking);
    const failure = expect(answer).rejects.toThrow(
      /did not finish reading the file within 1 seconds\. Close .* reload/,
    );
    await vi.advanceTimersByTimeAsync(2000);
    await failure;
    await expect(answer).rejects.toBeInstanceOf(Unanswered);
  });

  it('discards what comes after that', async () => {
    const late = open<string>();
    const discard = vi.fn();
    const answer = answered(() => late.promise, { ...asking, discard });
    const failure = expect(answer).rejects.toThrow(Unanswered);
    await vi.advanceTimersByTimeAsync(2000);
    await failure;
    late.resolve('late');
    await vi.advanceTimersByTimeAsync(0);
    expect(discard).toHaveBeenCalledWith('late');
  });

  it('passes a failure on without asking again', async () => {
    const ask = vi.fn(async () => {
      throw new DOMException('gone', 'NotFoundError');
    });
    await expect(answered(ask, asking)).rejects.toThrow('gone');
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
