// Fastify giving the page of a file, serialized for each request. Started with the peers' folder and the file; plain
// JavaScript, so that its start is no more than its own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [peers, file] = process.argv.slice(2);
const fastify = createRequire(join(peers, 'package.json'))('fastify');
const page = JSON.parse(readFileSync(file, 'utf8'));
const app = fastify({ keepAliveTimeout: 75_000 });
app.get('/*', async () => page);
process.stdout.write(`${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}\n`);
