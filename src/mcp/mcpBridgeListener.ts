import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../client/clock.ts';
import { systemClock } from '../client/systemClock.ts';
import { bridgeEnvNames } from './bridgeEnvNames.ts';
import type { McpConnection } from './serveMcp.ts';

/** What a bridge needs to come in, once. */
export interface McpBridgeCredentials {
  /** Where to, and a token, in the bridge's environment: the arguments of a program are seen by other accounts. */
  readonly env: Readonly<Record<string, string>>;
}

/** The longest first line that is waited for, in bytes, and how long, in milliseconds. */
const maxTokenBytes = 128;
const maxWaitForTokenMs = 10_000;

/** How long a ticket serves: the editor starts the bridge right after it asked for one. */
export const bridgeTokenLifetimeMs = 60_000;

/**
 * Lets bridges in: programs that a client starts, and that pass on what it says. Each shows a token that was made for it, in its first
 * line; what shows none is cut off, and a token serves once, within a minute. So this process serves, and what it knows stays in it.
 */
export class McpBridgeListener {
  readonly #serve: (socket: Socket) => McpConnection;
  readonly #clock: Pick<Clock, 'monotonicNow'>;
  /** Until when each serves, by the steady clock. */
  readonly #tokens = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  #listening: Promise<{ readonly server: Server; readonly address: string; readonly folder: string | undefined }> | undefined;
  #isClosed = false;

  constructor(serve: (socket: Socket) => McpConnection, clock: Pick<Clock, 'monotonicNow'> = systemClock) {
    this.#serve = serve;
    this.#clock = clock;
  }

  /**
   * A ticket for one bridge. Listens from the first one on.
   * @throws where it cannot listen; the next ticket tries again
   */
  async createCredentials(): Promise<McpBridgeCredentials> {
    if (this.#isClosed) {
      throw new Error('the door is closed'); // nobody would close it again
    }
    this.#listening ??= this.#listen().catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    const { address } = await this.#listening;
    const token = randomBytes(24).toString('base64url');
    this.#forgetOld();
    this.#tokens.set(token, this.#clock.monotonicNow() + bridgeTokenLifetimeMs);
    return { env: { [bridgeEnvNames.address]: address, [bridgeEnvNames.token]: token } };
  }

  /** Ends every connection. No ticket serves any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#tokens.clear();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    const { server, folder } = (await this.#listening?.catch(() => undefined)) ?? {};
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
    if (folder !== undefined) {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #forgetOld(): void {
    const now = this.#clock.monotonicNow();
    for (const [token, until] of this.#tokens) {
      if (until <= now) {
        this.#tokens.delete(token);
      }
    }
  }

  async #listen() {
    // a named pipe, or a socket in a folder that this account alone may enter
    const folder = process.platform === 'win32' ? undefined : await mkdtemp(join(tmpdir(), 'social-data-'));
    const address = folder === undefined ? `\\\\.\\pipe\\social-data-${randomUUID()}` : join(folder, 'mcp');
    const server = createServer((socket) => this.#enter(socket));
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(address, resolve);
      });
    } catch (error) {
      if (folder !== undefined) {
        await rm(folder, { recursive: true, force: true });
      }
      throw error;
    }
    return { server, address, folder };
  }

  #enter(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    const timer = setTimeout(() => socket.destroy(), maxWaitForTokenMs);
    socket.once('close', () => clearTimeout(timer));
    let held = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf(10);
      if (end === -1 && held.length <= maxTokenBytes) {
        return;
      }
      clearTimeout(timer);
      socket.off('data', onData);
      this.#forgetOld();
      if (end === -1 || !this.#tokens.delete(held.toString('latin1', 0, end))) {
        socket.destroy();
        return;
      }
      socket.pause();
      socket.unshift(held.subarray(end + 1));
      void this.#serve(socket).closed.then(() => socket.end());
    };
    socket.on('data', onData);
  }
}
