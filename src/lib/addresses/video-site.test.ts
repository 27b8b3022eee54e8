import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { videoSiteOf } from './video-site.ts';

it.each(caseRows<[string, string | null]>(import.meta.url, 'cases'))('%s: %s', (address, site) => {
  expect(videoSiteOf(address)).toBe(site);
});
