import type { Job as JobRecord } from '../../client/schemas/primary.ts';
import { toUpstreamJob } from '../upstream/upstreamJob.ts';
import type { Job, Place } from '../world/placeEntities.ts';
import { eachOf, sequenceOf } from '../world/sequence.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Answerer } from './answer.ts';
import { collection, single, wholeCollection } from './collection.ts';
import { body, countHint, isNumericId, refusal } from './hints.ts';

/** Primary reference, index: job listings by keyword, within a place if one is named (decision 6.9). */
export const jobsSearch: Answerer = (question) => {
  const term = (question.texts['searchTerm'] ?? '').trim().toLowerCase();
  if (term === '') {
    return refusal(400, 'searchTerm is missing');
  }
  const place = question.texts['jobLocationId'];
  const found = [...eachOf(question.world.jobs())].filter(
    (job) => `${job.title}\n${job.company}`.toLowerCase().includes(term) && (place === undefined || job.locationId === place),
  );
  return collection(question, sequenceOf(found), countHint(question), toJob, (items, page) => ({
    data: {
      job_search: { items_results: items.map(toUpstreamJob), slice_info: page.isEnd ? {} : { next_cursor: page.bottom } },
    },
  }));
};

/** Primary reference, index: one job listing (decision 6.10). */
export const job: Answerer = (question) => {
  const id = question.texts['jobId'];
  if (!isNumericId(id)) {
    return refusal(422, 'jobId takes digits only, at most 30');
  }
  const found = question.world.job(id);
  return found === undefined
    ? refusal(400, `Job ${id} was not found`)
    : single(question, { ...toJob(found), description: found.description }, undefined);
};

/** Primary reference, GET /jobs/find-location/{term}: up to 10 places whose name has the text, none being no error (decision 6.11). */
export const jobsFindLocation: Answerer = (question) => {
  const term = (question.texts['term'] ?? '').trim().toLowerCase();
  if (term === '') {
    return refusal(400, 'term is missing');
  }
  const found = [...eachOf(question.world.places())]
    .filter((place) => place.locationId !== undefined && placeName(place).toLowerCase().includes(term))
    .slice(0, 10);
  return question.format === 'raw'
    ? body({
        data: { location_type_ahead: found.map((place) => ({ display_name: placeName(place), location_id: place.locationId })) },
      })
    : wholeCollection(found.map((place) => ({ id: place.locationId, name: placeName(place) })));
};

function placeName(place: Place): string {
  return `${place.name}, ${place.country}`;
}

function toJob(found: Job): JobRecord {
  const { id, title, company, location, url, salary } = found;
  const salaryText = salary === undefined ? null : `${salary.currency} ${salary.min}–${salary.max} a year`;
  return { id, title, company, location, url, createdAt: toIsoSeconds(found.createdAtMs), salaryText };
}
