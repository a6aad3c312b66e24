import * as vscode from 'vscode';
import type { AnyRecord } from '../client/records/readRecord.ts';
import { formatCounts } from './formatCounts.ts';

type SummarySubject = 'user' | 'thread' | 'list' | 'community';

export interface RecordSummary {
  readonly title: string;
  readonly text: string;
  /** "330 followers" */
  readonly counts: readonly string[];
  /** The address of its picture. */
  readonly picture: string | undefined;
  /** The lookup that shows the record, if there is one. */
  readonly subject: SummarySubject | undefined;
}

/** Undefined if the record doesn't have a name. */
export function summarizeRecord(record: AnyRecord): RecordSummary | undefined {
  switch (record.kind) {
    case 'post': {
      const { author, text = '' } = record;
      return createRecordSummary({ ...author, text: text === '' ? vscode.l10n.t('(no text)') : text }, 'thread');
    }
    case 'user':
      return createRecordSummary(
        { ...record, text: record.bio },
        'user',
        formatCounts(record, 'exact', 'followers', 'following', 'posts'),
      );
    case 'list':
    case 'community':
      return createRecordSummary(
        { name: record.name, text: record.description },
        record.kind,
        record.kind === 'list' ? formatCounts(record, 'exact', 'members', 'followers') : formatCounts(record, 'exact', 'members'),
      );
    case 'space':
    case 'job':
      return createRecordSummary({ name: record.title });
    case 'place':
      return createRecordSummary({ name: record.name });
    case 'trend':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return undefined;
  }
}

interface RecordSummaryParts {
  readonly name?: string | undefined;
  readonly handle?: string | undefined;
  readonly text?: string | undefined;
  readonly avatarUrl?: string | undefined;
}

function createRecordSummary(
  { name, handle, text = '', avatarUrl: picture }: RecordSummaryParts,
  subject?: SummarySubject,
  counts: readonly string[] = [],
): RecordSummary | undefined {
  return name === undefined
    ? undefined
    : { title: handle === undefined ? name : `${name} @${handle}`, text, counts, picture, subject };
}
