import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';

/** Made-up JSON in the platform's format. */
export type Fields = Readonly<Record<string, unknown>>;

export const account = (id: string, screen_name: string): Fields => ({
  __typename: 'User',
  rest_id: id,
  core: { screen_name, name: screen_name.toUpperCase() },
});

export function post(id: string, legacy: Fields = {}, fields: Fields = {}): Fields {
  return {
    __typename: 'Tweet',
    rest_id: id,
    core: { user_results: { result: account('11', 'ada') } },
    legacy: { full_text: `text of ${id}`, created_at: 'Wed Oct 10 20:19:24 +0000 2018', user_id_str: '11', ...legacy },
    ...fields,
  };
}

export const line = (entryId: string, itemContent: Fields): Fields => ({ entryId, content: { itemContent } });
export const add = (...entries: readonly Fields[]): Fields => ({ type: 'TimelineAddEntries', entries });
export const timeline = (...instructions: readonly Fields[]): Fields => ({ timeline: { instructions } });

export const idsOf = (page: UpstreamPage): readonly unknown[] =>
  page.records.map(({ record }): unknown => Reflect.get(record, 'id'));
