import { exampleValues } from '../client/endpoints/exampleValues.ts';
import { allResponders } from './responses/allResponders.ts';
import { startSandboxWithDependencies } from './server.ts';
import { runSandboxWorker } from './startSandboxWorker.ts';
import { createWorld } from './world/createWorld.ts';

await runSandboxWorker(async (options, listeners) => {
  const world = createWorld(options.mediaBase);
  const sandbox = await startSandboxWithDependencies({ ...allResponders, world }, options, listeners);
  // the first request doesn't wait for the sample data
  setImmediate(() => world.accountByHandle(exampleValues.handle));
  return sandbox;
});
