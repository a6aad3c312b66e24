// The client bench's server, in its own process: one page, as fast as node:http sends it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simplePage } from './simplePage.mts';

const body = Buffer.from(simplePage());
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': body.length,
  'x-price-per-call': '0.00021',
  'x-remaining-balance': '4.87',
  'x-response-format': 'simple',
};
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers);
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${String((server.address() as AddressInfo).port)}\n`);
});
process.on('disconnect', () => process.exit());
