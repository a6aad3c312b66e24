// The standalone sandbox's entry point. The compile cache halves later start times.
const nodeModule = process.getBuiltinModule('node:module');

// since Node 22.1
if ('enableCompileCache' in nodeModule) nodeModule.enableCompileCache();
const { runSandbox } = await import('./runSandbox.ts');
await runSandbox(process.argv.slice(2), 'npm run sandbox --');
