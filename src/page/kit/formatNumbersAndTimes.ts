import * as l10n from '@vscode/l10n';

// Translations by English text, from the host. `prepare.ts` imports this before other modules translate anything.
l10n.config({ contents: document.body.dataset['strings'] ?? '{}' });

export const displayLanguage = document.documentElement.lang === '' ? 'en' : document.documentElement.lang;

const compactNumberFormat = new Intl.NumberFormat(displayLanguage, { notation: 'compact', maximumFractionDigits: 1 });
const exactNumberFormat = new Intl.NumberFormat(displayLanguage);
const fullTimeFormat = new Intl.DateTimeFormat(displayLanguage, { dateStyle: 'full', timeStyle: 'medium' });
const dayAndMonthFormat = new Intl.DateTimeFormat(displayLanguage, { day: 'numeric', month: 'short' });
const dayMonthAndYearFormat = new Intl.DateTimeFormat(displayLanguage, { day: 'numeric', month: 'short', year: 'numeric' });
const dateAndTimeFormat = new Intl.DateTimeFormat(displayLanguage, { dateStyle: 'medium', timeStyle: 'short' });
const relativeTimeFormat = new Intl.RelativeTimeFormat(displayLanguage, { numeric: 'always', style: 'narrow' });

/** "9.6K" */
export function formatCompactNumber(count: number): string {
  return compactNumberFormat.format(count);
}

/** "9,564" */
export function formatExactNumber(count: number): string {
  return exactNumberFormat.format(count);
}

/** Uses the local time zone. Returns a string that isn't a time as is. */
const createTimeFormatter =
  (format: Intl.DateTimeFormat) =>
  (iso: string): string => {
    const time = Date.parse(iso);
    return Number.isNaN(time) ? iso : format.format(time);
  };
/** "Saturday, September 28, 2024 at 12:06:00 PM" */
export const formatFullTime = createTimeFormatter(fullTimeFormat);
/** "Jan 5, 2026" */
export const formatDate = createTimeFormatter(dayMonthAndYearFormat);
/** "Jan 5, 2026, 2:00 PM" */
export const formatDateTime = createTimeFormatter(dateAndTimeFormat);

/** "3 min. ago" up to a day, then the date. */
export function formatRelativeTime(iso: string, nowMs: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) {
    return iso;
  }
  const minutes = Math.floor((nowMs - time) / 60_000);
  if (minutes >= 0 && minutes < 60) {
    return relativeTimeFormat.format(-minutes, 'minute');
  }
  if (minutes >= 0 && minutes < 24 * 60) {
    return relativeTimeFormat.format(-Math.floor(minutes / 60), 'hour');
  }
  const isThisYear = new Date(time).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? dayAndMonthFormat : dayMonthAndYearFormat).format(time);
}

/** "1:05" */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
