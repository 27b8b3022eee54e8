import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivateAddress } from './private-address.ts';

describe('private addresses', () => {
  it.each([
    'http://localhost:13277/',
    'http://app.localhost/',
    'http://LOCALHOST./',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.31.255.255/',
    'http://192.168.0.10:9000/hook',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fd12:3456::1]/',
    'http://printer/',
    'http://nas.local/',
    'http://metadata.google.internal/',
    'http://router.home.arpa/',
  ])('%s is one', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    'https://example.com/',
    'https://localhost.example.com/',
    'https://mylocalhost.com/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://192.169.0.1/',
    'https://100.128.0.1/',
    'https://[2606:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
    'https://10.0.0.1.example.com/',
  ])('%s is none', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it('are those of Node’s block list, for every IPv4 and IPv6 address', () => {
    const list = new BlockList();
    for (const [net, bits] of [
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
      ['172.16.0.0', 12],
      ['192.0.0.0', 24],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
    ] as const) {
      list.addSubnet(net, bits, 'ipv4');
    }
    list.addSubnet('fc00::', 7, 'ipv6');
    list.addSubnet('fe80::', 10, 'ipv6');
    list.addSubnet('fec0::', 10, 'ipv6');
    const ipv4 = fc.oneof(
      fc.ipV4(),
      fc
        .tuple(
          fc.constantFrom('172.15', '172.16', '172.31', '172.32', '100.63', '100.64', '198.19', '192.0'),
          fc.nat(255),
          fc.nat(255),
        )
        .map((parts) => parts.join('.')),
    );
    fc.assert(
      fc.property(ipv4, (address) => {
        expect(isPrivateAddress(`http://${address}/`)).toBe(list.check(address, 'ipv4'));
      }),
      { numRuns: 3000 },
    );
    const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16));
    const ipv6 = fc
      .tuple(
        fc.oneof(group, fc.constantFrom('fc00', 'fdff', 'fe80', 'febf', 'fec0', 'feff', 'ff02')),
        group,
        group,
        group,
        group,
        group,
        group,
        group,
      )
      .map((groups) => groups.join(':'))
      .filter((address) => !address.startsWith('64:ff9b'));
    fc.assert(
      fc.property(ipv6, (address) => {
        expect(isPrivateAddress(`http://[${address}]/`)).toBe(list.check(address, 'ipv6'));
      }),
      { numRuns: 3000 },
    );
  });
});
