import specialRanges from './special-ranges.json' with { type: 'json' };

/** Names that mean this device or its own network: RFC 6761, 6762 and 8375, and `.internal` (ICANN 2024). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** IANA's special-purpose registry, and what is multicast or reserved, as prefix and its length in bits. */
const SPECIAL_RANGES: readonly [prefix: string, bits: number][] = Object.entries(specialRanges);

const numberOf = (dotted: string): number =>
  dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const isSpecialIpv4 = (dotted: string): boolean =>
  SPECIAL_RANGES.some(([prefix, bits]) => {
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

function isSpecialIpv6(address: string): boolean {
  const groups = groupsOf(address);
  const [first = 0, second = 0] = groups;
  const prefix = groups.slice(0, 6).join(':');
  // IPv4-mapped, and the NAT64 of networks without IPv4 (RFC 6052).
  if (prefix === '0:0:0:0:0:65535' || prefix === '100:65435:0:0:0:0')
    return isSpecialIpv4(
      groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.'),
    );
  // Global unicast (2000::/3) but for the registry's 2001::/23, documentation, and 6to4, which carries any IPv4.
  const isGlobal = (first & 0xe000) === 0x2000 && first !== 0x2002 && (first & 0xfff0) !== 0x3ff0;
  return !isGlobal || (first === 0x2001 && (second < 0x200 || second === 0xdb8));
}

/**
 * Whether a URL states an address of this device, of its own network or for a special purpose, by number or by a name
 * that is only valid there. What a public name resolves to is unknown to scripts.
 */
export function isPrivateAddress(address: string | URL): boolean {
  // URLs write every form of an IPv4 address as four decimals.
  const host = new URL(address).hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isSpecialIpv6(host.slice(1, -1));
  if (/^\d+(\.\d+){3}$/.test(host)) return isSpecialIpv4(host);
  return PRIVATE_NAME.test(host) || !host.includes('.');
}
