import type { Plugin } from 'vite';

/** By these files the rest of the app reaches the pool, each behind `HAS_POOL`. */
const DOORS = /\/(?:host\/pool\/(?:pool-link|run-pool-job)\.ts|settings\/team\/PoolDialog\.svelte)$/;
const ABSENT = '\0absent-pool';

/** Leaves the pool out of a build whose environment has `VITE_POOL=off`: its worker, its dialog, and the host's end of it. */
export function withoutPool(flag = process.env.VITE_POOL): Plugin {
  const isOff = flag === 'off';
  return {
    name: 'earshot-without-pool',
    enforce: 'pre',
    config: () => (isOff ? { define: { 'import.meta.env.VITE_POOL': '"off"' } } : {}),
    async resolveId(source, importer, options) {
      if (!isOff) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved && DOORS.test(resolved.id) ? ABSENT : null;
    },
    load: (id) => (id === ABSENT ? 'export {};' : null),
  };
}
