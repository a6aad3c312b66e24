import * as vscode from 'vscode';
import { toSafeWebAddress } from '../../core/records/toPost.ts';
import type { pageRequests, PageResults } from '../../core/channel/pageCommands.ts';
import type { Contract, HostHandlers } from '../../core/channel/channel.ts';
import type { Services } from '../services.ts';
import { showRefusal } from '../dialogs.ts';
import { getConnectionPermalinkBase } from '../../core/connections/responseConnection.ts';

interface PostPageContract extends Contract {
  readonly host: { readonly requests: typeof pageRequests; readonly events: Contract['host']['events'] };
  readonly results: PageResults;
}

/** @param connection the one that the page was opened over */
export function createPageRequestHandlers(
  { connections, open, sandboxPictures }: Pick<Services, 'connections' | 'open' | 'sandboxPictures'>,
  connection: () => string | undefined,
): HostHandlers<PostPageContract>['requests'] {
  return {
    openLink: async ({ url }) => await openLink(url),
    lookUpUser: async ({ handle }) => await open.user(handle, connection()),
    lookUpSpace: async ({ id }) => {
      const site = getConnectionPermalinkBase(connections.isLocal(connections.names(connection()).primary));
      await open.lookUp(`${site}/i/spaces/${id}`, connection());
    },
    searchTag: async ({ tag }) => await open.search(tag.startsWith('$') ? tag : `#${tag}`, connection()),
    picture: async ({ url }) => (await sandboxPictures())(url) ?? null,
  };
}

/** VS Code asks first where it does not trust the host. Anything but a web address is refused. */
export async function openLink(address: string): Promise<void> {
  const url = toSafeWebAddress(address);
  if (url === undefined) {
    showRefusal(vscode.l10n.t('Only web links can be opened.'));
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
