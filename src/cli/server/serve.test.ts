import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startServer } from './serve.ts';

describe('starting the server', () => {
  it('reports that the port is in use before it builds anything', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const lines: string[] = [];
    await expect(startServer({ port, log: (line) => lines.push(line) })).rejects.toThrow(
      `Port ${port} is in use by another program. Close it or choose another port with --port.`,
    );
    expect(lines).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
  });

  it('refuses a port at which no browser would call it', async () => {
    await expect(startServer({ port: 6000 })).rejects.toThrow(
      'Browsers refuse port 6000: choose another port with --port.',
    );
  });
});
