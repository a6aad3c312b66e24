import { formatJson } from '../../client/json/formatJson.ts';
import type { resultsContract } from '../../protocol/resultsContract.ts';
import type { HostHandlers } from '../../protocol/contract.ts';
import { readPlotScript } from '../shared/page/webviewPage.ts';
import { copyText } from '../shared/dialogs.ts';
import type { Services } from '../shared/services.ts';
import { actOnRecord } from './actOnRecord.ts';
import { readFollowerSnapshots, saveSelectedOrLoadedAsFixture } from './answers.ts';
import { pinRecords } from './pinRecords.ts';
import type { ResultsSession } from './resultsSession.ts';
import { copyRecordsAsJson, savePlot, saveRecords } from './saveRecords.ts';

type ResultsRequestHandlers = HostHandlers<typeof resultsContract.host>['requests'];

/** Answers what a page of results asks about the records that are loaded. Makes no call. */
export function createRecordsRequestHandlers(
  services: Services,
  session: ResultsSession,
): Pick<
  ResultsRequestHandlers,
  | 'posts'
  | 'json'
  | 'snapshots'
  | 'save'
  | 'copy'
  | 'copyAsJson'
  | 'saveAsFixture'
  | 'pin'
  | 'onRecord'
  | 'plotScript'
  | 'savePlot'
> {
  return {
    posts: async ({ series, rows }) => (series === session.records.series ? [...session.records.posts(rows)] : []),
    json: async ({ rows }) => session.records.texts(rows).map(formatJson),
    snapshots: async () => [...(await readFollowerSnapshots(services))],
    save: async ({ format, rows }) => await saveRecords(services, session, format, rows),
    copy: async ({ text }) => await copyText(text),
    copyAsJson: async ({ rows }) => await copyRecordsAsJson(session.records, rows),
    saveAsFixture: async ({ rows, isForTests }) =>
      await saveSelectedOrLoadedAsFixture(services, session.records, rows, isForTests === true ? 'tests' : 'asItCame'),
    pin: async ({ rows }) => await pinRecords(services, session, rows),
    onRecord: async ({ action, row }) => await actOnRecord(action, session, row),
    plotScript: () => readPlotScript(services.context),
    savePlot: async (picture) => await savePlot(services, picture),
  };
}
