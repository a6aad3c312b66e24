import type { Day } from '../../store/store.ts';

const dayMs = 86_400_000;

/** The calendar day some days before another one: "2026-03-01", 1 → "2026-02-28". */
export function daysBefore(day: Day, count: number): Day {
  // a calendar day has no time zone: reckoned in UTC, where every day has 24 hours
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * dayMs).toISOString().slice(0, 10);
}
