import { lookup } from 'node:dns';
import https from 'node:https';
import { BlockList, type LookupFunction } from 'node:net';
import type { PictureFetch } from './pictures.ts';

/** Asks the operating system for the addresses of a name. */
export type DnsResolver = typeof lookup;

/** Networks of IPv4 that are nobody's on the internet: this machine, its neighbours, tests, groups, the future. */
const nonPublicIpv4Networks: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** The prefix by which a network without IPv4 reaches one. */
const nat64Prefix = '64:ff9b::';

const nonPublicRanges = new BlockList();
for (const [network, prefix] of nonPublicIpv4Networks) {
  nonPublicRanges.addSubnet(network, prefix);
  nonPublicRanges.addSubnet(`${nat64Prefix}${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  nonPublicRanges.addSubnet(network, prefix, 'ipv6');
}
const possiblyPublicRanges = new BlockList();
possiblyPublicRanges.addSubnet('0.0.0.0', 0);
possiblyPublicRanges.addSubnet('2000::', 3, 'ipv6');
possiblyPublicRanges.addSubnet(nat64Prefix, 96, 'ipv6');

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string, family: number): boolean {
  const type = family === 6 ? 'ipv6' : 'ipv4';
  return possiblyPublicRanges.check(address, type) && !nonPublicRanges.check(address, type);
}

/**
 * The look-up of a connection, which fails for a name of which any address is not public. What is checked here is what is
 * connected to: a name cannot lead to another address in between.
 */
export function createPublicDnsLookup(resolve: DnsResolver = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = addresses?.find(({ address, family }) => !isPublicAddress(address, family));
      const [first] = addresses ?? [];
      const failure =
        error ?? (refused === undefined && first !== undefined ? null : new Error(`${hostname} is not on the public internet`));
      if (failure !== null || options.all === true) {
        done(failure, failure === null ? addresses : []);
      } else {
        done(null, first?.address ?? '', first?.family);
      }
    });
  };
}

/**
 * Asks a host of the public internet, through the editor's proxy where it has one. Nothing follows a redirect, and no cookie or
 * key is sent.
 */
export function createPublicFetch(resolve?: DnsResolver): PictureFetch {
  const checked = createPublicDnsLookup(resolve);
  return async (url, { headers, signal }) =>
    await new Promise((answered, failed) => {
      https
        .request(url, { headers, signal, lookup: checked }, (response) => {
          answered({ status: response.statusCode ?? 0, body: response });
        })
        .on('error', failed)
        .end();
    });
}
