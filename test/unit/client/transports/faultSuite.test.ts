import assert from 'node:assert/strict';
import { createClient } from '../../../../src/client/createClient.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import type { Transport } from '../../../../src/client/transport.ts';
import { bothTransports } from '../../../support/bothTransports.ts';
import { brokenConnectionFaults, unreadableFaults } from '../../../support/faultServer/faults.ts';
import { type SocketResponder, type FaultServer, startFaultServer } from '../../../support/faultServer/faultServer.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';
import { maxWaitMs } from '../../../support/limits.ts';

/** Short if the deadline ends the call, long if the fault does. */
const deadlinesMs = { silent: 1_500, heard: maxWaitMs } as const;
const maxBodyBytes = 1024 * 1024;

for (const [name, open] of bothTransports) {
  describe(`the transport over ${name}`, () => {
    let transport: Transport;
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    before(() => {
      transport = open();
      process.on('unhandledRejection', note);
      process.on('uncaughtException', note);
    });
    after(async () => {
      await transport.close();
      await new Promise((resolve) => setImmediate(resolve));
      process.off('unhandledRejection', note);
      process.off('uncaughtException', note);
      assert.deepEqual(unhandled, []);
    });

    for (const fault of [...brokenConnectionFaults, ...unreadableFaults]) {
      it(`survives ${fault.name}: ${fault.kinds.join(' or ')}, sent once`, async () => {
        const deadlineMs = deadlinesMs[fault.kinds.includes('timeout') ? 'silent' : 'heard'];
        const { error, server } = await callInto(transport, fault.behave, deadlineMs);
        assert(error instanceof SocialDataError, String(error));
        assert(fault.kinds.includes(error.kind), `${error.kind}: ${error.message}`);
        assert.equal(error.spent, error.kind === 'shape' ? 'yes' : error.kind === 'interrupted' ? 'maybe' : fault.spent);
        assert.equal(server.requests.length, 1);
        if (error.kind === 'tooLarge') {
          assert.equal(error.exchange?.body.byteLength, maxBodyBytes, 'the body is stored up to the limit');
        }
      });
    }
  });
}

/** Sends a request to a faulty server. */
async function callInto(
  transport: Transport,
  behave: SocketResponder,
  deadlineMs: number,
): Promise<{ readonly error: unknown; readonly server: FaultServer }> {
  const server = await startFaultServer(behave);
  const connection = testConnection({
    baseUrl: server.origin,
    credentials: () => Promise.resolve({ origin: server.origin, headers: { 'x-api-key': 'test-key' } }),
  });
  const client = createClient({ connections: { primary: connection }, transport, deadlineMs, maxBodyBytes, random: () => 0 });
  const error: unknown = await client.call(testLookup, { name: 'a' }, { reuse: 'never' }).catch((reason: unknown) => reason);
  await server.close();
  return { error, server };
}
