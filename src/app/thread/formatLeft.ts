import * as l10n from '@vscode/l10n';
import { formatMore } from '../records/formatLoaded.ts';
import type { ThreadPages } from './threadPages.ts';

/** "more available, 2 branches left": what of a thread is not fetched; empty where it is whole. */
export function formatLeft({ left: { hasNextPage, branches }, isStalled }: Pick<ThreadPages, 'isStalled' | 'left'>): string {
  const count = branches.length;
  return [
    ...(hasNextPage ? [formatMore(isStalled)] : []),
    ...(count === 0 ? [] : [count === 1 ? l10n.t('1 branch left') : l10n.t('{0} branches left', count)]),
  ].join(', ');
}
