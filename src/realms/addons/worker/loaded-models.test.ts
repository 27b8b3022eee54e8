import { describe, expect, it, vi } from 'vitest';
import { LoadedModels } from './loaded-models.ts';

/** Room for 100, and fake models, recorded in order of loading and release. */
function models() {
  const log: string[] = [];
  const model = (id: string) => ({
    id,
    async dispose() {
      log.push(`-${id}`);
    },
  });
  const load = (id: string) => async () => {
    log.push(`+${id}`);
    return model(id);
  };
  return { log, load, shelf: new LoadedModels(100) };
}

describe('loaded models', () => {
  it('are shared by all users', async () => {
    const { log, load, shelf } = models();
    const first = await shelf.get('a', 60, load('a'));
    expect(await shelf.get('a', 60, load('a'))).toBe(first);
    expect(log).toEqual(['+a']);
  });

  it('are loaded once for simultaneous requests', async () => {
    const { log, load, shelf } = models();
    const [first, second] = await Promise.all([shelf.get('a', 60, load('a')), shelf.get('a', 60, load('a'))]);
    expect(second).toBe(first);
    expect(log).toEqual(['+a']);
  });

  it('stay in memory while there is room', async () => {
    const { log, load, shelf } = models();
    await shelf.get('a', 60, load('a'));
    await shelf.get('b', 40, load('b'));
    await shelf.get('a', 60, load('a'));
    expect(log).toEqual(['+a', '+b']);
  });

  it('are released before the next one is loaded, least recently used first', async () => {
    const { log, load, shelf } = models();
    await shelf.get('a', 40, load('a'));
    await shelf.get('b', 40, load('b'));
    await shelf.get('a', 40, load('a'));
    await shelf.get('c', 40, load('c'));
    expect(log).toEqual(['+a', '+b', '-b', '+c']);
    await shelf.get('b', 40, load('b'));
    expect(log.slice(4)).toEqual(['-a', '+b']);
  });

  it('are all released for one that exceeds the room', async () => {
    const { log, load, shelf } = models();
    await shelf.get('a', 40, load('a'));
    await shelf.get('b', 40, load('b'));
    await shelf.get('large', 400, load('large'));
    expect(log).toEqual(['+a', '+b', '-a', '-b', '+large']);
    await shelf.get('a', 40, load('a'));
    expect(log.slice(5)).toEqual(['-large', '+a']);
  });

  it('reserve their room when they are requested', async () => {
    const { log, load, shelf } = models();
    const [first] = await Promise.all([shelf.get('a', 60, load('a')), shelf.get('b', 60, load('b'))]);
    expect(first).toMatchObject({ id: 'a' });
    expect(log).toEqual(['+a', '-a', '+b']);
  });

  it('are retried after a failed load, and take no room then', async () => {
    const { log, load, shelf } = models();
    await shelf.get('a', 40, load('a'));
    const broken = () => Promise.reject(new Error('no such file'));
    await expect(shelf.get('b', 60, broken)).rejects.toThrow('no such file');
    await shelf.get('c', 60, load('c'));
    await shelf.get('a', 40, load('a'));
    expect(log).toEqual(['+a', '+c']);
    await shelf.get('b', 60, load('b'));
    expect(log.slice(2)).toEqual(['-c', '+b']);
  });

  it('do not block the next one if they cannot be released', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { load, shelf } = models();
    const stuck = { dispose: () => Promise.reject(new Error('the device was lost')) };
    await shelf.get('stuck', 60, async () => stuck);
    await expect(shelf.get('b', 60, load('b'))).resolves.toMatchObject({ id: 'b' });
    expect(errors).toHaveBeenCalledOnce();
    errors.mockRestore();
  });
});
