import { installGuard } from './client/guard/install-guard.ts';

/**
 * The script for the first line of a page's `<head>`, built as `/earshot-guard.js` (docs/clients.md): no request of an
 * existing client leaves the page unless it is known to be for somebody else.
 */
installGuard({ isStrict: true });
