import type { WorldJob } from '../world/world.ts';
import { globalId } from './upstreamText.ts';

/** A job listing, as under `data.job_search.items_results` (assumption 6.9). */
export function toUpstreamJob(job: WorldJob): unknown {
  const { id, title, location, description, salary, url, company } = job;
  const pay =
    salary === undefined
      ? {}
      : {
          formatted_salary: `${salary.currency} ${salary.min}–${salary.max} a year`,
          salary_currency_code: salary.currency,
          salary_interval: 'Yearly',
          salary_max: salary.max,
          salary_min: salary.min,
        };
  return {
    id: globalId('ApiJobResults', id),
    rest_id: id,
    result: {
      __typename: 'ApiJob',
      id: globalId('ApiJob', id),
      core: { title, location, ...pay, job_page_url: url, redirect_url: url, external_url: url, job_description: description },
      company_profile_results: { result: { __typename: 'ApiCompany', core: { name: company } } },
      user_results: {},
    },
  };
}
