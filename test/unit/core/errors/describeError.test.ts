import assert from 'node:assert/strict';
import { SocialDataError, type ErrorKind, type SocialDataErrorFacts } from '../../../../src/client/errors.ts';
import { describeError } from '../../../../src/core/errors/describeError.ts';
import { miscEmojis } from '../../../../src/client/endpoints/primary/trends.ts';
import { errorWords } from '../../../support/errorWords.ts';
import { testLookup } from '../../../support/testEndpoints.ts';
import { madeExchange } from '../cost/madeExchange.ts';

const describeFailure = (kind: ErrorKind, facts: Omit<SocialDataErrorFacts, 'spent'> = {}): string =>
  describeError(new SocialDataError(kind, 'for the log', { spent: 'no', ...facts }), testLookup).failed;

describe('describeError', () => {
  it('names the unreachable host and the error code', () => {
    const { title } = testLookup;
    assert.equal(describeFailure('network'), `${title}: the service couldn't be reached.`);
    assert.equal(
      describeFailure('network', { host: 'api.example.com:8443', code: 'ECONNREFUSED' }),
      `${title}: api.example.com:8443 couldn't be reached (ECONNREFUSED).`,
    );
    assert.equal(
      describeFailure('certificate', { host: 'api.example.com', code: 'CERT_HAS_EXPIRED' }),
      `${title}: api.example.com's certificate isn't trusted (CERT_HAS_EXPIRED).`,
    );
  });

  it("doesn't suggest checking a value if there are no parameters", () => {
    const error = new SocialDataError('badRequest', 'for the log', { spent: 'refunded', said: 'Error making emoji request.' });
    const { failed, advice } = describeError(error, miscEmojis);
    assert.match(failed, /: the service responded with status \d+ \(Error making emoji request\)\.$/);
    assert.equal(advice, errorWords.server.advice);
  });

  it('says that nothing at this base URL is the service', () => {
    const exchange = madeExchange({ status: 404 });
    const error = new SocialDataError('unexpectedStatus', 'for the log', { spent: 'maybe', exchange });
    const { failed, actions } = describeError(error, testLookup);
    assert.equal(failed, `${testLookup.title}: no Primary API found at this base URL (status 404).`);
    assert.equal(actions[0], 'editAddress');
  });

  it('says what was not found once, and keeps any other reason', () => {
    const exchange = madeExchange({ status: 404 });
    const of = (said: string) =>
      describeFailure('notFound', {
        said,
        exchange: { ...exchange, request: { ...exchange.request, params: { username: 'ada' } } },
      });
    assert.equal(of('User ada was not found.'), '@ada was not found.');
    assert.equal(of('Account suspended'), '@ada was not found (Account suspended).');
    assert.equal(describeFailure('notFound'), `${testLookup.title} was not found.`);
  });

  it('says that a bad request may be a missing record', () => {
    assert.match(describeFailure('badRequest'), new RegExp(`^${testLookup.title}: not found, or rejected by the service`));
  });
});
