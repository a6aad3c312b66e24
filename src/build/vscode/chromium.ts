import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium as playwright, type LaunchOptions } from 'playwright-core';
import { installNpmPackage, pinnedVersions } from './installNpmPackage.ts';
import { runProgram } from '../processes.ts';

/** Flags for a Chromium that shows a local workbench and talks to nobody else. */
const flags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  // drawn by the processor: a process and threads of its own for that only take turns with the page
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Whatever a page asks for by name is not found: tests reach loopback addresses and nothing else.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Launches a Chromium without a window: the one that `CHROMIUM_PATH` names; else a Chrome or Edge that Playwright finds on this
 * machine; else, on 64-bit Linux, the one that an npm package carries with the libraries it needs; else the one that Playwright
 * downloads. It stays until it is closed.
 * @throws when none can be had
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

/** How often a browser is started that crashes while it starts: it happens once in some hundred starts, and then twice at times. */
const maxLaunches = 4;

async function launchWithRetry(options: LaunchOptions): Promise<Browser> {
  for (let launches = 1; ; launches += 1) {
    try {
      return await launchOnce(options);
    } catch (error) {
      const isCrash = /process did exit: .*signal=SIG(?:SEGV|BUS|ABRT|TRAP)/.test(String(error));
      if (!isCrash || launches === maxLaunches) throw error;
    }
  }
}

async function launchOnce(options: LaunchOptions): Promise<Browser> {
  return await playwright.launch({
    args: [...flags],
    // Signals are this project's business: a browser that is gone before the server would look like a failure.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...options,
  });
}

async function installPackagedChromium(): Promise<LaunchOptions> {
  const folder = await installNpmPackage({
    name: '@sparticuz/chromium',
    version: pinnedVersions.chromium,
    finish: unpackChromium,
  });
  const unpacked = join(folder, 'unpacked');
  // Written at each use, because it names the folder it lies in, and a project may be moved.
  const fonts = join(unpacked, 'fonts.conf');
  await writeFile(fonts, formatFontConfiguration(join(unpacked, 'fonts')));
  const libraries = [join(unpacked, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']];
  return {
    executablePath: join(unpacked, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'), FONTCONFIG_FILE: fonts },
  };
}

/**
 * Lets the package unpack itself into its own folder. It unpacks into the temporary folder, and its libraries
 * only where it believes to be in the kind of cloud function it was made for: both are seen by its environment.
 */
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
