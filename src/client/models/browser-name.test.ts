import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const MOZILLA = 'Mozilla/5.0 (X11; Linux x86_64)';
const CHROME = `${MOZILLA} AppleWebKit/537.36 (KHTML, like Gecko)`;

it.each([
  [`${CHROME} Chrome/141.0.0.0 Safari/537.36`, 'Chromium 141'],
  [`${CHROME} HeadlessChrome/150.0.0.0 Safari/537.36`, 'Chromium 150'],
  [`${CHROME} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge 141'],
  [`${CHROME} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera 120'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
  [`${MOZILLA} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 'Safari 18.5'],
  ['curl/8', 'an unknown browser'],
])('reads %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
