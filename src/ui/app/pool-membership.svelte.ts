const STORED = 'earshot-in-pool';

/** Whether recordings may go to a pool, remembered so that the page is right from the first paint. */
export class PoolMembership {
  isSetUp = $state(localStorage.getItem(STORED) !== null);

  /** Follows the settings until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    const { getSettings, watchSettings } = await import('../../client/settings/settings.ts');
    const read = async () => {
      this.isSetUp = (await getSettings()).pool !== null;
      if (this.isSetUp) localStorage.setItem(STORED, 'yes');
      else localStorage.removeItem(STORED);
    };
    watchSettings(() => void read().catch(console.error), signal);
    await read();
  }
}
