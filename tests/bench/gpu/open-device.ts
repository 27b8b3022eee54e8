/** A device as the runtime opens one, and the name of its adapter. Throws Error if there is none. */
export async function openDevice(): Promise<{ device: GPUDevice; name: string }> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  // The caches of eight texts need more than every GPU must offer.
  const { maxStorageBufferBindingSize = 0, maxBufferSize = 0 } = adapter?.limits ?? {};
  const requiredLimits = { maxStorageBufferBindingSize, maxBufferSize };
  const device = await adapter?.requestDevice({ requiredLimits });
  if (!adapter || !device) throw new Error('There is no GPU.');
  const { vendor, architecture, description } = adapter.info;
  return { device, name: [vendor, architecture, description].filter(Boolean).join(' ') };
}
