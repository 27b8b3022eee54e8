import { expose, wrap } from 'comlink';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import './comlink-errors.ts';

function connect<T extends object>(api: T) {
  const { port1, port2 } = new MessageChannel();
  expose(api, port1);
  port1.start();
  port2.start();
  return { remote: wrap<T>(port2), close: () => port1.close() };
}

describe('errors across a worker’s border', () => {
  it('keep code, status, message and details', async () => {
    const { remote, close } = connect({
      fail(): string {
        throw new AppError('unsupported_media', msg`WMA cannot be decoded.`, { details: ['codec wma'] });
      },
    });
    const error = await remote.fail().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'unsupported_media',
      status: 415,
      message: 'WMA cannot be decoded.',
      details: ['codec wma'],
    });
    close();
  });

  it('become internal if unexpected, and cancelled after an abort', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { remote, close } = connect({
      crash(): string {
        throw new RangeError('out of range');
      },
      cancel(): string {
        throw new DOMException('stopped', 'AbortError');
      },
    });
    await expect(remote.crash()).rejects.toMatchObject({
      code: 'internal',
      status: 500,
      message: 'out of range',
    });
    await expect(remote.cancel()).rejects.toMatchObject({ code: 'cancelled', status: 499 });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
    close();
  });
});
