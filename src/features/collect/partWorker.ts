import { parentPort, workerData } from 'node:worker_threads';
import { toPage } from '../../client/records/toPage.ts';
import { type PartPage, partWorkerDataSchema, type PartWorkerMessage, type PartWorkerReply } from './partThread.ts';
import { PartWriter, toPartRows } from './partWriter.ts';

const { folder, format } = partWorkerDataSchema.parse(workerData);
const reply = (message: PartWorkerReply) => parentPort?.postMessage(message);
const writer = new PartWriter(folder, format);

function addPage({ page, endpointId, text, keep, entries }: PartPage): void {
  const request = { endpointId, format: 'simple', params: {} } as const;
  const { records } = toPage({ request, value: JSON.parse(text), warnings: [] });
  const kept = keep.flatMap((index) => records[index] ?? []);
  writer.add(page, toPartRows(kept, text, Array.isArray(entries) ? entries : kept.map(() => entries)));
}

parentPort?.on('message', (messages: PartWorkerMessage) => {
  try {
    for (const message of messages) {
      if (message === 'close') {
        writer.close();
      } else {
        addPage(message);
      }
    }
    reply({ done: messages.length });
  } catch (error) {
    reply({ failed: error instanceof Error ? error.message : String(error) });
  }
});
reply({ firstPage: writer.firstPage });
