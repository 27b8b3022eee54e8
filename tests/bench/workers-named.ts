import type { Page, Worker } from 'playwright';

/** The page's workers of this name (src/realms/every-worker/page/spawn-realm.ts); those that end meanwhile are left out. */
export async function workersNamed(page: Page, name: string): Promise<Worker[]> {
  const names = page.workers().map(async (worker) => {
    const own = await worker.evaluate('self.name').catch(() => null);
    return own === name ? [worker] : [];
  });
  return (await Promise.all(names)).flat();
}
