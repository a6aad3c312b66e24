import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { townPlaces } from './places.ts';
import { createRandom } from './random.ts';
import { readSnowflakeTimeMs } from './snowflake.ts';
import type { WorldJob } from './world.ts';
import words from './texts/words.json' with { type: 'json' };

const { roles, levels, companies } = words.jobs;
const currencies = ['EUR', 'USD', 'GBP', 'JPY'] as const;

/** Makes the job listings, newest first. */
export function makeJobs(): readonly WorldJob[] {
  const random = createRandom('jobs');
  const jobs = Array.from({ length: 96 }, (_, index): WorldJob => {
    const isExample = index === 0;
    // every second one in the first town, so that the filter has pages to turn
    const place = index % 2 === 0 ? townPlaces[0] : random.pick(townPlaces);
    const id = (BigInt(exampleValues.jobId) + BigInt(index) * 1_509_949_440_000_000n).toString();
    const title = isExample
      ? 'Senior Software Engineer'
      : `${random.pick(levels)}${index % 4 === 0 ? 'Engineer' : random.pick(roles)}`;
    const min = random.between(28, 90) * 1000;
    const currency = random.pick(currencies);
    return {
      id,
      title,
      company: random.pick(companies),
      locationId: place?.locationId ?? exampleValues.jobLocationId,
      location: place === undefined ? exampleValues.placeName : `${place.name}, ${place.country}`,
      description: `${title}, to start soon.\n\n• Good coffee\n• A window\n• Work on things that matter to the neighbourhood`,
      salary: random.chance(0.6) ? { min, max: min + random.between(2, 30) * 1000, currency } : undefined,
      url: `https://jobs.example/${id}`,
      createdAtMs: readSnowflakeTimeMs(id),
    };
  });
  return jobs.toReversed();
}
