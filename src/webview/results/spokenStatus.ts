import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { t } from '../shared/translate.ts';
import type { Shown } from './shownRows.ts';

/** What a screen reader says of the page as it is now; of a filter only what is known. */
export function spokenStatus(status: ResultsStatus | undefined, filter: string, { indexes, isWhole }: Shown): string {
  if (status === undefined) {
    return '';
  }
  if (status.waiting !== '') {
    return status.waiting;
  }
  if (status.phase === 'loading') {
    return t('Loading');
  }
  const progress = status.progress === null ? '' : t('Loading page {0} of {1}', status.progress.done + 1, status.progress.atMost);
  const fit = filter === '' || !isWhole ? '' : t('{0} of {1} fit the filter', indexes.length, status.loaded);
  const parts = [progress, status.notice, status.failure?.message ?? '', status.summary, fit];
  switch (status.failure === null ? status.phase : 'failed') {
    case 'empty':
      return t('No results.');
    case 'gone':
      return t('These answers are not kept any more.');
    case 'idle':
    case 'ready':
    case 'failed':
      return parts.filter((part) => part !== '').join('. ');
  }
}
