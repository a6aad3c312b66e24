import { type ClientOptions, createClient } from '../../../../../src/client/createClient.ts';
import type { SocialDataError } from '../../../../../src/client/errors.ts';
import { fakeClock } from '../../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../../../support/testEndpoints.ts';

/** A client for both services with one key, a lookup, and lookup errors in order. */
export function callingClient(
  reply: (index: number) => FakeReply | Promise<FakeReply>,
  options: Pick<ClientOptions, 'deadlineMs'> = {},
) {
  const clock = fakeClock();
  const transport = fakeTransport((_, index) => reply(index), clock.now);
  const connection = testConnection();
  const client = createClient({ connections: { primary: connection, gateway: connection }, transport, clock, ...options });
  const errors: SocialDataError[] = [];
  const call = (name: string) => {
    const made = client.call(testLookup, { name });
    made.catch((error: unknown) => errors.push(error as SocialDataError));
    return made;
  };
  return { clock, transport, client, call, errors };
}
