import type { Day } from './store.ts';

/** The calendar day of a time (milliseconds since 1970) where this machine is: "2026-08-01". */
export function localDay(ms: number): Day {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day some days before (or, below 0, after) another one. */
export function daysBefore(day: Day, count: number): Day {
  const noon = new Date(`${day}T12:00:00`); // noon: no change of the clocks moves it to another day
  noon.setDate(noon.getDate() - count);
  return localDay(noon.getTime());
}
