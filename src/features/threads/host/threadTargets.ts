import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { formatPostPlainText, formatThreadMarkdown } from '../formatThreadMarkdown.ts';
import { formatUnloadedParts } from '../threadSnapshot.ts';
import { decodeBodyText, type Exchange } from '../../../client/exchange.ts';
import { findJsonObjectByMember } from '../../../client/json/sliceJson.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import type { RecordTarget } from '../../../workbench/recordTarget.ts';
import { saveFile } from '../../../workbench/services/saveFile.ts';
import type { FixtureSource, Services } from '../../../workbench/services.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { openThread } from './loadThread.ts';
import { getThreadDocumentUri } from './threadDocuments.ts';
import type { ThreadSession } from './threadSession.ts';

const postIdPropertyNames = ['rest_id', 'id'];

/** Undefined if the thread doesn't have the post. */
export function createPostTarget(session: ThreadSession, id: string): RecordTarget | undefined {
  const { connection, snapshot } = session;
  const post = snapshot.post(id);
  const exchange = snapshot.exchangeWith(id);
  return post === undefined
    ? undefined
    : {
        records: [{ kind: 'post', id, url: post.url, author: { kind: 'user', handle: post.author.handle } }],
        connection,
        responses: async () => await Promise.resolve(exchange === undefined ? [] : [{ exchange }]),
        openAsThread: async () => await openThread(session, id),
        source: () => (exchange === undefined ? undefined : toFixtureSource([exchange])),
        json: () =>
          exchange === undefined
            ? undefined
            : findJsonObjectByMember(decodeBodyText(exchange), exchange.value, postIdPropertyNames, id),
        text: () => formatPostPlainText(post),
      };
}

/** The loaded pages. */
export function createThreadTarget(services: Services, session: ThreadSession): RecordTarget {
  const { pages } = session.snapshot;
  const exchanges = pages.map(({ exchange }) => exchange);
  const uri = getThreadDocumentUri(exchanges[0]?.id ?? '');
  const ofDocument: Partial<RecordTarget> = {
    openAsTable: async () => await Promise.resolve(void refuseDocuments(exchanges)),
    openAsJson: async () => await vscode.commands.executeCommand<void>('vscode.open', uri),
  };
  return {
    records: [],
    connection: session.connection,
    responses: async () =>
      await Promise.resolve(
        pages.map(({ page, exchange }) => {
          const handle = session.snapshot.post(page.postId)?.author.handle;
          return { exchange, detail: handle === undefined ? page.postId : `@${sanitizeForVsCode(handle)} (${page.postId})` };
        }),
      ),
    missing: vscode.l10n.t('Open a thread first.'),
    ...(uri === undefined ? {} : ofDocument),
    source: () => {
      const left = formatUnloadedParts(session.snapshot);
      return toFixtureSource(exchanges, left === '' ? undefined : vscode.l10n.t("The thread isn't complete: {0}.", left));
    },
    markdown: () => toMarkdown(session),
    export: async () => {
      const text = toMarkdown(session); // the view may show a different thread by the time a file is chosen
      const name = `thread-${session.state.focalId ?? ''}.md`;
      await saveFile(services, { name, what: vscode.l10n.t('Thread'), make: () => text });
    },
  };
}

function toFixtureSource(exchanges: readonly Exchange[], remark?: string): FixtureSource | undefined {
  return refuseDocuments(exchanges) ? undefined : { kind: exchanges.length === 1 ? 'response' : 'thread', exchanges, remark };
}

function refuseDocuments(exchanges: readonly Exchange[]): boolean {
  const isDocument = exchanges.some(({ id }) => getThreadDocumentUri(id) !== undefined);
  if (isDocument) {
    showRefusal(addNoChargeSentence(vscode.l10n.t('This thread comes from a document, not a response.')));
  }
  return isDocument;
}

function toMarkdown(session: ThreadSession): string {
  return formatThreadMarkdown(session.snapshot.rows, (id) => session.snapshot.post(id));
}
