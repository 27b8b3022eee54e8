/** Names that mean this device or its own network: RFC 6761, 6762 and 8375, and `.internal` (ICANN 2024). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** Ranges of IPv4 that are not public (IANA special-purpose registry), as prefix and its length in bits. */
const PRIVATE_RANGES: readonly [prefix: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
];

const numberOf = (dotted: string): number =>
  dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const isPrivateIpv4 = (dotted: string): boolean =>
  PRIVATE_RANGES.some(([prefix, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(numberOf(dotted) / size) === Math.floor(numberOf(prefix) / size);
  });

/** The eight groups of an IPv6 address as URLs write it: in hexadecimal, with at most one `::`. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::');
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [head, tail] = [read(before), read(after ?? '')];
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function isPrivateIpv6(address: string): boolean {
  const groups = groupsOf(address);
  const [first = 0, second = 0, , , , sixth = 0, seventh = 0, eighth = 0] = groups;
  const isEmpty = groups.slice(0, 5).every((group) => group === 0);
  const carriesIpv4 =
    // IPv4-mapped and the old IPv4-compatible addresses, among them `::` and `::1`; NAT64.
    (isEmpty && (sixth === 0 || sixth === 0xffff)) || (first === 0x64 && second === 0xff9b);
  if (carriesIpv4) {
    return isPrivateIpv4([seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.'));
  }
  // Unique local (fc00::/7), link-local (fe80::/10) and the former site-local (fec0::/10).
  return (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80;
}

/**
 * Whether a URL states an address of this device or its own network: loopback, private or link-local, by number or by
 * a name that is only valid there. What a public name resolves to is unknown to scripts.
 */
export function isPrivateAddress(address: string | URL): boolean {
  // URLs write every form of an IPv4 address as four decimals.
  const host = new URL(address).hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1));
  if (/^\d+(\.\d+){3}$/.test(host)) return isPrivateIpv4(host);
  return PRIVATE_NAME.test(host) || !host.includes('.');
}
