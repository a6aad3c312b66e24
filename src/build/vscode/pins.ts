/** The versions that `npm start` and `npm test` run on; the only place that names them. */
export const pins = {
  /** The desktop VS Code that is downloaded; the same release as the one inside `codeServer`. */
  vscode: '1.139.1',
  /** The npm package that carries VS Code's server and web workbench. */
  codeServer: '4.139.1',
  /** The npm package `@sparticuz/chromium`, which carries a headless Chromium for Linux. */
  chromium: '153.0.0',
} as const;
