import { type Endpoint, endpointGroupsByService, type Service } from '../../client/endpoint.ts';

const serviceNames: Readonly<Record<Service, string>> = { primary: 'Primary API', gateway: 'Gateway API' };

/** What both references mention without showing it, so that nothing could be made of it but a guess at a path. */
const missingEndpointsNoteByService: Readonly<Record<Service, string>> = {
  primary:
    'Not here: the endpoints that act on the caller’s own account, those of the API key and balance, and the machine-readable ' +
    'pricing list. The reference mentions them but shows no path, parameter or response. Every charged response reports the balance.',
  gateway: 'Not here: recordings of audio rooms. The reference mentions an endpoint but shows neither its path nor its response.',
};

/**
 * The endpoints in tables of Markdown, one for each service, in the order of the catalogue.
 * @returns text without a line break at either end
 */
export function formatEndpointTables(endpoints: readonly Endpoint[]): string {
  return (['primary', 'gateway'] as const).map((service) => formatServiceTable(service, endpoints)).join('\n\n');
}

function formatServiceTable(service: Service, endpoints: readonly Endpoint[]): string {
  const rows = endpoints.filter((endpoint) => endpoint.service === service);
  return [
    `## ${serviceNames[service]}: ${rows.length} endpoints`,
    '',
    '| Group | Endpoint | Request | Response | Records |',
    '| --- | --- | --- | --- | --- |',
    ...endpointGroupsByService[service].flatMap((group) => rows.filter((row) => row.group === group).map(formatEndpointLine)),
    '',
    ...(rows.some((row) => !row.confirmed)
      ? [
          '\\* The reference does not show all of its parameters or its response; the rest is a guess, and the form says which part.',
          '',
        ]
      : []),
    missingEndpointsNoteByService[service],
  ].join('\n');
}

/** What a response is read into: the kinds of its records, what it is of first. */
function formatRecordKinds({ yields }: Endpoint): string {
  return [...new Set(yields.map(({ kind }) => kind))].map((kind) => (kind === 'other' ? 'facts' : kind)).join(', ');
}

/** The group stands on its first line only. */
function formatEndpointLine(endpoint: Endpoint, index: number): string {
  const group = index === 0 ? endpoint.group : '';
  const title = endpoint.confirmed ? endpoint.title : `${endpoint.title} \\*`;
  return `| ${[group, title, `\`${endpoint.method} ${endpoint.path}\``, endpoint.summary, formatRecordKinds(endpoint)].map(escapeTableCell).join(' | ')} |`;
}

function escapeTableCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
