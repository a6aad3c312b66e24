// The collect bench's server, in its own process: 200,000 followers in pages of 100, as fast as node:http sends them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const usersPerPage = 100;

function toPage(page: number, pages: number): Buffer {
  const data = Array.from({ length: usersPerPage }, (_, index) => {
    const id = String(1_500_000_000_000_000_000n + BigInt(page * usersPerPage + index));
    const username = `reader_${(page * usersPerPage + index).toString(36)}`;
    return {
      ...{ id, username, name: `Reader ${index}`, description: 'Reads more than she writes, mostly about birds and boats.' },
      ...{ location: 'Bergen', url: `https://example.test/${username}`, createdAt: '2016-12-23T23:19:19Z' },
      ...{ avatarUrl: `https://media.example/${username}.jpg`, bannerUrl: null, verified: index % 9 === 0, verifiedType: null },
      ...{ protected: false, counts: { followers: index, following: 24, tweets: 3, likes: 0, media: 0, listed: 0 } },
      ...{ pinnedTweetIds: [], isAutomated: false },
    };
  });
  const isLast = page === pages - 1;
  const nextCursor = isLast ? null : `${page + 1}|${id19(page)}`;
  return Buffer.from(JSON.stringify({ data, nextCursor, previousCursor: null, hasNextPage: !isLast }));
}

function id19(page: number): string {
  return String(1_700_000_000_000_000_000n + BigInt(page));
}

const pages = Number(process.argv[2]);
const bodies = Array.from({ length: pages }, (_, page) => toPage(page, pages));
const server = createServer((request, response) => {
  request.resume();
  const cursor = new URL(request.url ?? '', 'http://localhost').searchParams.get('cursor') ?? '0|';
  const body = bodies[Number(cursor.split('|')[0])] ?? Buffer.alloc(0);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, 'x-price-per-call': '0.0002' });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${String((server.address() as AddressInfo).port)}\n`);
});
process.on('disconnect', () => process.exit());
