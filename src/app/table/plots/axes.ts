import { extent } from 'd3-array';
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { formatIsoTime } from '../cell.ts';
import { estimateLabelWidth } from './plotDrawing.ts';

export interface Axis {
  readonly toPixel: (value: number) => number;
  readonly ticks: readonly Tick[];
}

export interface Tick {
  readonly pixel: number;
  readonly label: string;
  /** What the label is part of, where it differs from that of the tick before: the year of a month, the day of an hour. */
  readonly context?: string;
}

type NumberRange = readonly [from: number, to: number];

/** A day, in milliseconds. */
const millisecondsPerDay = 86_400_000;
/** The last time that a date can have; the first is as long before 1970. */
const maxDateMs = 8.64e15;
/** Larger and smaller amounts than these cannot be calculated with. */
const maxAmount = 1e300;
const minNonZeroAmount = 1e-300;
/** Amounts that differ by a smaller part of themselves are equal. */
const relativePrecision = 1e-12;
/** Where the largest value is more than so many times the smallest, all would lie on one of the edges of a linear axis. */
const minLogScaleRatio = 100;
const maxLabelLength = 16;

/**
 * An axis of amounts. It begins with 0 where that is near. Amounts of different magnitudes, none of them 0, are on a logarithmic one.
 * @param pixels from the lowest to the highest value
 */
export function createValueAxis(values: readonly number[], pixels: NumberRange, language: string): Axis {
  const [low, high] = findValueRange(values);
  const count = Math.max(2, Math.round(Math.abs(pixels[1] - pixels[0]) / 45));
  if (low > 0 && high / low >= minLogScaleRatio) {
    const scale = scaleLog().domain([low, high]).nice().range(pixels);
    return createAxisFromScale(scale, scale.ticks(count).filter(isPowerOfTen), language);
  }
  const isNear = (value: number) => low === high || Math.abs(value) <= high - low;
  const from = isNear(low) ? Math.min(0, low) : low;
  const to = isNear(high) ? Math.max(0, high) : high;
  const scale = scaleLinear()
    .domain(from === to ? [0, 1] : [from, to])
    .nice(count)
    .range(pixels);
  const isWhole = values.every(Number.isInteger);
  const ticks = scale.ticks(count).filter((tick) => !isWhole || Number.isInteger(tick));
  return createAxisFromScale(scale, ticks.length > 0 ? ticks : scale.domain(), language);
}

/** The lowest and the highest of some amounts; 0 for none. */
export function findValueRange(values: readonly number[]): NumberRange {
  const [low = 0, high = 0] = extent(values, clampAmount);
  return high - low > relativePrecision * Math.max(-low, high) ? [low, high] : [low, low];
}

/** The nearest amount that can be calculated with. */
export function clampAmount(value: number): number {
  return Math.abs(value) < minNonZeroAmount ? 0 : Math.max(-maxAmount, Math.min(maxAmount, value));
}

function createAxisFromScale(scale: (value: number) => number, values: readonly number[], language: string): Axis {
  const labels = formatAxisLabels(values, language);
  const toPixel = (value: number) => scale(clampAmount(value));
  return { toPixel, ticks: values.map((value, at) => ({ pixel: scale(value), label: labels[at] ?? '' })) };
}

function isPowerOfTen(value: number): boolean {
  const power = Math.log10(value);
  return Math.abs(power - Math.round(power)) < 1e-9;
}

/** Short ("1.5K") where that distinguishes them, else in full, unless that is too long to be read. */
export function formatAxisLabels(values: readonly number[], language: string): readonly string[] {
  const formats: readonly Intl.NumberFormatOptions[] = [
    { notation: 'compact', maximumFractionDigits: 1 },
    { maximumSignificantDigits: 17 },
  ];
  const isFit = (labels: readonly string[]) =>
    new Set(labels).size === new Set(values).size && labels.every(({ length }) => length <= maxLabelLength);
  const texts = formats.map((format) => values.map((value) => new Intl.NumberFormat(language, format).format(value)));
  return texts.find(isFit) ?? values.map(String);
}

export function createTimeAxis(times: readonly number[], pixels: NumberRange, language: string): Axis {
  const [first = 0, last = 0] = extent(times);
  const pad = first === last ? millisecondsPerDay / 2 : 0;
  const domain = [Math.max(-maxDateMs, first - pad), Math.min(maxDateMs, last + pad)] as const;
  const scale = scaleUtc().domain(domain).range(pixels);
  const count = Math.max(2, Math.floor((pixels[1] - pixels[0]) / 90));
  const ticks = first === last ? [] : scale.ticks(count).map(Number);
  return { toPixel: scale, ticks: clearOverlappingLabels(createTimeTicks(ticks.length > 0 ? ticks : [first], scale, language)) };
}

function createTimeTicks(times: readonly number[], scale: (time: number) => number, language: string): readonly Tick[] {
  const { label, context } = createTimeFormatters(times, language);
  let before = '';
  return times.map((time) => {
    const outer = context(time);
    const tick = { pixel: scale(time), label: label(time), ...(outer === before ? {} : { context: outer }) };
    before = outer;
    return tick;
  });
}

/** As fine as the ticks are. */
function createTimeFormatters(
  times: readonly number[],
  language: string,
): Readonly<Record<'label' | 'context', (time: number) => string>> {
  const year = (time: number) => String(new Date(time).getUTCFullYear());
  const inLanguage = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return (time: number) => format.format(time);
  };
  const isos = times.map(formatIsoTime);
  if (isos.some((iso) => !iso.includes('T00:00:00Z'))) {
    const length = isos.some((iso) => iso.includes('.')) ? 12 : isos.every((iso) => iso.endsWith(':00Z')) ? 5 : 8;
    return {
      label: (time) => formatIsoTime(time).replace(/^.*T/, '').slice(0, length).replace('Z', ''),
      context: (time) => formatIsoTime(time).replace(/T.*/, ''),
    };
  }
  if (isos.some((iso) => !iso.includes('-01T'))) {
    return { label: inLanguage({ month: 'short', day: 'numeric' }), context: year };
  }
  return isos.every((iso) => iso.includes('-01-01T'))
    ? { label: year, context: () => '' }
    : { label: inLanguage({ month: 'short' }), context: year };
}

/** Ticks keep their mark and lose their label where it would touch the one before. */
function clearOverlappingLabels(ticks: readonly Tick[]): readonly Tick[] {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.map((tick) => {
    const half = Math.max(estimateLabelWidth(tick.label), estimateLabelWidth(tick.context ?? '')) / 2 + 3;
    if (tick.pixel - half < end) {
      return { pixel: tick.pixel, label: '' };
    }
    end = tick.pixel + half;
    return tick;
  });
}
