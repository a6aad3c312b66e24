import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RequestBody } from './handleCall.ts';
import type { ControlCall } from './control/controlCall.ts';
import { toErrorBody, type SandboxReply, toSandboxReply } from './reply.ts';
import type { FixtureLookupResult, ServiceRequest, ServiceReply } from './requestHandler.ts';
import { describeForeignRequest, toLoopbackHosts, readRequestHead, type RequestHead } from './requestHead.ts';

// an import statement would also load Node's fetch, a third of the start time
const { createServer } = process.getBuiltinModule('node:http');
const nodeEvents = process.getBuiltinModule('node:events');

/** A request and its response, without query and key. */
export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly refused?: string;
  readonly played?: FixtureLookupResult;
}

export interface RequestHandlers {
  readonly services: (call: ServiceRequest) => ServiceReply | Promise<ServiceReply>;
  readonly control: (call: ControlCall) => Promise<SandboxReply>;
  readonly picture: (path: string) => SandboxReply;
}

interface ListeningServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

const keepAliveMs = 75_000; // longer than clients keep idle connections, so none is closed while it is reused
const maxHeadBytes = 64 * 1024; // 500 handles fit
const preflightHeaders = [
  ...['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE', 'Access-Control-Allow-Headers', '*'],
  ...['Access-Control-Max-Age', '600'],
];
const noBody: RequestBody = { kind: 'none' };
const controlPrefix = '/__sandbox/';
const picturePrefix = '/media/';

/**
 * Listens on 127.0.0.1. Rejects requests with a different `Host` and, except from the given origins, requests from web pages.
 * @param port 0: any free port
 * @throws Error with the code EADDRINUSE or EACCES
 */
export async function serveOnLoopback(
  { port, origins }: { readonly port: number; readonly origins: readonly string[] },
  handlers: RequestHandlers,
  onServed: ((served: ServedRequest) => void) | undefined,
): Promise<ListeningServer> {
  let hosts: ReadonlySet<string> = new Set();
  const pending = new Set<Promise<void>>();

  const respond = (request: IncomingMessage, response: ServerResponse, body: RequestBody): void => {
    const startedAt = onServed === undefined ? 0 : performance.now();
    const method = request.method ?? '';
    const head = readRequestHead(request.rawHeaders);
    const refused = describeForeignRequest(head, hosts, origins);
    const pageHeaders =
      refused === undefined && head.origin !== undefined
        ? ['Access-Control-Allow-Origin', head.origin, 'Vary', 'Origin', 'Access-Control-Expose-Headers', '*']
        : [];
    const send = (reply: ServiceReply): void => {
      const { status, played } = reply;
      deliverReply({ response, reply: { ...reply, headers: [...reply.headers, ...pageHeaders] }, isHead: method === 'HEAD' });
      onServed?.({
        method,
        path: getTargetPath(request.url ?? ''),
        status,
        ms: performance.now() - startedAt,
        ...(played === undefined ? {} : { played }),
        ...(refused === undefined ? {} : { refused }),
      });
    };
    const reply =
      refused === undefined
        ? routeRequest(handlers, request, head, body)
        : toSandboxReply(403, toErrorBody('primary', 403, refused), []);
    if (reply instanceof Promise) {
      const sending = reply.then(send, (fault: unknown) => {
        response.destroy();
        throw fault;
      });
      pending.add(sending);
      void sending.finally(() => pending.delete(sending));
    } else send(reply);
  };

  const server = createServer(
    { maxHeaderSize: maxHeadBytes, requireHostHeader: false, keepAliveTimeout: keepAliveMs, requestTimeout: 30_000 },
    (request, response) => {
      if (request.method === 'POST' && /^\/(gateway|__sandbox)\//.test(request.url ?? '')) {
        readBody(request).then(
          (body) => respond(request, response, body),
          () => response.destroy(), // the caller has closed the connection
        );
      } else {
        respond(request, response, noBody);
      }
    },
  );
  server.listen(port, '127.0.0.1');
  await nodeEvents.once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port');
  hosts = toLoopbackHosts(address.port); // no request can have been read yet
  return { origin: `http://127.0.0.1:${address.port}`, close: () => closeServer(server, pending) };
}

function routeRequest(
  handlers: RequestHandlers,
  { method = '', url: target = '' }: IncomingMessage,
  head: RequestHead,
  body: RequestBody,
): ServiceReply | Promise<ServiceReply> {
  if (method === 'OPTIONS' && head.origin !== undefined)
    return { status: 204, headers: preflightHeaders, bytes: Buffer.alloc(0) };
  if (target.startsWith(controlPrefix)) {
    const { controlToken: token, apiKey } = head;
    return handlers.control({ method, target: target.slice(controlPrefix.length), token, apiKey, body });
  }
  if (target.startsWith(picturePrefix) && (method === 'GET' || method === 'HEAD')) {
    return handlers.picture(getTargetPath(target).slice(picturePrefix.length));
  }
  return handlers.services({ method, target, head, body });
}

function getTargetPath(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

async function closeServer(server: Server, pending: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve()); // an error means that it's already closed
  });
  await Promise.allSettled(pending);
  setImmediate(() => server.closeAllConnections());
  await closed;
}

/** An advanced search needs a few hundred bytes. */
const maxBodyBytes = 64 * 1024;

/**
 * Reads a request's body as UTF-8 text, up to 64 KiB, and discards the rest, so the caller finishes sending.
 * @throws Error if the connection closes
 */
async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A request without an encoding gives buffers');
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
  }
  if (length > maxBodyBytes) return { kind: 'unreadable', reason: 'The body is larger than 64 KiB' };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { kind: 'unreadable', reason: 'The body is not UTF-8' };
  }
}

interface ReplyAndResponse {
  readonly response: ServerResponse;
  readonly reply: ServiceReply;
  readonly isHead: boolean;
}

/** Sends a response after its latency, unless the connection closes first. */
function deliverReply(sending: ReplyAndResponse): void {
  const { latencyMs = 0 } = sending.reply;
  if (latencyMs === 0) return sendReply(sending);
  const timer = setTimeout(() => sendReply(sending), latencyMs);
  sending.response.once('close', () => clearTimeout(timer));
}

function sendReply(sending: ReplyAndResponse): void {
  const { response, reply, isHead } = sending;
  switch (reply.rule?.kind) {
    case 'reset':
      return sendFirstBytes(sending, reply.rule.bytes, () => response.socket?.resetAndDestroy());
    case 'truncate':
      return sendFirstBytes(sending, reply.rule.bytes ?? reply.bytes.length >> 1, () => response.socket?.end());
    case undefined:
      response.writeHead(reply.status, [...reply.headers]);
      response.end(isHead ? undefined : reply.bytes);
  }
}

function sendFirstBytes({ response, reply }: ReplyAndResponse, bytes: number | undefined, next: () => void): void {
  if (bytes === undefined) return next();
  response.writeHead(reply.status, [...reply.headers]);
  response.flushHeaders();
  // at least one byte is missing
  const sent = reply.bytes.subarray(0, Math.min(bytes, reply.bytes.length - 1));
  response.write(sent.length === 0 ? '' : sent, next);
}
