import assert from 'node:assert/strict';
import { checkTranslations, formatL10nBundle } from '../../../../src/build/strings/checkTranslations.mts';
import { projectFolders } from '../../../../src/build/projectFolders.ts';
import { findTranslatedTexts, findUntranslatedTextFaults } from '../../../../src/build/strings/translations.ts';
import { checkQuery } from '../../../../src/client/search/checkQuery.ts';
import { describeSearchFaultInPlace, describeSearchFault } from '../../../../src/client/search/describeSearchFault.ts';
import { createTemporaryProject } from '../../../support/temporaryProject.ts';

const whole = "import * as l10n from '@vscode/l10n';\n";
const page = 'src/webview/thread/planted.ts';

describe('the check of translated texts', () => {
  it('reads each literal that is translated, with VS Code and in pages', () => {
    const host = "import * as vscode from 'vscode';\nexport const a = [vscode.l10n.t('One {0}', 1), vscode.l10n.t(`Two`)];\n";
    assert.deepEqual(findTranslatedTexts('src/host/a.ts', host), { messages: ['One {0}', 'Two'], faults: [] });
    assert.deepEqual(findTranslatedTexts(page, `${whole}export const a = l10n.t('Three');\n`), {
      messages: ['Three'],
      faults: [],
    });
  });

  const unseen: readonly (readonly [what: string, source: string, fault: string])[] = [
    ['a variable', `${whole}export const a = (b: string) => l10n.t(b);\n`, ':2 translates what is no literal'],
    ['a text put together', `${whole}export const a = l10n.t('One ' + 'two');\n`, ':2 translates what is no literal'],
    [
      'a template with a value',
      `${whole}export const a = (b: string) => l10n.t(\`\${b} two\`);\n`,
      ':2 translates what is no literal',
    ],
    ['another name for the function', `${whole}export const a = l10n.t;\n`, ':2 takes l10n.t as a value'],
    [
      'a part of the module',
      "import { t } from '@vscode/l10n';\nexport const a = t('One');\n",
      ':1 imports parts of @vscode/l10n',
    ],
    ['a part of vscode', "import { l10n } from 'vscode';\nexport const a = l10n.t('One');\n", ':1 imports parts of vscode'],
  ];
  for (const [what, source, fault] of unseen) {
    it(`fails on ${what}, which no translator sees`, async () => {
      await using project = await createTemporaryProject({ [page]: source });
      const [found = '', ...others] = checkTranslations(project.root);
      assert.ok(found.startsWith(`${page}${fault}`), found);
      assert.deepEqual(others, []);
    });
  }

  const shown: readonly (readonly [what: string, code: string, text: string])[] = [
    ['a text in a template', 'html`<p>Load more</p>`', 'Load more'],
    ['a text beside a value', 'html`<p>${b} replies</p>`', 'replies'],
    ['a label', 'html`<button aria-label="Close">×</button>`', 'Close'],
    ['a text that a template chooses', "html`<p>${b ? 'Open' : l10n.t('Close')}</p>`", 'Open'],
    ['a title from an expression', "html`<p title=${b ?? 'Nothing'}></p>`", 'Nothing'],
    ['a text in a template within another', 'html`<p>${b ? html`<b>Inner</b>` : 1}</p>`', 'Inner'],
    ['the text of an element', "b.textContent = 'Loading'", 'Loading'],
    ['an attribute that is set', "b.setAttribute('aria-label', 'Menu')", 'Menu'],
  ];
  for (const [what, code, text] of shown) {
    it(`fails on ${what} that a page shows untranslated`, async () => {
      await using project = await createTemporaryProject({ [page]: `${whole}export const a = (b) => (${code});\n` });
      assert.deepEqual(checkTranslations(project.root), [`${page}:2 shows "${text}" untranslated`]);
    });
  }

  it('passes over names, classes, values and signs', () => {
    const sound =
      "html`<p class=\"quiet row\" data-kind=${b ? 'post' : 'user'}>${l10n.t('One')} · ${icon('close')}&nbsp;@${b}</p>`";
    assert.deepEqual(findUntranslatedTextFaults(page, `${whole}export const a = (b) => ${sound};\n`), []);
  });
});

describe('the file for translators', () => {
  const bundle = new Set(Object.keys(JSON.parse(formatL10nBundle(projectFolders.root)) as Readonly<Record<string, string>>));

  it('holds texts of the host, of pages and of tables', () => {
    for (const text of ['Load Pictures', 'Search', 'Posts over Time', 'Posts by this account', 'Example', 'Close (Escape)']) {
      assert.ok(bundle.has(text), text);
    }
  });

  it('holds what is said of faults in a search, and how they are corrected', () => {
    const queries = [
      '',
      '\u0007',
      'a [b',
      '"a',
      '(a',
      'a)',
      'form:a',
      'from:',
      'from: a',
      'since:x',
      'filter:link',
      'a OR',
      '() a',
      'a'.repeat(9999),
    ];
    const wrong = { since: 'x', lnag: 'en', lang: 1, hashtags: 2, exactSentence: '"' };
    const faults = queries.flatMap((query) => [...checkQuery(query), ...checkQuery(query, wrong)]);
    const sentences = faults.flatMap((fault) => [
      describeSearchFault(fault),
      describeSearchFaultInPlace(fault),
      ...fault.fixes.map(({ title }) => title),
    ]);
    assert.deepEqual(
      sentences.map(({ message }) => message).filter((message) => !bundle.has(message)),
      [],
    );
    assert.ok(new Set(faults.map(({ code }) => code)).size >= 14);
  });
});
