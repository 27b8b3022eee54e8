import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { isPrivateAddress } from './private-address.ts';

/** IANA's registry of special purposes, and what is multicast or reserved. */
const SPECIAL_IPV4 = caseRows<string>(import.meta.url, 'specialIpv4');

describe('private addresses', () => {
  it.each(caseRows<string>(import.meta.url, 'private'))('%s is one', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(caseRows<string>(import.meta.url, 'public'))('%s is none', (address) => {
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
