import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { WorldPlace } from './world.ts';

/** Countries: ISO code, name, WOEID. */
const countries: readonly (readonly [string, string, number])[] = [
  ['PT', 'Portugal', 23424925],
  ['GB', 'United Kingdom', 23424975],
  ['US', 'United States', 23424977],
  ['DE', 'Germany', 23424829],
  ['FR', 'France', 23424819],
  ['ES', 'Spain', 23424950],
  ['BR', 'Brazil', 23424768],
  ['MX', 'Mexico', 23424900],
  ['TR', 'Turkey', 23424969],
  ['EG', 'Egypt', 23424802],
  ['IL', 'Israel', 23424852],
  ['IR', 'Iran', 23424851],
  ['IN', 'India', 23424848],
  ['JP', 'Japan', 23424856],
  ['KR', 'Korea', 23424868],
  ['TW', 'Taiwan', 23424971],
  ['TH', 'Thailand', 23424960],
  ['GR', 'Greece', 23424833],
  ['CA', 'Canada', 23424775],
  ['AU', 'Australia', 23424748],
  ['KE', 'Kenya', 23424863],
];

/** Their towns: the country's code, name, WOEID, latitude, longitude; the first one of a country is where its middle is. */
const towns: readonly (readonly [string, string, number, number, number])[] = [
  ['PT', 'Lisbon', 742676, 38.72, -9.14],
  ['PT', 'Porto', 746203, 41.15, -8.61],
  ['GB', 'London', 44418, 51.51, -0.13],
  ['GB', 'Leeds', 26042, 53.8, -1.55],
  ['US', 'New York', 2459115, 40.71, -74.01],
  ['US', 'San Francisco', 2487956, 37.77, -122.42],
  ['US', 'Chicago', 2379574, 41.88, -87.63],
  ['DE', 'Berlin', 638242, 52.52, 13.4],
  ['DE', 'Hamburg', 656958, 53.55, 9.99],
  ['FR', 'Paris', 615702, 48.86, 2.35],
  ['FR', 'Lyon', 609125, 45.76, 4.84],
  ['ES', 'Madrid', 766273, 40.42, -3.7],
  ['ES', 'Barcelona', 753692, 41.39, 2.17],
  ['BR', 'São Paulo', 455827, -23.55, -46.63],
  ['BR', 'Rio de Janeiro', 455825, -22.91, -43.17],
  ['MX', 'Mexico City', 116545, 19.43, -99.13],
  ['TR', 'Istanbul', 2344116, 41.01, 28.98],
  ['TR', 'Ankara', 2343732, 39.93, 32.86],
  ['EG', 'Cairo', 1521894, 30.04, 31.24],
  ['IL', 'Tel Aviv', 1968212, 32.09, 34.78],
  ['IR', 'Tehran', 2251945, 35.69, 51.39],
  ['IN', 'Delhi', 20070458, 28.66, 77.22],
  ['IN', 'Mumbai', 2295411, 19.08, 72.88],
  ['JP', 'Tokyo', 1118370, 35.69, 139.69],
  ['JP', 'Osaka', 15015370, 34.69, 135.5],
  ['KR', 'Seoul', 1132599, 37.57, 126.98],
  ['TW', 'Taipei', 2306179, 25.03, 121.57],
  ['TH', 'Bangkok', 1225448, 13.76, 100.5],
  ['GR', 'Athens', 946738, 37.98, 23.73],
  ['CA', 'Toronto', 4118, 43.65, -79.38],
  ['CA', 'Montreal', 3534, 45.5, -73.57],
  ['AU', 'Sydney', 1105779, -33.87, 151.21],
  ['AU', 'Melbourne', 1103816, -37.81, 144.96],
  ['KE', 'Nairobi', 1528488, -1.29, 36.82],
];

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

/** The whole world first, then each country with its towns. */
export const allPlaces: readonly WorldPlace[] = [
  worldwide,
  ...countries.flatMap(([countryCode, country, woeid]): readonly WorldPlace[] => {
    const own = towns.filter(([code]) => code === countryCode);
    const [, , , latitude = 0, longitude = 0] = own[0] ?? [];
    return [
      { woeid, name: country, country, countryCode, kind: 'Country', parentWoeid: 1, latitude, longitude, locationId: undefined },
      ...own.map(([, name, townWoeid, townLatitude, townLongitude]): WorldPlace => ({
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
export const places: readonly WorldPlace[] = allPlaces.filter((place) => place.kind === 'Town');

/** The id of a town in the job filter and on posts. */
function locationIdOf(woeid: number, name: string): string {
  const reservedId = BigInt(exampleValues.jobLocationId);
  return (name === exampleValues.placeName ? reservedId : reservedId + BigInt(woeid)).toString();
}
