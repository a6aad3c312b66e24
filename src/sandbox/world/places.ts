import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { Place } from './placeEntities.ts';

/** Countries: name, ISO code, WOEID, and their towns: name, WOEID, latitude, longitude. */
const countries: readonly (readonly [string, string, number, readonly (readonly [string, number, number, number])[]])[] = [
  [
    'Portugal',
    'PT',
    23424925,
    [
      ['Lisbon', 742676, 38.72, -9.14],
      ['Porto', 746203, 41.15, -8.61],
    ],
  ],
  [
    'United Kingdom',
    'GB',
    23424975,
    [
      ['London', 44418, 51.51, -0.13],
      ['Leeds', 26042, 53.8, -1.55],
    ],
  ],
  [
    'United States',
    'US',
    23424977,
    [
      ['New York', 2459115, 40.71, -74.01],
      ['San Francisco', 2487956, 37.77, -122.42],
      ['Chicago', 2379574, 41.88, -87.63],
    ],
  ],
  [
    'Germany',
    'DE',
    23424829,
    [
      ['Berlin', 638242, 52.52, 13.4],
      ['Hamburg', 656958, 53.55, 9.99],
    ],
  ],
  [
    'France',
    'FR',
    23424819,
    [
      ['Paris', 615702, 48.86, 2.35],
      ['Lyon', 609125, 45.76, 4.84],
    ],
  ],
  [
    'Spain',
    'ES',
    23424950,
    [
      ['Madrid', 766273, 40.42, -3.7],
      ['Barcelona', 753692, 41.39, 2.17],
    ],
  ],
  [
    'Brazil',
    'BR',
    23424768,
    [
      ['São Paulo', 455827, -23.55, -46.63],
      ['Rio de Janeiro', 455825, -22.91, -43.17],
    ],
  ],
  ['Mexico', 'MX', 23424900, [['Mexico City', 116545, 19.43, -99.13]]],
  [
    'Turkey',
    'TR',
    23424969,
    [
      ['Istanbul', 2344116, 41.01, 28.98],
      ['Ankara', 2343732, 39.93, 32.86],
    ],
  ],
  ['Egypt', 'EG', 23424802, [['Cairo', 1521894, 30.04, 31.24]]],
  ['Israel', 'IL', 23424852, [['Tel Aviv', 1968212, 32.09, 34.78]]],
  ['Iran', 'IR', 23424851, [['Tehran', 2251945, 35.69, 51.39]]],
  [
    'India',
    'IN',
    23424848,
    [
      ['Delhi', 20070458, 28.66, 77.22],
      ['Mumbai', 2295411, 19.08, 72.88],
    ],
  ],
  [
    'Japan',
    'JP',
    23424856,
    [
      ['Tokyo', 1118370, 35.69, 139.69],
      ['Osaka', 15015370, 34.69, 135.5],
    ],
  ],
  ['Korea', 'KR', 23424868, [['Seoul', 1132599, 37.57, 126.98]]],
  ['Taiwan', 'TW', 23424971, [['Taipei', 2306179, 25.03, 121.57]]],
  ['Thailand', 'TH', 23424960, [['Bangkok', 1225448, 13.76, 100.5]]],
  ['Greece', 'GR', 23424833, [['Athens', 946738, 37.98, 23.73]]],
  [
    'Canada',
    'CA',
    23424775,
    [
      ['Toronto', 4118, 43.65, -79.38],
      ['Montreal', 3534, 45.5, -73.57],
    ],
  ],
  [
    'Australia',
    'AU',
    23424748,
    [
      ['Sydney', 1105779, -33.87, 151.21],
      ['Melbourne', 1103816, -37.81, 144.96],
    ],
  ],
  ['Kenya', 'KE', 23424863, [['Nairobi', 1528488, -1.29, 36.82]]],
];

const worldwide: Place = {
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

/** The whole world first, then each country with its towns. */
export const allPlaces: readonly Place[] = [
  worldwide,
  ...countries.flatMap(([country, countryCode, woeid, towns]): readonly Place[] => {
    const [, , latitude = 0, longitude = 0] = towns[0] ?? [];
    return [
      { woeid, name: country, country, countryCode, kind: 'Country', parentWoeid: 1, latitude, longitude, locationId: undefined },
      ...towns.map(([name, townWoeid, townLatitude, townLongitude]): Place => ({
        woeid: townWoeid,
        name,
        country,
        countryCode,
        kind: 'Town',
        parentWoeid: woeid,
        latitude: townLatitude,
        longitude: townLongitude,
        locationId: locationIdOf(townWoeid, name),
      })),
    ];
  }),
];

/** The towns: where people live, post and work. */
export const places: readonly Place[] = allPlaces.filter((place) => place.kind === 'Town');

/** The id of a town in the job filter and on posts. */
function locationIdOf(woeid: number, name: string): string {
  const reservedId = BigInt(exampleValues.jobLocationId);
  return (name === exampleValues.placeName ? reservedId : reservedId + BigInt(woeid)).toString();
}
