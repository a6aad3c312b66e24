/** The oldest Node that the package runs on, as its manifest says. */
export const minNodeVersion = '22.19';

const [neededMajor, neededMinor] = [22, 19];

/** @returns undefined if it is new enough */
export function describeNodeTooOld(name: string): string | undefined {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isTooOld = major < neededMajor || (major === neededMajor && minor < neededMinor);
  return isTooOld ? `${name} needs Node ${minNodeVersion} or newer. This is Node ${version}.` : undefined;
}

/** Else a test would fail at the first thing that an older Node does not have. @throws where Node is too old */
export function requireNode(): void {
  const fault = describeNodeTooOld('social-data-explorer/testing');
  if (fault !== undefined) throw new Error(fault);
}
