import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runCommand } from '../runCommand.ts';
import { installPackage } from './installPackage.ts';
import { pins } from './pins.ts';
import { systemBrowsers } from './systemBrowsers.ts';

/** A Chromium that can be launched. */
export type Chromium = {
  readonly executable: string;
  /** What its environment needs on top of this process's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it comes from, for people. */
  readonly origin: string;
};

/** Flags for a Chromium that shows a local workbench and talks to nobody else. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Whatever a page asks for by name is not found: tests reach loopback addresses and nothing else.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Finds or fetches a Chromium: one that the machine has; else, on 64-bit Linux, the one that an npm package
 * carries with the libraries it needs; else the one that Playwright downloads.
 *
 * @param cacheFolder `.vscode-test`, absolute
 * @throws when none can be had
 */
export async function chromium(cacheFolder: string, log: (line: string) => void): Promise<Chromium> {
  const system = systemBrowsers(process.platform, process.env).find((path) => existsSync(path));
  if (system !== undefined) return { executable: system, env: {}, origin: system };
  if (process.platform === 'linux' && process.arch === 'x64') return await packagedChromium(cacheFolder, log);
  return await downloadedChromium(cacheFolder, log);
}

async function packagedChromium(cacheFolder: string, log: (line: string) => void): Promise<Chromium> {
  const name = '@sparticuz/chromium';
  const folder = await installPackage(cacheFolder, { name, version: pins.chromium, npmArgs: [], finish: unpack }, log);
  const unpacked = join(folder, 'unpacked');
  // Written at each use, because it names the folder it lies in, and a project may be moved.
  const fonts = join(unpacked, 'fonts.conf');
  await writeFile(fonts, fontConfiguration(join(unpacked, 'fonts')));
  const libraries = join(unpacked, 'al2023', 'lib');
  const others = process.env['LD_LIBRARY_PATH'];
  return {
    executable: join(unpacked, 'chromium'),
    env: {
      LD_LIBRARY_PATH: others === undefined || others === '' ? libraries : `${libraries}:${others}`,
      FONTCONFIG_FILE: fonts,
    },
    origin: `${name} ${pins.chromium}`,
  };
}

/**
 * Lets the package unpack itself into its own folder. It unpacks into the temporary folder, and its libraries
 * only where it believes to be in the kind of cloud function it was made for: both are told by its environment.
 */
async function unpack(folder: string): Promise<void> {
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const end = await runCommand(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    output: 'collect',
  });
  if (end.code !== 0) throw new Error(`Chromium could not be unpacked:\n${end.output}`);
}

function fontConfiguration(folder: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `  <dir>${folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</dir>`,
    '</fontconfig>',
    '',
  ].join('\n');
}

async function downloadedChromium(cacheFolder: string, log: (line: string) => void): Promise<Chromium> {
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: join(cacheFolder, 'browsers') };
  const playwright = import.meta.resolve('playwright-core');
  // Asked in a process of its own: Playwright reads the variable when it is loaded.
  const ask = `import { chromium } from ${JSON.stringify(playwright)}; console.log(chromium.executablePath());`;
  const where = await runCommand(process.execPath, ['--input-type=module', '--eval', ask], {
    cwd: cacheFolder,
    env,
    output: 'collect',
  });
  const executable = where.output.trim();
  if (where.code !== 0) throw new Error(`Playwright could not say where its Chromium is:\n${where.output}`);
  if (!existsSync(executable)) {
    log('No Chrome, Chromium or Edge is installed: downloading a Chromium with Playwright…');
    const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
    const end = await runCommand(process.execPath, [cli, 'install', 'chromium'], {
      cwd: cacheFolder,
      env,
      output: 'collect',
    });
    if (end.code !== 0) throw new Error(`No Chromium could be had:\n${end.output}`);
  }
  return { executable, env: {}, origin: 'downloaded by Playwright' };
}
