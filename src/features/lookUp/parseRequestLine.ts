import { tryParseJson } from '../../client/json/tryParseJson.ts';
import type { Endpoint, Service } from '../../client/endpoint.ts';
import { parseRequestTarget } from '../../client/endpoints/parseRequestTarget.ts';
import { endpoints } from '../../client/endpoints/table.ts';
import { createRouter } from '../../client/route.ts';
import { getParamEncoding } from '../../client/wire.ts';
import { type FieldTexts, formatTypedValue } from '../../core/requests/form.ts';

/** A request as written for a shell or in code. Headers are never read, because they contain keys. */
interface WrittenRequest {
  readonly method: string;
  readonly address: string;
  readonly body: string | undefined;
}

export interface RequestReading {
  readonly endpoint: Endpoint;
  readonly texts: FieldTexts;
  /** What the line sends, but the endpoint doesn't have. */
  readonly ignored: readonly string[];
}

export interface RequestLine {
  /** Percent-encoded, without the query. */
  readonly path: string;
  /** Both services have some paths. Empty for an unknown path. */
  readonly readings: readonly RequestReading[];
}

const maxLength = 20_000;
const maxBaseSegments = 4;

const routers = {
  primary: createRouter(endpoints.filter(({ service }) => service === 'primary')),
  gateway: createRouter(endpoints.filter(({ service }) => service === 'gateway')),
} as const satisfies Readonly<Record<Service, unknown>>;

/**
 * Reads a curl command or a call of `fetch` as a request to either service, whatever its host and the path of its base address.
 * @param text line breaks may be missing, as in an input box
 * @returns undefined for any other text
 */
export function parseRequestLine(text: string): RequestLine | undefined {
  const request = text.length > maxLength ? undefined : (parseCurl(text) ?? parseFetch(text));
  if (request === undefined || request.address === '') {
    return undefined;
  }
  const [address = '', query = ''] = request.address.replace(/#.*$/s, '').split(/\?(.*)/s);
  const path = address.replace(/^(?:\w+:\/\/)?[^/]*/, '').replace(/(?<!\/)\/$/, '');
  return { path, readings: findReadings(request, path, query) };
}

/** Removes segments of the base address until the path belongs to an endpoint. */
function findReadings(request: WrittenRequest, path: string, query: string): readonly RequestReading[] {
  const segments = path.split('/').slice(1);
  for (const at of segments.slice(0, maxBaseSegments + 1).keys()) {
    const pathname = `/${segments.slice(at).join('/')}`;
    const services = (['primary', 'gateway'] as const).filter((service) =>
      // the sandbox serves both
      /^(?:primary|gateway)$/.test(segments[at - 1] ?? '') ? service === segments[at - 1] : true,
    );
    const found = services.flatMap((service) => readRequest(service, { ...request, pathname, query }) ?? []);
    if (found.length > 0) {
      return found.toSorted((a, b) => a.guesses - b.guesses).map(({ guesses: _guesses, ...reading }) => reading);
    }
  }
  return [];
}

function readRequest(
  service: Service,
  { method, body, pathname, query }: WrittenRequest & { readonly pathname: string; readonly query: string },
): (RequestReading & { readonly guesses: number }) | undefined {
  const match = routers[service](method, pathname);
  if (match.kind !== 'found') {
    return undefined;
  }
  const { endpoint, pathTexts } = match;
  const { shape } = endpoint.params;
  // a path of a different service, such as /user/info, has no id there
  const isText = (name: string) => getParamEncoding(shape[name]) === 'text';
  if (Object.entries(pathTexts ?? {}).some(([name, text]) => isText(name) && shape[name]?.safeParse(text).success === false)) {
    return undefined;
  }
  const parsed = parseRequestTarget({ endpoint, pathname, pathTexts, rawQuery: query });
  const values = Object.entries(body === undefined ? {} : (parseJsonObject(body) ?? {}));
  const nameOf = (sent: string) =>
    Object.keys(shape).find((one) => one === sent || endpoint.paramAliases[one]?.includes(sent) === true);
  const fromBody = values.flatMap(([sent, value]) => {
    const name = nameOf(sent);
    const text = formatTypedValue(value);
    return name === undefined || text === '' ? [] : [[name, text] as const];
  });
  return parsed === undefined
    ? undefined
    : {
        endpoint,
        texts: { ...Object.fromEntries(fromBody), ...parsed.params },
        ignored: [...parsed.ignored, ...values.flatMap(([sent]) => (nameOf(sent) === undefined ? [sent] : []))],
        // a path that matches literally is likelier
        guesses: parsed.notes.length + values.length - fromBody.length + Object.keys(pathTexts).length,
      };
}

/** With a scheme, a variable, or a host before its path. */
const addressPattern = /^(?:\w+:\/\/|\$|\{\{|[\w.-]+(?::\d+)?\/)/;

/** Quoted or plain words of a shell. `$'…'` is what browsers copy. */
const shellWordPattern = /(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\\S|[^\s'"\\])+/gs;
const shellPartPattern = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(\S)/gs;

function parseCurl(text: string): WrittenRequest | undefined {
  const [, command] = /^\s*(?:\$\s+)?curl(?:\.exe)?\s(.*)$/s.exec(text) ?? [];
  if (command === undefined) {
    return undefined;
  }
  // a line may end in \, in cmd in ^, and in PowerShell in `
  const line = command.replaceAll(/(?<=\s)[\\^`](?=\s|$)/g, ' ');
  const words = splitShellWords(line.includes('^"') ? line.replaceAll(/\^(\S)/g, '$1') : line);
  let address = '';
  let method: string | undefined;
  let isQuery = false;
  const data: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [, option = words[at] ?? '', joined] = /^(-[XdHex])(.+)$/s.exec(words[at] ?? '') ?? [];
    const value = () => joined ?? words[(at += 1)] ?? '';
    if (/^(?:-X|--request)$/.test(option)) {
      method = value().toUpperCase();
    } else if (/^(?:-d|--json|--data(?:-raw|-binary|-ascii|-urlencode)?)$/.test(option)) {
      data.push(option === '--data-urlencode' ? encodeDataValue(value()) : value());
    } else if (/^(?:-[HexAbo]|--(?:header|referer|proxy|user-agent|cookie|output))$/.test(option)) {
      value(); // may look like an address
    } else if (/^(?:-G|--get)$/.test(option)) {
      isQuery = true;
    } else if (address === '' && addressPattern.test(option)) {
      address = option;
    }
  }
  const body = data.length === 0 ? undefined : data.join('&');
  return isQuery
    ? { method: 'GET', address: `${address}${address.includes('?') ? '&' : '?'}${body ?? ''}`, body: undefined }
    : { method: method ?? (body === undefined ? 'GET' : 'POST'), address, body };
}

function encodeDataValue(text: string): string {
  const [, name = '', value = ''] = /^([^=]*=)?(.*)$/s.exec(text) ?? [];
  return name + encodeURIComponent(value);
}

function splitShellWords(command: string): readonly string[] {
  return (command.match(shellWordPattern) ?? []).map((word) =>
    word.replaceAll(shellPartPattern, (_, ansi?: string, plain?: string, quoted?: string, escaped?: string) =>
      ansi !== undefined ? unescapeCode(ansi) : (plain ?? quoted?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? ''),
    ),
  );
}

const codeStringSource = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/s.source;

function parseFetch(text: string): WrittenRequest | undefined {
  const [, address, options = ''] = new RegExp(`\\bfetch\\(\\s*(${codeStringSource})(.*)`, 's').exec(text) ?? [];
  if (address === undefined) {
    return undefined;
  }
  const [, method = '"GET"'] = new RegExp(`\\bmethod["']?\\s*:\\s*(${codeStringSource})`, 's').exec(options) ?? [];
  const [, sent, built] =
    new RegExp(`\\bbody["']?\\s*:\\s*(?:(${codeStringSource})|JSON\\.stringify\\((\\{.*?\\})\\s*\\))`, 's').exec(options) ?? [];
  return {
    method: unescapeCode(method.slice(1, -1)).toUpperCase(),
    address: unescapeCode(address.slice(1, -1)),
    body: built ?? (sent === undefined ? undefined : unescapeCode(sent.slice(1, -1))),
  };
}

const codeEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescapeCode(text: string): string {
  return text.replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, unicode?: string, hex?: string, sign: string = '') => {
    const code = unicode ?? hex;
    return code === undefined ? (codeEscapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
  });
}

/** Reads JSON or an object literal with plain values. */
function parseJsonObject(text: string): object | undefined {
  const json = text.replaceAll(
    new RegExp(`(${codeStringSource})|([A-Za-z_$][\\w$]*)(?=\\s*:)|,(?=\\s*[}\\]])`, 'gs'),
    (_, string?: string, key?: string) =>
      string === undefined ? (key === undefined ? '' : JSON.stringify(key)) : toJsonString(string),
  );
  const value = tryParseJson(json);
  return typeof value === 'object' && value !== null ? value : undefined;
}

function toJsonString(code: string): string {
  return code.startsWith('"') ? code : JSON.stringify(unescapeCode(code.slice(1, -1)));
}
