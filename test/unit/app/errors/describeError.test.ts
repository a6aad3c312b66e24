import assert from 'node:assert/strict';
import { SocialDataError, type ErrorKind, type SocialDataErrorFacts } from '../../../../src/client/errors.ts';
import { describeError } from '../../../../src/app/errors/describeError.ts';
import { testLookup } from '../../../support/testEndpoints.ts';

const describeFailure = (kind: ErrorKind, facts: Omit<SocialDataErrorFacts, 'spent'> = {}): string =>
  describeError(new SocialDataError(kind, 'for the log', { spent: 'no', ...facts }), testLookup).failed;

describe('what is said of an error', () => {
  it('names who could not be reached, and why where that is known', () => {
    const { title } = testLookup;
    assert.equal(describeFailure('network'), `${title}: the service could not be reached.`);
    assert.equal(
      describeFailure('network', { host: 'api.example.com:8443', code: 'ECONNREFUSED' }),
      `${title}: api.example.com:8443 could not be reached (ECONNREFUSED).`,
    );
    assert.equal(
      describeFailure('certificate', { host: 'api.example.com', code: 'CERT_HAS_EXPIRED' }),
      `${title}: the certificate of api.example.com is not trusted (CERT_HAS_EXPIRED).`,
    );
  });

  it('says of a bad request that something was not found only where the service says so', () => {
    const { title } = testLookup;
    for (const said of ['The user was not found', 'Tweet does not exist.', 'No such list']) {
      assert.match(describeFailure('badRequest', { said }), new RegExp(`^${title}: not found \\(`));
    }
    for (const said of ['limit must be a number', undefined]) {
      const words = describeFailure('badRequest', said === undefined ? {} : { said });
      assert.match(words, new RegExp(`^${title}: not found, or refused by the service`));
    }
  });
});
