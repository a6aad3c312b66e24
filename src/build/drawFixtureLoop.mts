import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const icon = (name: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`@vscode/codicons/src/icons/${name}.svg`)), 'utf8');

const arrow = (area: string, turn: number): string =>
  `<svg class="arrow" style="grid-area: ${area}; rotate: ${turn}deg" viewBox="0 0 48 28"><path d="M2 14h40M31 3l11 11-11 11"/></svg>`;

const card = (area: string, title: string, caption: string, content: string): string =>
  `<section style="grid-area: ${area}"><h2>${title}</h2><p>${caption}</p>${content}</section>`;

const request = `
  <div class="input">@ada_writes</div>
  <div class="row">${icon('account')} User <small>≈$0.0002</small></div>
  <div class="person">${icon('account')}<h3>Ada Harbourlight</h3>@ada_writes · London</div>
  <div class="menu">
    <div class="row">Open as JSON</div><div class="row">Save as Fixture…</div>
    <div class="row picked">Save Pseudonymized Fixture…</div><div class="row">Pin</div>
  </div>`;

const files = `
  <div class="row">${icon('chevron-down')} fixtures / userByUsername</div>
  <div class="row added">${icon('json')} lrpnm_wdoa.json <small>A</small></div>
  <div class="row added">${icon('json')} lrpnm_wdoa.meta.json <small>A</small></div>
  <div class="row ignored">${icon('key')} .env: the team’s secret</div>`;

const test = `
  <pre>$ npm test\n<i>✓</i> shows @lrpnm_wdoa\n<i>✓</i> loads more posts</pre>
  <pre class="summary"><i>11 used</i>, <i class="warning">1 unused</i>,\n0 unmatched requests</pre>`;

const refresh = `
  <h3>${icon('info')} Refresh 12 fixtures?</h3>Up to 12 requests (≈$0.0024).
  <div class="buttons"><b>Refresh (≈$0.0024)</b><b class="secondary">Cancel</b></div>`;

const review = `
  <div class="row">${icon('json')} lrpnm_wdoa.json</div>
  <pre class="removed">-  "followers": 330,</pre><pre class="inserted">+  "followers": 341,</pre>
  <div class="buttons"><b>${icon('check-all')} Keep All</b><b class="secondary">${icon('discard')} Undo All</b></div>`;

const loop = [
  card('request', 'Look up, save', 'One request, one fixture', request),
  arrow('save', 0),
  card('files', '<b>1</b>Commit', 'Body and sidecar, no real names', files),
  arrow('run', 0),
  card('test', '<b>2</b>Test', 'Offline, on the fixture server', test),
  arrow('age', 90),
  card('refresh', '<b>3</b>Refresh', 'When fixtures are stale', refresh),
  arrow('changes', 180),
  card('review', '<b>4</b>Review', 'What changed, in the diff editor', review),
  arrow('keep', -90),
].join('');

const style = `
  body { margin: 0 }
  main {
    zoom: 2; box-sizing: border-box; width: 800px; padding: 14px; display: grid; align-items: center;
    grid:
      'request save files run test' 174px 'request . keep . age' 44px 'request . review changes refresh' 174px
      / 230px 40px 1fr 40px 1fr;
    font: 12px/17px system-ui, Ubuntu, 'Droid Sans', sans-serif; color: var(--vscode-foreground);
    background: var(--vscode-sideBar-background);
  }
  section {
    box-sizing: border-box; height: 100%; padding: 11px 12px; border-radius: 8px;
    background: var(--vscode-editor-background); border: 1px solid var(--vscode-widget-border);
  }
  h2 { margin: 0; font-size: 16px; line-height: 20px }
  p { margin: 4px 0 8px; color: var(--vscode-descriptionForeground) }
  h3 { margin: 4px 0; font-size: 13px; display: flex; gap: 6px; align-items: center }
  pre { margin: 0; font: 12px/18px 'Droid Sans Mono', monospace }
  svg { width: 16px; height: 16px; flex: none }
  h2 b {
    float: left; width: 20px; line-height: 20px; margin-right: 8px; border-radius: 50%; text-align: center; font-size: 12px;
  }
  b { color: var(--vscode-button-foreground); background: var(--vscode-button-background) }
  .arrow { justify-self: center; width: 34px; height: 20px; fill: none; stroke: var(--vscode-button-background); stroke-width: 4 }
  .row { display: flex; gap: 6px; align-items: center; padding: 2px 4px; line-height: 18px; border-radius: 4px; white-space: nowrap }
  .row small { margin-left: auto; font-size: 11px }
  .picked { background: var(--vscode-menu-selectionBackground); color: var(--vscode-menu-selectionForeground) }
  .input {
    padding: 3px 8px; margin-bottom: 5px; border-radius: 4px;
    border: 1px solid var(--vscode-focusBorder); background: var(--vscode-input-background);
  }
  .person { margin: 16px 0; padding: 21px; border-radius: 6px; text-align: center; background: var(--vscode-sideBar-background) }
  .person h3 { justify-content: center }
  .person svg { width: 44px; height: 44px; color: var(--vscode-button-background) }
  .menu {
    padding: 3px; border-radius: 6px; border: 1px solid var(--vscode-menu-border); background: var(--vscode-menu-background);
    box-shadow: 0 2px 8px var(--vscode-widget-shadow);
  }
  .summary { margin-top: 6px; padding-top: 5px; border-top: 1px solid var(--vscode-widget-border) }
  .added { padding-left: 20px; color: var(--vscode-charts-green) }
  .ignored { opacity: 0.65 }
  i { font-style: normal; color: var(--vscode-terminal-ansiGreen) }
  .warning { color: var(--vscode-charts-yellow) }
  .removed { background: var(--vscode-diffEditor-removedLineBackground) }
  .inserted { background: var(--vscode-diffEditor-insertedLineBackground) }
  .buttons { display: flex; gap: 8px; margin-top: 10px }
  .buttons b {
    display: flex; gap: 5px; align-items: center; padding: 3px 7px; font-weight: normal; white-space: nowrap;
    border-radius: 4px; border: 1px solid var(--vscode-button-border);
  }
  .buttons .secondary {
    color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
    border-color: var(--vscode-button-secondaryBorder);
  }
`;

/** Draws how a fixture is saved, tested, refreshed, and reviewed, in a new page with the colors of the workbench. */
export async function drawFixtureLoop(workbench: Page): Promise<Page> {
  const colors = await workbench.locator('style.contributedColorTheme').textContent();
  const page = await workbench.context().newPage();
  await page.setViewportSize({ width: 1_600, height: 1_000 });
  await page.setContent(`<style>${colors}${style}</style><body class="monaco-workbench"><main>${loop}</main>`);
  return page;
}
