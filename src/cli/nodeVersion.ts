/** The oldest Node that the package runs on, as its manifest says. */
export const minNodeVersion = '22.13';

const [neededMajor, neededMinor] = [22, 13];

/** @param version as in `process.versions.node` */
export function isNodeTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}
