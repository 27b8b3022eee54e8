import { flushSync, mount, unmount } from 'svelte';
import type { ExportView } from '../../../document/formats/export-view.ts';
import PrintSheet from './PrintSheet.svelte';

/** Opens the browser's print dialog for a transcript. */
export function printTranscript(view: ExportView): void {
  const sheet = mount(PrintSheet, { target: document.body, props: { view } });
  flushSync();
  addEventListener('afterprint', () => void unmount(sheet), { once: true });
  print();
}
