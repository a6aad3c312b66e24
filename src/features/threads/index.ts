export { formatPostPlainText } from './formatThreadMarkdown.ts';
export { quoteThread, quoteUnstoredThreadPage } from './threadQuery.ts';
