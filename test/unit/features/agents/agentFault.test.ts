import assert from 'node:assert/strict';
import { toAgentFault } from '../../../../src/features/agents/agentFault.ts';
import { noCost } from '../../../../src/core/cost/cost.ts';
import { miscEmojis, userByUsername } from '../../../../src/client/endpoints/table.ts';
import { type ErrorKind, SocialDataError, type SocialDataErrorFacts } from '../../../../src/client/errors.ts';
import { emptyReceipt } from '../../../../src/client/exchange.ts';

const fixableByKind: Readonly<Record<ErrorKind, 'agent' | 'person' | 'nobody'>> = {
  ...{ input: 'agent', invalid: 'agent', badRequest: 'agent', notFound: 'agent', noResults: 'agent', notStored: 'agent' },
  ...{ connectionChanged: 'agent' },
  ...{
    noKey: 'person',
    noConnection: 'person',
    address: 'person',
    budget: 'person',
    storage: 'person',
    unauthorized: 'person',
    noBalance: 'person',
  },
  ...{ redirect: 'person', unexpectedStatus: 'person', network: 'person', certificate: 'person', cancelled: 'person' },
  ...{ forbidden: 'nobody', rateLimited: 'nobody', upstreamTimeout: 'nobody', conflict: 'nobody', server: 'nobody' },
  ...{ interrupted: 'nobody', timeout: 'nobody', tooLarge: 'nobody', shape: 'nobody' },
};
const kinds = Object.keys(fixableByKind) as ErrorKind[];

function faultOf(kind: ErrorKind, facts: Partial<SocialDataErrorFacts> = {}) {
  return toAgentFault(new SocialDataError(kind, 'username is missing', { spent: 'no', ...facts }), userByUsername, noCost);
}

describe('an error message for an agent', () => {
  for (const kind of kinds) {
    it(`says how to fix the request, or not to repeat it: ${kind}`, () => {
      const { fixableBy, message } = faultOf(kind);
      assert.equal(fixableBy, fixableByKind[kind]);
      assert.match(message, /^User/);
      assert.notEqual(/don't repeat/i.test(message), /check|use |send|ask the user|try again/i.test(message), message);
    });

    it(`mentions neither budget nor cost in the sandbox: ${kind}`, () => {
      const { message } = faultOf(kind, { receipt: { ...emptyReceipt, isPlayMoney: true } });
      assert.equal(/budget|cost|paid|\$/i.test(message), kind === 'budget', message);
    });
  }

  it("doesn't suggest checking values if there are no parameters", () => {
    const error = new SocialDataError('badRequest', 'Error making emoji request.', { spent: 'no' });
    const { fixableBy, message } = toAgentFault(error, miscEmojis, noCost);
    assert.equal(fixableBy, 'nobody');
    assert.match(message, /Try again later\.$/);
  });

  it("doesn't contain anything that others wrote", () => {
    const facts = { said: 'canary', code: 'canary', host: 'canary', cause: new Error('canary') };
    for (const kind of kinds) {
      const fault = faultOf(kind, facts);
      assert.ok(!fault.message.includes('canary'), fault.message);
      assert.equal(fault.said, 'canary');
    }
  });
});
