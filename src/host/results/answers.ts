import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { userById, userByUsername } from '../../client/endpoints/primary/users.ts';
import type { Exchange } from '../../client/exchange.ts';
import { toPage } from '../../client/records/toPage.ts';
import { pickRecords } from '../../app/fixtures/pickRecords.ts';
import type { FollowerSnapshot } from '../../app/table/plots/plotCountsOverTime.ts';
import { loadKeptExchange, showExchange } from '../shared/exchangeDocuments.ts';
import { parseFixtureAnswerId } from '../shared/fixtureAnswerIds.ts';
import { pickPage, showRefusal } from '../shared/dialogs.ts';
import type { FixturePurpose, FixtureSource, Services } from '../shared/services.ts';
import type { LoadedRecords } from './loadedRecords.ts';

/** The most pages that become one fixture: a repository has no use for more. */
const maxFixturePages = 200;

/** How many kept answers are looked through for followers. */
const maxSnapshotAnswers = 300;

/** Saves what is selected as one fixture, or all that is loaded. */
export async function saveSelectedOrLoadedAsFixture(
  services: Services,
  records: LoadedRecords,
  rows: readonly number[],
  purpose: FixturePurpose = 'asItCame',
): Promise<void> {
  const [first, second] = records.answers;
  if (first === undefined) {
    return showRefusal(vscode.l10n.t('No results are loaded. Press Search first, then save.'));
  }
  const isAll = rows.length === 0 || rows.length === records.size;
  const count = isAll ? records.answers.length : records.answersOf(rows).length;
  if (count > maxFixturePages) {
    return showRefusal(
      addNoChargeSentence(
        vscode.l10n.t('A fixture holds at most {0} pages, and this would take {1}: nothing was saved.', maxFixturePages, count),
        vscode.l10n.t('Select the records that you need.'),
      ),
    );
  }
  const source: FixtureSource = isAll
    ? { kind: second === undefined ? 'answer' : 'pages', exchanges: [...records.answers] }
    : createSelectedFixtureSource(records, rows);
  await services.saveAnswersAsFixtures([source], purpose);
}

/** The answers that hold what is selected, without all else where that can be cut out. */
function createSelectedFixtureSource(records: LoadedRecords, rows: readonly number[]): FixtureSource {
  const pages = records.selected(rows);
  const kept = pages.map(({ exchange, records: wanted }) => pickRecords(exchange, wanted));
  if (kept.every((exchange) => exchange !== undefined)) {
    const names = pages.flatMap(({ records: wanted }) => wanted.map(({ kind, id, path }) => [kind, id ?? path]));
    return { kind: 'records', exchanges: kept, selection: JSON.stringify(names) };
  }
  return { kind: pages.length === 1 ? 'answer' : 'pages', exchanges: pages.map(({ exchange }) => exchange) };
}

/** Opens the answer that holds what is selected as a document; asks which where there are several. */
export async function openAnswerOfRows(services: Services, records: LoadedRecords, rows: readonly number[]): Promise<void> {
  const placeHolder = vscode.l10n.t('A document is one answer as it came. Which page?');
  const exchange = await pickAnswer(records, rows, { title: vscode.l10n.t('Open as JSON'), placeHolder });
  if (exchange !== undefined) {
    await showExchange(services, exchange);
  }
}

/** @returns undefined where there is none, or none was picked */
async function pickAnswer(
  records: LoadedRecords,
  rows: readonly number[],
  words: Parameters<typeof pickPage>[1],
): Promise<Exchange | undefined> {
  const choices = records.answersOf(rows).map((answer) => ({
    number: records.answers.indexOf(answer) + 1,
    sentAt: answer.sentAt,
    bodyBytes: answer.body.byteLength,
    page: answer,
  }));
  return await pickPage(choices, words);
}

/** Makes what reads some answers by their ids, from memory, their fixtures or the store; undefined for those that are gone. */
export async function createKeptAnswerReader(
  services: Services,
  ids: readonly string[],
): Promise<(id: string) => Exchange | undefined> {
  const { exchanges, store, log } = services;
  const logFailure = (error: unknown): undefined => {
    log.error(`Results could not be read from the store: ${error instanceof Error ? error.message : String(error)}`);
  };
  const kept = await store().catch(logFailure);
  const saved = new Map<string, Exchange | undefined>();
  for (const id of ids.filter((one) => parseFixtureAnswerId(one) !== undefined)) {
    saved.set(id, await loadKeptExchange(services, id)); // from its fixture, once the window was reloaded
  }
  return (id) => {
    try {
      return saved.get(id) ?? exchanges.get(id) ?? kept?.exchanges.exchange(id);
    } catch (error) {
      return logFailure(error);
    }
  };
}

/** What kept answers say of the followers of accounts, by the time of each. Makes no call. */
export async function readFollowerSnapshots({ store, log }: Services): Promise<readonly FollowerSnapshot[]> {
  try {
    const { exchanges } = await store();
    return [userByUsername, userById].flatMap(({ id }) =>
      exchanges.exchangesByEndpoint(id, { limit: maxSnapshotAnswers }).items.flatMap((summary) => {
        const exchange = summary.withheld === undefined ? exchanges.exchange(summary.id) : undefined;
        const users = exchange === undefined ? [] : toPage(exchange).records.map(({ record }) => record);
        return users.flatMap((user) =>
          user.kind === 'user' && user.handle !== undefined && user.followers !== undefined
            ? [{ at: summary.sentAt, username: user.handle, followers: user.followers }]
            : [],
        );
      }),
    );
  } catch (error) {
    log.error(`Followers could not be read from the store: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
