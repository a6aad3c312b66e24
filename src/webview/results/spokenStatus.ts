import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { t } from '../shared/translate.ts';
import type { Shown } from './shownRows.ts';

/** What a screen reader says of the page as it is now. */
export function spokenStatus(status: ResultsStatus | undefined): string {
  if (status === undefined) {
    return '';
  }
  if (status.waiting !== '') {
    return status.waiting;
  }
  if (status.isStopping) {
    return t('Stopping after the page on its way');
  }
  // one page more has no progress to tell of
  if (status.phase === 'loading' || (status.isLoading && status.progress === null)) {
    return t('Loading');
  }
  const parts = [spokenProgress(status.progress), status.notice, status.failure?.message ?? '', status.summary];
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

function spokenProgress(progress: ResultsStatus['progress']): string {
  return progress === null ? '' : t('Loading page {0} of {1}', progress.done + 1, progress.atMost);
}

/** How many fit a filter, for a voice of its own that waits for the last letter; empty while it is not known. */
export function spokenFit(filter: string, loaded: number, { indexes, isWhole }: Shown): string {
  return filter === '' || !isWhole ? '' : t('{0} of {1} fit the filter', indexes.length, loaded);
}
