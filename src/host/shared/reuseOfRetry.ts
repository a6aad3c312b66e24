import type { SocialDataError } from '../../client/errors.ts';

/**
 * Whether a Retry may take an answer that is kept: a question that another window asks may have its answer by now. After any other
 * failure what is kept is what failed: it was paid for and cannot be read.
 */
export function reuseOfRetry({ kind }: SocialDataError): 'never' | undefined {
  return kind === 'askedElsewhere' ? undefined : 'never';
}
