import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clip } from './clips.ts';

/** A page that sends a form of files to the app by itself, and what it hides of itself. */
const page = (app: string, files: number, referrer: string, target: string) => `<!doctype html>
<meta name="referrer" content="${referrer}">
<iframe name="frame"></iframe>
<form method="post" enctype="multipart/form-data" action="${new URL('/share', app)}" target="${target}">
<input type="file" name="recordings" multiple></form>
<script>
const bytes = Uint8Array.from(atob('${readFileSync(clip('en_hello.wav').path, 'base64')}'), (one) => one.charCodeAt(0));
const files = new DataTransfer();
for (let number = 1; number <= ${files}; number++) files.items.add(new File([bytes], 'planted ' + number + '.wav'));
document.querySelector('input').files = files.files;
document.querySelector('form').submit();
</script>`;

/** Another site, which plants recordings: `?files=2&referrer=no-referrer&target=frame`. */
export async function startPlantingSite(app: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    response.setHeader('content-type', 'text/html');
    const { files = '1', referrer = '', target = '_self' } = Object.fromEntries(query);
    response.end(page(app, Number(files), referrer, target));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
