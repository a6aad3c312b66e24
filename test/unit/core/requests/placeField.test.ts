import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { findPlaceName, findPlaceParam, wellKnownPlaces, listInputFields } from '../../../../src/core/requests/formFields.ts';
import { endpoints, gatewayTrendsTopics, trends } from '../../../../src/client/endpoints/table.ts';
import { parseQueryTexts } from '../../../../src/features/results/host/query.ts';
import { allPlaces } from '../../../../src/sandbox/world/places.ts';

describe('the place field', () => {
  it("suggests well-known places with the sandbox's WOEIDs", () => {
    const named = new Map(allPlaces.map(({ name, woeid }) => [name, woeid]));
    assert.deepEqual(
      Object.entries(wellKnownPlaces).filter(([name, woeid]) => named.get(name) !== woeid),
      [],
    );
  });

  it('accepts names in any case and any WOEID in every endpoint', () => {
    const rows = endpoints.filter((endpoint) => findPlaceParam(endpoint) !== undefined);
    assert.ok(rows.length >= 3);
    for (const endpoint of rows) {
      const param = findPlaceParam(endpoint) ?? '';
      const field = listInputFields(endpoint).find(({ name }) => name === param);
      assert.ok(field);
      assert.ok(field.suggestions?.includes('Worldwide'), endpoint.id);
      assert.match(field.check('Lon') ?? '', /must be the name of a well-known place/);
      assert.equal(field.check('london'), undefined);
      for (const [text, woeid] of [
        ['London', 44_418],
        [' new york ', 2_459_115],
        ['12345', 12_345],
      ] as const) {
        assert.equal(field.check(text), undefined);
        assert.equal(field.toValue(text), woeid);
        assert.deepEqual(parseQueryTexts(endpoint, { [param]: text }).params, { [param]: woeid });
      }
      assert.notEqual(field.check('Nowhere'), undefined);
    }
  });

  it("shows a WOEID's name", () => {
    assert.equal(findPlaceName(trends, { locationId: '1' }), 'Worldwide');
    assert.equal(findPlaceName(gatewayTrendsTopics, { woeid: 'tokyo' }), 'Tokyo');
    assert.equal(findPlaceName(trends, { locationId: '12345' }), undefined);
    assert.equal(findPlaceName(trends, {}), undefined);
  });
});
