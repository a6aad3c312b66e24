import { sanitizeForVsCode } from '../text/stripHiddenCharacters.ts';
import { withHandleAsUserId } from './placeholderUserId.ts';

const handleParamNamePattern = /(?:^|_)(?:user|screen)_?name/i;

const userIdParamNamePattern = /^user_?id$/i;

/** The first text among the parameters, which distinguishes requests to an endpoint. A handle with `@`. */
export function findQuerySubject(
  params: Readonly<Record<string, unknown>>,
  handleOf?: (id: string) => string | undefined,
): string | undefined {
  for (const [name, value] of Object.entries(withHandleAsUserId(params))) {
    if (typeof value === 'string' && value !== '') {
      const handle = handleParamNamePattern.test(name)
        ? value.replace(/^@/, '')
        : userIdParamNamePattern.test(name)
          ? handleOf?.(value)
          : undefined;
      return sanitizeForVsCode(handle === undefined ? value : `@${handle}`);
    }
  }
  return undefined;
}
