import type { GeoPoint } from '../world.ts';

/** The part of a globe around a point. */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKm: number;
}

const kmPerDegree = 111.195;
const kmPerUnit: Readonly<Record<string, number>> = { km: 1, mi: 1.609344, m: 0.001 };

/** Reads "10km", "5mi" or "1000m"; undefined for anything else. */
export function readDistanceKm(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(km|mi|m)$/.exec(text);
  const unit = kmPerUnit[match?.[2] ?? ''];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}

/** Good for the some hundred kilometres that searches reach; made of plain arithmetic, so that it is the same everywhere. */
export function isInside(point: GeoPoint, circle: Circle): boolean {
  const north = (point.latitude - circle.latitude) * kmPerDegree;
  const turn = Math.abs(point.longitude - circle.longitude);
  const east = Math.min(turn, 360 - turn) * kmPerDegree * cosine((point.latitude + circle.latitude) / 2);
  return north * north + east * east <= circle.radiusKm * circle.radiusKm;
}

/** The cosine of an angle in degrees from -90 to 90. The engine's own may differ in the last digit between machines. */
function cosine(degrees: number): number {
  const radians = (degrees * Math.PI) / 180;
  const square = radians * radians;
  return (
    1 - (square / 2) * (1 - (square / 12) * (1 - (square / 30) * (1 - (square / 56) * (1 - (square / 90) * (1 - square / 132)))))
  );
}
