import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import countries from './texts/places.json' with { type: 'json' };

export interface WorldPlace {
  readonly woeid: number;
  readonly name: string;
  readonly country: string;
  /** ISO 3166-1 alpha-2; undefined for the whole world. */
  readonly countryCode: string | undefined;
  readonly kind: 'Supername' | 'Country' | 'Town';
  readonly parentWoeid: number;
  readonly latitude: number;
  readonly longitude: number;
  /** A town's id in the job filter and on posts. */
  readonly locationId: string | undefined;
}

const worldwide: WorldPlace = {
  woeid: 1,
  name: 'Worldwide',
  country: '',
  countryCode: undefined,
  kind: 'Supername',
  parentWoeid: 0,
  latitude: 0,
  longitude: 0,
  locationId: undefined,
};

/** The world, then each country and its towns. A country has its first town's coordinates. */
export const allPlaces: readonly WorldPlace[] = [
  worldwide,
  ...countries.flatMap(({ code: countryCode, name: country, woeid, towns }): readonly WorldPlace[] => {
    const { latitude = 0, longitude = 0 } = towns[0] ?? {};
    const common = { country, countryCode };
    return [
      { ...common, woeid, name: country, kind: 'Country', parentWoeid: 1, latitude, longitude, locationId: undefined },
      ...towns.map((town): WorldPlace => ({
        ...common,
        ...town,
        kind: 'Town',
        parentWoeid: woeid,
        locationId: createTownLocationId(town.woeid, town.name),
      })),
    ];
  }),
];

export const townPlaces: readonly WorldPlace[] = allPlaces.filter((place) => place.kind === 'Town');

function createTownLocationId(woeid: number, name: string): string {
  const reservedId = BigInt(exampleValues.jobLocationId);
  return (name === exampleValues.placeName ? reservedId : reservedId + BigInt(woeid)).toString();
}
