/**
 * Whether what lies in `node_modules` is what the lockfile asks for.
 *
 * Compares contents, not file times: a checkout, a copy or an unpacked archive changes times
 * and nothing else, and must not cost anyone a reinstall.
 *
 * @param {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> }} lock
 *   the parsed `package-lock.json`
 * @param {typeof lock | undefined} installed
 *   the parsed `node_modules/.package-lock.json`, which npm writes last; undefined when there is none
 * @returns {boolean}
 */
export function installedMatchesLock(lock, installed) {
  if (installed?.packages === undefined || lock.packages === undefined) return false;
  for (const [place, wanted] of Object.entries(lock.packages)) {
    if (place === '') continue;
    const found = installed.packages[place];
    if (found === undefined) {
      // Packages for other systems stay out, and that is how it should be.
      if (wanted.optional === true || wanted.devOptional === true || wanted.peer === true) continue;
      return false;
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false;
  }
  return true;
}
