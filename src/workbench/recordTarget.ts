import * as vscode from 'vscode';
import type { Exchange, ExchangeRequest } from '../client/exchange.ts';
import type { AnyRecord } from '../client/records/readRecord.ts';
import type { RecordPath } from '../client/records/toPage.ts';
import type { RecordAction } from '../core/channel/pageCommands.ts';
import type { DetailLineRecord } from '../core/records/treeRecord.ts';
import type { FixtureSource, Services } from './services.ts';

export interface RecordResponse {
  readonly exchange: Exchange;
  /** Of the record. Default: the whole response. */
  readonly path?: RecordPath;
  /** Distinguishes it from other pages. */
  readonly detail?: string;
}

export type RefreshedRequest = Pick<ExchangeRequest, 'endpointId' | 'params' | 'format'>;

/**
 * What a command of `socialData.records` acts on: a record, a response, the pages of a query, or a selection. A view sets an
 * optional member only if it knows more than the response.
 */
export interface RecordTarget {
  /** Empty for a response or pages as a whole. */
  readonly records: readonly (AnyRecord | DetailLineRecord)[];
  readonly connection: string;
  /** Its pages in order; empty if they aren't in history. Doesn't send requests. */
  readonly responses: () => Promise<readonly RecordResponse[]>;
  /** What *Refresh* sends if there is no response, and what *Collect…* collects. */
  readonly request?: RefreshedRequest;
  /** Why there is no response. */
  readonly missing?: string | undefined;
  readonly open?: () => Promise<void>;
  readonly openAsTable?: () => Promise<void>;
  readonly openAsThread?: () => Promise<void>;
  readonly openAsJson?: () => Promise<void>;
  /** Shows the price first, unless it is free or was shown. */
  readonly refresh?: (targets: readonly RecordTarget[], isPriceShown: boolean) => Promise<void>;
  /** What one fixture holds; undefined after showing why there can't be one. Default: the responses. */
  readonly source?: () => FixtureSource | undefined;
  /** A fixture's sidecar. */
  readonly sidecarUri?: vscode.Uri;
  /** A file that isn't a fixture. */
  readonly file?: vscode.Uri;
  readonly json?: () => string | undefined;
  readonly text?: () => string;
  readonly markdown?: () => string;
  readonly export?: () => Promise<void>;
}

/** @param exchange if omitted, actions say to open a response first */
export function createResponseTarget({ connections }: Pick<Services, 'connections'>, exchange?: Exchange): RecordTarget {
  return {
    records: [],
    connection: exchange === undefined ? connections.selected('primary') : connections.nameOf(exchange),
    responses: async () => await Promise.resolve(exchange === undefined ? [] : [{ exchange }]),
    missing: vscode.l10n.t('Open a response first.'),
  };
}

/** A page in a view or in tabs. */
export interface RecordView {
  /** The page's element, which its places name in `data-vscode-context`. */
  readonly page: string;
  /** `focused`: a view in a side bar · `active`: the active tab · `behind`: another tab · `open`: a view without focus. */
  state(): 'focused' | 'active' | 'behind' | 'open' | undefined;
  /** @param place the merged `data-vscode-context`; undefined: the selection, or the page as a whole */
  act(action: RecordAction, place: object | undefined): Promise<void>;
}

const views = new Set<RecordView>();

export function registerRecordView(view: RecordView): vscode.Disposable {
  views.add(view);
  return { dispose: () => void views.delete(view) };
}

export function findRecordView(isMeant: (view: RecordView) => boolean): RecordView | undefined {
  return [...views].find(isMeant);
}
