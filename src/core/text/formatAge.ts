import * as l10n from '@vscode/l10n';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;
const year = 365.25 * day;

/** "just now", "3 min ago", "2 h ago". Both times are milliseconds since 1970. */
export function formatAge(thenMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - thenMs);
  if (age < minute) {
    return l10n.t('just now');
  }
  if (age < hour) {
    return l10n.t('{0} min ago', Math.floor(age / minute));
  }
  if (age < day) {
    return l10n.t('{0} h ago', Math.floor(age / hour));
  }
  if (age < 2 * month) {
    return age < 2 * day ? l10n.t('1 day ago') : l10n.t('{0} days ago', Math.floor(age / day));
  }
  return age < 2 * year ? l10n.t('{0} months ago', Math.floor(age / month)) : l10n.t('{0} years ago', Math.floor(age / year));
}
