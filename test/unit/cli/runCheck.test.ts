import assert from 'node:assert/strict';
import { describeFinding } from '../../../src/cli/runCheck.ts';

const orphan = { file: 'users/a.json', severity: 'warning', kind: 'orphan', message: 'it has no sidecar' } as const;

describe('a finding', () => {
  it('is printed in one line with a path relative to the working directory', () => {
    assert.equal(describeFinding(orphan, 'fixtures/', 'text'), 'fixtures/users/a.json: warning: it has no sidecar');
    assert.equal(describeFinding(orphan, '.', 'text'), 'users/a.json: warning: it has no sidecar');
  });

  it('is printed as an annotation with escaped paths and messages', () => {
    const finding = {
      ...orphan,
      file: 'a:b,c%\n::error::x.json',
      message: 'unknown endpoint: x\r\n::stop-commands::y%',
    } as const;
    assert.equal(
      describeFinding(finding, 'f', 'github'),
      '::warning file=f/a%3Ab%2Cc%25 %3A%3Aerror%3A%3Ax.json::unknown endpoint: x ::stop-commands::y%25',
    );
  });
});
