export { tryParseJson } from './threadPage.ts';
export { quoteThread, quoteUnkeptThreadPage } from './threadQuestion.ts';
