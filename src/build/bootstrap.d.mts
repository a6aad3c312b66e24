interface Lockfile {
  readonly packages?: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly integrity?: string;
        readonly optional?: boolean;
        readonly devOptional?: boolean;
        readonly peer?: boolean;
      }
    >
  >;
}

export function installedMatchesLock(lock: Lockfile, installed: Lockfile | undefined): boolean;

export function npmCommand(
  args: readonly string[],
  from: { readonly env: Readonly<Record<string, string | undefined>>; readonly platform: string; readonly nodePath: string },
): { readonly program: string; readonly args: string[]; readonly shell: boolean };
