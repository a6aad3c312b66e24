import assert from 'node:assert/strict';
import { installedMatchesLock } from '../../../src/build/bootstrap/installedMatchesLock.mjs';

describe('installedMatchesLock', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const b = { version: '2.0.0', integrity: 'sha512-b' };
  const lock = { packages: { '': { version: '0.1.0' }, 'node_modules/a': a, 'node_modules/b': b } };

  it('holds when all that the lockfile names is there', () => {
    assert.equal(installedMatchesLock(lock, { packages: { 'node_modules/a': a, 'node_modules/b': b } }), true);
  });

  it('does not hold when nothing was installed', () => {
    assert.equal(installedMatchesLock(lock, undefined), false);
    assert.equal(installedMatchesLock(lock, {}), false);
  });

  it('does not hold when a package is missing', () => {
    assert.equal(installedMatchesLock(lock, { packages: { 'node_modules/a': a } }), false);
  });

  it('does not hold when a package has another version or other contents', () => {
    const installed = (other: typeof b) => ({ packages: { 'node_modules/a': a, 'node_modules/b': other } });
    assert.equal(installedMatchesLock(lock, installed({ ...b, version: '2.0.1' })), false);
    assert.equal(installedMatchesLock(lock, installed({ ...b, integrity: 'sha512-c' })), false);
  });

  it('lets packages for other systems be missing, but not be outdated', () => {
    const optional = { packages: { ...lock.packages, 'node_modules/b': { ...b, optional: true } } };
    assert.equal(installedMatchesLock(optional, { packages: { 'node_modules/a': a } }), true);
    const outdated = { packages: { 'node_modules/a': a, 'node_modules/b': { ...b, version: '1.9.0' } } };
    assert.equal(installedMatchesLock(optional, outdated), false);
  });

  it('takes what npm installed beside the lockfile for no difference', () => {
    const more = { packages: { 'node_modules/a': a, 'node_modules/b': b, 'node_modules/c': b } };
    assert.equal(installedMatchesLock(lock, more), true);
  });
});
