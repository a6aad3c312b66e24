// The reference of the sandbox bench: only node:http, in plain JavaScript, so it starts as fast as node.
// With a JSON file, it serializes the page for each request, as a server without a cache does; without a file,
// its responses are empty.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const file = process.argv[2];
const page = file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
const server = createServer((_request, response) => {
  if (page === undefined) {
    response.end();
    return;
  }
  // head and body in one write, the fastest way in node
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(page));
});
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
