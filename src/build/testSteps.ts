/** One step of `npm test`. */
export type TestStep = {
  readonly name: string;
  /** Node's arguments, from the project's folder; `totalsFile` is where it may be told to write what it counted. */
  readonly args: (totalsFile: string) => readonly string[];
  /** Whether it writes totals, by its arguments or by `SOCIAL_DATA_TEST_TOTALS`; without, it can only fail. */
  readonly counts: boolean;
  /** How long it may take, in milliseconds. */
  readonly deadline: number;
};

const minute = 60_000;

const check: TestStep = {
  name: 'check',
  args: (totalsFile) => ['src/build/check.mts', '--json', totalsFile],
  counts: true,
  deadline: 10 * minute,
};

const pack: TestStep = { name: 'package', args: () => ['src/build/package.mts'], counts: false, deadline: 5 * minute };

const build: TestStep = { name: 'build', args: () => ['esbuild.mjs', '--tests'], counts: false, deadline: 5 * minute };

const unitTests: TestStep = {
  name: 'unit and table tests',
  // c8 fails the step when too little of what needs no VS Code is covered (.c8rc.json).
  args: () => ['node_modules/c8/bin/c8.js', process.execPath, 'src/build/testFast.mts'],
  counts: true,
  deadline: 15 * minute,
};

const vscodeSuites: TestStep = {
  name: 'suites in VS Code',
  args: () => ['src/build/testVscode.mts'],
  counts: true,
  deadline: 15 * minute,
};

const openApiTests: TestStep = {
  name: 'OpenAPI documents',
  args: () => ['src/build/testFast.mts', 'test/openapi/**/*.test.ts'],
  counts: true,
  deadline: 10 * minute,
};

const workbenchSuites: TestStep = {
  name: 'suites in the workbench',
  args: () => ['src/build/testWebview.mts'],
  counts: true,
  deadline: 20 * minute,
};

/** Steps that run one after the other. */
export type Lane = readonly TestStep[];

/**
 * All steps of `npm test`: the stages in order, the lanes of one at the same time (the suites in VS Code wait for it half of
 * their time). Each step runs whatever became of the others.
 */
export const testStages: readonly (readonly Lane[])[] = [
  [[check, pack, build]],
  [[unitTests], [vscodeSuites, openApiTests]],
  [[workbenchSuites]],
];
