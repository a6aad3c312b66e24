export type LockedPackage = {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
};

export type Lockfile = { readonly packages?: Readonly<Record<string, LockedPackage>> };

export function installedMatchesLock(lock: Lockfile, installed: Lockfile | undefined): boolean;
