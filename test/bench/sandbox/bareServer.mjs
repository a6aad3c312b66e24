// The reference of the sandbox bench: node:http and nothing else; plain JavaScript, so that its start is no more than node's.
// With a file of JSON it gives that page, serialized for each request, as a server does that keeps nothing; without
// one its answers are empty.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const file = process.argv[2];
const page = file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
const server = createServer((_request, response) => {
  if (page === undefined) {
    response.end();
    return;
  }
  // head and text in one write: the fastest of the ways that node has for this
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(page));
});
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
