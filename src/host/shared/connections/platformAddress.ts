/**
 * Where people look at an account, a list, a community or an audio room; undefined without a name.
 * @param site what the addresses of the platform's pages begin with
 * @param name the handle of an account, the id of anything else
 */
export function platformAddress(site: string, kind: 'user' | 'list' | 'community' | 'space', name: string): string | undefined {
  if (name === '') {
    return undefined;
  }
  const part = encodeURIComponent(name);
  switch (kind) {
    case 'user':
      return `${site}/${part}`;
    case 'list':
      return `${site}/i/lists/${part}`;
    case 'community':
      return `${site}/i/communities/${part}`;
    case 'space':
      return `${site}/i/spaces/${part}`;
  }
}
