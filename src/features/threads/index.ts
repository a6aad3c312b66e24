export { formatPostPlainText } from './formatThreadMarkdown.ts';
export { tryParseJson } from './threadPage.ts';
export { quoteThread, quoteUnstoredThreadPage } from './threadQuery.ts';
