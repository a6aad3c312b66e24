import type { Endpoint } from '../../client/endpoint.ts';
import type { FormField } from './form.ts';

/** Places that are often asked about, by their WOEIDs; any other WOEID may be typed. */
export const wellKnownPlaces: Readonly<Record<string, number>> = {
  Worldwide: 1,
  Australia: 23_424_748,
  Brazil: 23_424_768,
  Canada: 23_424_775,
  France: 23_424_819,
  Germany: 23_424_829,
  India: 23_424_848,
  Japan: 23_424_856,
  Mexico: 23_424_900,
  Spain: 23_424_950,
  Turkey: 23_424_969,
  'United Kingdom': 23_424_975,
  'United States': 23_424_977,
  Berlin: 638_242,
  Chicago: 2_379_574,
  Istanbul: 2_344_116,
  London: 44_418,
  Madrid: 766_273,
  'Mexico City': 116_545,
  Mumbai: 2_295_411,
  'New York': 2_459_115,
  Paris: 615_702,
  'Rio de Janeiro': 455_825,
  'San Francisco': 2_487_956,
  Sydney: 1_105_779,
  Tokyo: 1_118_370,
  Toronto: 4_118,
};

const woeidByPlaceName = new Map(Object.entries(wellKnownPlaces).map(([name, woeid]) => [name.toLowerCase(), woeid]));

const unknownPlaceText = 'Place (WOEID) takes the name of a well-known place, or any WOEID';

export function findPlaceParam({ params }: Endpoint): string | undefined {
  return ['woeid', 'locationId'].find((name) => name in params.shape);
}

/** The field of a place takes the names of those that are well known, too. */
export function toPlaceField(field: FormField): FormField {
  return {
    ...field,
    help: 'The name of a well-known place, or any WOEID.',
    examples: ['Worldwide'],
    suggestions: Object.keys(wellKnownPlaces),
    check: (text) => (isUnknownPlaceName(text) ? unknownPlaceText : field.check(toWoeid(text))),
    toValue: (text) => field.toValue(toWoeid(text)),
  };
}

function isUnknownPlaceName(text: string): boolean {
  return /\p{L}/u.test(text) && toWoeid(text) === text;
}

/** The WOEID of a well-known place, as a text; any other text as it is. */
function toWoeid(text: string): string {
  return String(woeidByPlaceName.get(text.trim().toLowerCase()) ?? text);
}

export function withWoeid(endpoint: Endpoint, texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const param = findPlaceParam(endpoint);
  const text = texts[param ?? ''];
  return param === undefined || text === undefined ? texts : { ...texts, [param]: toWoeid(text) };
}

/** How the place in a query is called; undefined where it is none that is well known. */
export function findPlaceName(endpoint: Endpoint, texts: Readonly<Record<string, string>>): string | undefined {
  const woeid = Number(toWoeid(texts[findPlaceParam(endpoint) ?? ''] ?? ''));
  return Object.entries(wellKnownPlaces).find(([, one]) => one === woeid)?.[0];
}
