import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivateAddress } from './private-address.ts';

/** IANA's registry of special purposes, and what is multicast or reserved. */
const SPECIAL_IPV4 = [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
  ],
  ...[
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
  ],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
];

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
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[::a00:1]/',
    'http://[64:ff9b:1::808:808]/',
    'http://[2002:a00:1::1]/',
    'http://[2001::1]/',
    'http://224.0.0.251/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
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

  it('are those of Node’s block list, for every address of IPv4', () => {
    const list = new BlockList();
    for (const range of SPECIAL_IPV4) {
      const [net = '', bits] = range.split('/');
      list.addSubnet(net, Number(bits), 'ipv4');
    }
    const edge = fc.constantFrom(
      '172.15',
      '172.16',
      '172.31',
      '172.32',
      '100.63',
      '100.64',
      '198.19',
      '223.255',
    );
    const ipv4 = fc.oneof(
      fc.ipV4(),
      fc.tuple(edge, fc.nat(255), fc.nat(255)).map((parts) => parts.join('.')),
    );
    fc.assert(
      fc.property(ipv4, (address) => {
        const isSpecial = list.check(address, 'ipv4');
        expect(isPrivateAddress(`http://${address}/`)).toBe(isSpecial);
        expect(isPrivateAddress(`http://[::ffff:${address}]/`)).toBe(isSpecial);
        expect(isPrivateAddress(`http://[64:ff9b::${address}]/`)).toBe(isSpecial);
      }),
      { numRuns: 3000 },
    );
  });
});
