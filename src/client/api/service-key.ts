/** The app's key, sent as `x-service-key` (specification §5); created on first use. */
export async function serviceKey(): Promise<string> {
  const { appKey } = await import('../../storage/settings/key-store.ts');
  return appKey();
}
