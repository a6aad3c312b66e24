import * as vscode from 'vscode';
import type { Exchange } from '../../client/exchange.ts';
import { pickRecords } from '../../app/fixtures/pickRecords.ts';
import { showExchange } from '../shared/exchangeDocuments.ts';
import { pickPage, showRefusal } from '../shared/dialogs.ts';
import type { FixturePurpose, FixtureSource, Services } from '../shared/services.ts';
import type { LoadedRecords } from './loadedRecords.ts';

/** The most pages that become one fixture: a repository has no use for more. */
const maxFixturePages = 200;

export async function saveSelectedOrLoadedAsFixture(
  services: Services,
  records: LoadedRecords,
  rows: readonly number[],
  purpose: FixturePurpose = 'asItCame',
): Promise<void> {
  const [first, second] = records.answers;
  if (first === undefined) {
    return showRefusal(vscode.l10n.t('No results loaded.'));
  }
  const isAll = rows.length === 0 || rows.length === records.size;
  const count = isAll ? records.answers.length : records.answersOf(rows).length;
  if (count > maxFixturePages) {
    return showRefusal(vscode.l10n.t('A fixture holds at most {0} pages. Select the records that you need.', maxFixturePages));
  }
  const source: FixtureSource = isAll
    ? { kind: second === undefined ? 'answer' : 'pages', exchanges: [...records.answers] }
    : createSelectedFixtureSource(records, rows);
  await services.saveAnswersAsFixtures([source], purpose);
}

function createSelectedFixtureSource(records: LoadedRecords, rows: readonly number[]): FixtureSource {
  const pages = records.selected(rows);
  const kept = pages.map(({ exchange, records: wanted }) => pickRecords(exchange, wanted));
  if (kept.every((exchange) => exchange !== undefined)) {
    const names = pages.flatMap(({ records: wanted }) => wanted.map(({ kind, id, path }) => [kind, id ?? path]));
    return { kind: 'records', exchanges: kept, selection: JSON.stringify(names) };
  }
  return { kind: pages.length === 1 ? 'answer' : 'pages', exchanges: pages.map(({ exchange }) => exchange) };
}

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
