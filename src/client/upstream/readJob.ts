import type { Job } from '../schemas/primary.ts';
import { isoSeconds } from './isoSeconds.ts';
import { filledIn, idIn, objectIn, textIn } from './node.ts';

interface RawJob {
  readonly rest_id?: unknown;
  readonly result?: unknown;
  readonly core?: unknown;
  readonly company_profile_results?: unknown;
}

interface RawJobCore {
  readonly title?: unknown;
  readonly location?: unknown;
  readonly formatted_salary?: unknown;
  readonly job_page_url?: unknown;
  readonly redirect_url?: unknown;
  readonly external_url?: unknown;
  readonly created_at?: unknown;
  readonly name?: unknown;
}

/** A job listing, in its `result` or without (upstream shapes, section 1, job search; decision 6.9); undefined without an id. */
export function toJob(value: unknown): Job | undefined {
  const outer: RawJob = objectIn(value);
  const raw: RawJob = outer.result === undefined ? outer : objectIn(outer.result);
  const id = idIn(outer.rest_id) ?? idIn(raw.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const core: RawJobCore = objectIn(raw.core);
  const profile: RawJob = objectIn(raw.company_profile_results);
  const company: RawJob = objectIn(profile.result);
  const { name }: RawJobCore = objectIn(company.core);
  return {
    id,
    title: textIn(core.title) ?? null,
    company: textIn(name) ?? null,
    location: textIn(core.location) ?? null,
    url: filledIn(core.job_page_url) ?? filledIn(core.redirect_url) ?? filledIn(core.external_url) ?? null,
    createdAt: isoSeconds(core.created_at) ?? null,
    salaryText: filledIn(core.formatted_salary) ?? null,
  };
}
