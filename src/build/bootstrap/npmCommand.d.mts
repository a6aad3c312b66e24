export type NpmCommand = { readonly program: string; readonly args: string[]; readonly shell: boolean };

export type NpmCommandFrom = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly nodePath: string;
};

export function npmCommand(args: readonly string[], from: NpmCommandFrom): NpmCommand;
