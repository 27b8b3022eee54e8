/** Sites that play recordings on their own pages alone: no browser lets another site read their files. */
const SITES = new RegExp(
  String.raw`(?:^|\.)(?:youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com|dailymotion\.com|tiktok\.com|twitch\.tv|bilibili\.com|` +
    String.raw`facebook\.com|instagram\.com|twitter\.com|x\.com|soundcloud\.com|spotify\.com)$`,
);

/** The host of an address if it is such a site; null otherwise, as for a link to a file there. */
export function videoSiteOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  return SITES.test(hostname) && !/\.\w{2,4}$/.test(pathname) ? hostname : null;
}
