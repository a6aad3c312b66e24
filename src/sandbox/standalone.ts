// The entry of the standalone sandbox. What node has compiled is kept between starts, which halves the next one.
const nodeModule = process.getBuiltinModule('node:module');

// node has it since 22.1
if ('enableCompileCache' in nodeModule) nodeModule.enableCompileCache();
const { runSandbox } = await import('./runSandbox.ts');
await runSandbox(process.argv.slice(2), 'npm run sandbox --');
