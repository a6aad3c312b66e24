import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium as playwright, type LaunchOptions } from 'playwright-core';
import { installNpmPackage, pinnedVersions } from './installNpmPackage.ts';
import { runProgram } from '../processes.ts';

const flags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  // drawing in other processes and threads would compete with the page
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // blocks all hosts except loopback
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Launches a headless browser: `CHROMIUM_PATH`, an installed Chrome or Edge, the Chromium from an npm package (64-bit Linux), or the
 * one that Playwright downloads.
 */
export async function launchChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) return await launchWithRetry({ executablePath: named });
  for (const channel of ['chrome', 'msedge']) {
    try {
      return await launchWithRetry({ channel });
    } catch (error) {
      if (!/distribution '\w+' is not (?:found|supported)/.test(String(error))) throw error;
    }
  }
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  return await launchWithRetry(isPackaged ? await installPackagedChromium() : { executablePath: await getOrDownloadChromium() });
}

/** About one in a hundred launches crashes, sometimes twice in a row. */
const maxLaunches = 4;

async function launchWithRetry(options: LaunchOptions): Promise<Browser> {
  for (let launches = 1; ; launches += 1) {
    try {
      return await playwright.launch({
        args: [...flags],
        // handled by this project: a browser that ends before the server would look like a failure
        ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
        ...options,
      });
    } catch (error) {
      const isCrash = /process did exit: .*signal=SIG(?:SEGV|BUS|ABRT|TRAP)/.test(String(error));
      if (!isCrash || launches === maxLaunches) throw error;
    }
  }
}

async function installPackagedChromium(): Promise<LaunchOptions> {
  const folder = await installNpmPackage({
    name: '@sparticuz/chromium',
    version: pinnedVersions.chromium,
    finish: unpackChromium,
  });
  const unpacked = join(folder, 'unpacked');
  // written at each use, because it contains the project's path
  const fonts = join(unpacked, 'fonts.conf');
  await writeFile(fonts, formatFontConfiguration(join(unpacked, 'fonts')));
  const libraries = [join(unpacked, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']];
  return {
    executablePath: join(unpacked, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'), FONTCONFIG_FILE: fonts },
  };
}

/** The package unpacks itself into TMPDIR, its libraries only in a cloud function's environment. */
async function unpackChromium(folder: string): Promise<void> {
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const end = await runProgram(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  });
  if (end.code !== 0) throw new Error(`Chromium could not be unpacked:\n${end.output}`);
}

function formatFontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</dir>
</fontconfig>
`;
}

async function getOrDownloadChromium(): Promise<string> {
  const executable = playwright.executablePath();
  if (!existsSync(executable)) {
    console.log('No Chrome or Edge is installed: downloading a Chromium with Playwright…');
    const cwd = dirname(fileURLToPath(import.meta.resolve('playwright-core/package.json')));
    const end = await runProgram(process.execPath, ['cli.js', 'install', 'chromium'], { cwd });
    if (end.code !== 0) throw new Error(`No Chromium could be had:\n${end.output}`);
  }
  return executable;
}
