import type { Job as JobRecord } from '../../client/schemas/primary.ts';
import { throwRefusal } from '../reserved/refusals.ts';
import { toUpstreamJob } from '../upstream/upstreamGroups.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { WorldJob, WorldPlace } from '../world/world.ts';
import { toWholeBodyAnswer, toCollectionAnswer, toSingleAnswer, toUnpagedCollectionAnswer } from './collectionAnswers.ts';
import { requireNumericIdParam, requireTextParam } from './params.ts';
import type { EndpointAnswerer } from './answer.ts';

export const jobsSearch: EndpointAnswerer<'jobsSearch'> = (question) => {
  const term = requireTextParam(question, 'searchTerm').toLowerCase();
  const { jobLocationId } = question.params;
  const found = question.world
    .jobs()
    .filter(({ title, company }) => `${title}\n${company}`.toLowerCase().includes(term))
    .filter(({ locationId }) => jobLocationId === undefined || locationId === jobLocationId);
  return toCollectionAnswer(question, found, toJob, (items, page) => ({
    data: {
      job_search: { items_results: items.map(toUpstreamJob), slice_info: page.isEnd ? {} : { next_cursor: page.bottom } },
    },
  }));
};

export const job: EndpointAnswerer<'job'> = (question) => {
  const id = requireNumericIdParam(question, 'jobId');
  const found = question.world.job(id) ?? throwRefusal(400, `Job ${id} was not found`);
  return toSingleAnswer(question, { ...toJob(found), description: found.description }, undefined);
};

/** Primary reference, GET /jobs/find-location/{term}: up to 10 places whose name has the text, none being no error (assumption 6.11). */
export const jobsFindLocation: EndpointAnswerer<'jobsFindLocation'> = (question) => {
  const term = requireTextParam(question, 'term').toLowerCase();
  const found = question.world
    .places()
    .filter((place) => place.locationId !== undefined && formatPlaceName(place).toLowerCase().includes(term))
    .slice(0, 10);
  return question.format === 'raw'
    ? toWholeBodyAnswer({
        data: {
          location_type_ahead: found.map((place) => ({ display_name: formatPlaceName(place), location_id: place.locationId })),
        },
      })
    : toUnpagedCollectionAnswer(found.map((place) => ({ id: place.locationId, name: formatPlaceName(place) })));
};

function formatPlaceName(place: WorldPlace): string {
  return `${place.name}, ${place.country}`;
}

function toJob(found: WorldJob): JobRecord {
  const { id, title, company, location, url, salary } = found;
  const salaryText = salary === undefined ? null : `${salary.currency} ${salary.min}–${salary.max} a year`;
  return { id, title, company, location, url, createdAt: toIsoSeconds(found.createdAtMs), salaryText };
}
