import * as l10n from '@vscode/l10n';

// The translations that the host put into the document, by the English text; `prepare.ts` imports this before any other module asks.
l10n.config({ contents: document.body.dataset['strings'] ?? '{}' });

export const displayLanguage = document.documentElement.lang === '' ? 'en' : document.documentElement.lang;
