// The entry of the standalone sandbox. The compile cache halves the time of later starts.
const nodeModule = process.getBuiltinModule('node:module');

// since node 22.1
if ('enableCompileCache' in nodeModule) nodeModule.enableCompileCache();
const { runSandbox } = await import('./runSandbox.ts');
await runSandbox(process.argv.slice(2), 'npm run sandbox --');
