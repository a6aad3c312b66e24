import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../../client/endpoint.ts';
import type { ErrorKind, SocialDataError, SocialDataErrorFacts } from '../../client/errors.ts';
import { sanitizeForVsCode } from '../text/stripHiddenCharacters.ts';
import { formatServiceName } from '../connections/connectionSettings.ts';
import { findQuerySubject } from '../requests/findQuerySubject.ts';
import { replacedPeopleAddress } from '../connections/responseConnection.ts';
import { describeNoRepeat, describeOverBudget, describeFailedCallCharge, describeNoCharge } from '../cost/formatCost.ts';
import type { WaitReason } from '../../client/policies/send.ts';
import { notFoundMessagePattern } from '../../client/toResponseError.ts';
import { noTlsErrorCodePattern, onlyHttp2ErrorCodePattern } from '../../client/transport.ts';

/** Error codes from Node and Chromium's network stack (`ERR_…`), with advice. */
const adviceByCodePattern: readonly (readonly [codes: RegExp, advice: () => string])[] = [
  [
    /^(?:ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_(?:NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED))$/,
    () => l10n.t("The host wasn't found. Check the network and the URL."),
  ],
  [/^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/, () => l10n.t('The connection was refused. Check the URL, or start the server.')],
  [
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(?:RESET|CLOSED))$/,
    () => l10n.t('The connection was closed, possibly by a proxy or firewall.'),
  ],
  [
    /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|TimeoutError|ERR_(?:CONNECTION_)?TIMED_OUT)$/,
    () => l10n.t('The connection timed out. Check the firewall and the proxy.'),
  ],
  [
    /^(?:CERT_|ERR_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT)/,
    () => l10n.t("The certificate isn't trusted. Set http.systemCertificates, or NODE_EXTRA_CA_CERTS."),
  ],
  [onlyHttp2ErrorCodePattern, adviseCheckPort],
  [noTlsErrorCodePattern, adviseCheckPort],
];

export type ErrorAction = 'retry' | 'setKey' | 'editAddress' | 'selectConnection' | 'setBudget' | 'showResponse' | 'showLog';

export interface ErrorDescription {
  readonly failed: string;
  /** May be empty. */
  readonly advice: string;
  readonly actions: readonly ErrorAction[];
  /** `information` if nothing is broken: no results, canceled. */
  readonly severity: 'information' | 'warning' | 'error';
}

interface KnownErrorFacts {
  readonly name: string;
  /** "@ada_writes" */
  readonly subject: string;
  readonly service: string;
  readonly message: string;
  readonly facts: SocialDataErrorFacts;
  /** The service's error message in brackets, or empty. */
  readonly serviceMessage: string;
  /** The error code in brackets, or empty. */
  readonly code: string;
  /** 0 without a response. */
  readonly status: number;
  readonly hasParams: boolean;
  /** "api.example.com", or "the service" if it is unknown. */
  readonly host: string;
}

/** The likeliest action first. */
const severityAndActionsByErrorKind: Readonly<
  Record<ErrorKind, readonly [ErrorDescription['severity'], ...(readonly ErrorAction[])]>
> = {
  input: ['error'],
  noKey: ['warning', 'setKey', 'selectConnection'],
  address: ['error', 'editAddress', 'selectConnection'],
  noConnection: ['warning', 'selectConnection'],
  connectionChanged: ['warning', 'retry', 'selectConnection'],
  budget: ['warning', 'setBudget'],
  storage: ['error', 'retry', 'showLog'],
  notStored: ['information', 'retry'],
  badRequest: ['warning', 'showResponse'],
  invalid: ['warning', 'showResponse'],
  notFound: ['warning', 'showResponse'],
  unauthorized: ['error', 'setKey', 'selectConnection', 'showResponse'],
  noBalance: ['error', 'setKey', 'retry'],
  forbidden: ['error', 'showResponse'],
  rateLimited: ['warning', 'retry'],
  upstreamTimeout: ['error', 'retry', 'showResponse'],
  conflict: ['error', 'retry', 'showResponse'],
  server: ['error', 'retry', 'showResponse'],
  noResults: ['information'],
  redirect: ['error', 'editAddress', 'showLog'],
  unexpectedStatus: ['error', 'editAddress', 'showResponse', 'showLog'],
  network: ['error', 'retry', 'showLog'],
  certificate: ['error', 'showLog'],
  interrupted: ['error', 'retry', 'showResponse'],
  timeout: ['error', 'retry'],
  cancelled: ['information'],
  tooLarge: ['error', 'showResponse'],
  shape: ['error', 'showResponse', 'editAddress', 'retry'],
};

const failureSentenceByErrorKind: Readonly<Record<ErrorKind, (known: KnownErrorFacts) => string>> = {
  input: ({ name, message }) => l10n.t("{0} wasn't sent: {1}.", name, message),
  noKey: ({ name, facts }) =>
    facts.cause === undefined
      ? l10n.t("{0} wasn't sent because no API key is set.", name)
      : l10n.t("{0} wasn't sent because the key couldn't be read{1}.", name, formatCauseInBrackets(facts.cause)),
  address: ({ name, message }) => l10n.t("{0} wasn't sent: {1}.", name, message),
  noConnection: ({ name, facts: { connection = '' } }) =>
    connection === replacedPeopleAddress
      ? l10n.t("{0} wasn't sent because these people are pseudonymized.", name)
      : l10n.t("{0} wasn't sent because the connection '{1}' was removed.", name, sanitizeForVsCode(connection)),
  connectionChanged: ({ name }) => l10n.t("{0} wasn't sent because the connection changed.", name),
  budget: ({ name, message, facts: { budget } }) =>
    budget === undefined ? l10n.t("{0} wasn't sent: {1}.", name, message) : describeOverBudget(name, budget),
  storage: ({ name, code }) => l10n.t("{0} wasn't sent because it couldn't be recorded in history{1}.", name, code),
  notStored: ({ name }) => l10n.t('{0}: no response in history.', name),
  badRequest: (known) =>
    known.hasParams
      ? l10n.t('{0}: not found, or rejected by the service{1}.', known.name, known.serviceMessage)
      : describeServerFailure(known),
  invalid: ({ name, serviceMessage }) => l10n.t('{0}: the service rejected a value{1}.', name, serviceMessage),
  notFound: ({ subject, serviceMessage }) =>
    l10n.t('{0} was not found{1}.', subject, notFoundMessagePattern.test(serviceMessage) ? '' : serviceMessage),
  unauthorized: ({ name, serviceMessage }) => l10n.t("{0}: the service didn't accept the key{1}.", name, serviceMessage),
  noBalance: ({ name, serviceMessage }) => l10n.t("{0}: this key's balance is used up{1}.", name, serviceMessage),
  forbidden: ({ name, serviceMessage }) => l10n.t("{0}: the key doesn't have access to this{1}.", name, serviceMessage),
  rateLimited: ({ name, facts: { retryAt } }) =>
    retryAt === undefined
      ? describeTooManyCalls(name)
      : l10n.t('{0}: rate limited until {1}.', name, formatTime(new Date(retryAt), new Date())),
  upstreamTimeout: describeServerFailure,
  conflict: describeServerFailure,
  server: describeServerFailure,
  noResults: ({ name }) => l10n.t('{0}: no results.', name),
  redirect: ({ name }) => l10n.t("{0}: the URL redirects. Redirects aren't followed, to protect the key.", name),
  unexpectedStatus: (known) =>
    known.status === 404 || known.status === 405
      ? l10n.t('{0}: no {1} found at this base URL (status {2}).', known.name, known.service, known.status)
      : describeServerFailure(known),
  network: ({ name, host, code }) => l10n.t("{0}: {1} couldn't be reached{2}.", name, host, code),
  certificate: ({ name, host, code }) => l10n.t("{0}: {1}'s certificate isn't trusted{2}.", name, host, code),
  interrupted: ({ name, code }) => l10n.t('{0}: the connection was interrupted{1}.', name, code),
  timeout: ({ name }) => l10n.t('{0}: timed out.', name),
  cancelled: ({ name }) => l10n.t('{0}: canceled.', name),
  tooLarge: ({ name }) => l10n.t('{0}: the response is too large.', name),
  shape: ({ name }) => l10n.t("{0}: the response isn't valid JSON.", name),
};

const adviceByErrorKind: Readonly<Record<ErrorKind, (endpoint: Endpoint, facts: SocialDataErrorFacts) => string>> = {
  input: adviseCheckValue,
  noKey: () => l10n.t('Set a key, or use the sandbox.'),
  address: adviseCorrectAddress,
  noConnection: () => l10n.t('Add it back to socialData.connections, or use a different connection.'),
  connectionChanged: () => l10n.t('Retry with the new settings.'),
  budget: () => l10n.t('Raise the budget to continue.'),
  storage: (_endpoint, { code }) => adviseOnStoreFault(code),
  notStored: () => '',
  badRequest: ({ params }) => (Object.keys(params.shape).length === 0 ? adviseTryAgainLater() : adviseCheckValue()),
  invalid: adviseCheckValue,
  notFound: () => '',
  unauthorized: () => l10n.t('Set a different API key.'),
  noBalance: () => l10n.t('Add funds, or set a different API key.'),
  // the primary service doesn't document what it rejects
  forbidden: ({ service }) =>
    service === 'gateway' ? l10n.t("Private lists, invite-only communities, and protected accounts can't be read.") : '',
  rateLimited: () => '',
  upstreamTimeout: adviseTryAgainLater,
  conflict: adviseTryAgainLater,
  server: adviseTryAgainLater,
  noResults: () => l10n.t('Try fewer or different words.'),
  redirect: adviseCorrectAddress,
  unexpectedStatus: adviseCorrectAddress,
  network: () => l10n.t('Check the network and the URL.'),
  certificate: () => l10n.t("Check the URL or this machine's certificates."),
  interrupted: describeNoRepeat,
  timeout: describeNoRepeat,
  cancelled: () => '',
  tooLarge: () => '',
  shape: () => l10n.t('Check the base URL. A network sign-in page can also cause this.'),
};

export function describeError(error: SocialDataError, endpoint: Endpoint): ErrorDescription {
  const { kind, facts, exchange } = error;
  const [severity, ...actions] = severityAndActionsByErrorKind[kind];
  const serviceMessage = sanitizeForVsCode(facts.said ?? '').replace(/(?<![.\s])[.\s]+$/, '');
  const known: KnownErrorFacts = {
    name: endpoint.title,
    subject: findQuerySubject(exchange?.request.params ?? {}) ?? endpoint.title,
    service: formatServiceName(endpoint.service),
    message: sanitizeForVsCode(error.message),
    facts,
    serviceMessage: serviceMessage === '' ? '' : ` (${serviceMessage})`,
    code: facts.code === undefined ? '' : ` (${facts.code})`,
    status: exchange?.status ?? 0,
    hasParams: Object.keys(endpoint.params.shape).length > 0,
    host: facts.host ?? l10n.t('the service'),
  };
  // a retry before that time wouldn't be sent
  const isHeld = kind === 'rateLimited' && facts.retryAt !== undefined;
  const advice = adviceByErrorKind[kind](endpoint, facts);
  return { severity, failed: failureSentenceByErrorKind[kind](known), advice, actions: isHeld ? [] : actions };
}

export function adviseOnStoreFault(code: string | undefined): string {
  return l10n.t('{0} Fix this and reload the window, or run Start New History… in the Activity view.', describeStoreFault(code));
}

/** "The disk is full." */
export function describeStoreFault(code = ''): string {
  switch (code) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return l10n.t('The file is locked by another program.');
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return l10n.t("The file can't be written.");
    case 'SQLITE_FULL':
    case 'ENOSPC':
      return l10n.t('The disk is full.');
    case 'STORE_VERSION':
      return l10n.t('The file was written by a different version of the extension.');
    case 'STORE_LOST':
      return l10n.t('The file is missing or empty.');
    case 'STORE_MOVED':
      return l10n.t('New history started.');
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
    case 'SQLITE_ERROR':
    case 'STORE_ROW':
      return l10n.t('The file is damaged.');
    default:
      return l10n.t("The file can't be used.");
  }
}

/** For a rate limit without a known end. */
function describeTooManyCalls(name: string): string {
  return l10n.t('{0}: rate limited.', name);
}

function formatCauseInBrackets(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? ` (${sanitizeForVsCode(cause.message)})` : '';
}

function describeServerFailure({ name, status, serviceMessage }: KnownErrorFacts): string {
  return l10n.t('{0}: the service responded with status {1}{2}.', name, status, serviceMessage);
}

function adviseCheckValue(): string {
  return l10n.t('Check the value and try again.');
}

function adviseCorrectAddress(): string {
  return l10n.t('Check the base URL.');
}

function adviseTryAgainLater(): string {
  return l10n.t('Try again later.');
}

/** Omits today's date. */
function formatTime(time: Date, now: Date): string {
  return time.toDateString() === now.toDateString() ? time.toLocaleTimeString() : time.toLocaleString();
}

export function describeWaiting(waiting: WaitReason): string {
  const charge = waiting.kind === 'again' ? describeFailedCallCharge(waiting.error) : describeNoCharge();
  return [describeWaitReason(waiting), charge, describeNextStep(waiting)].join(' ');
}

export function describeWaitReason(waiting: WaitReason): string {
  const name = waiting.endpoint.title;
  switch (waiting.kind) {
    case 'again':
      return waiting.error.kind === 'rateLimited'
        ? describeTooManyCalls(name) // `describeNextStep` says until when
        : describeError(waiting.error, waiting.endpoint).failed;
    case 'held':
      return l10n.t('{0} is waiting because this key is rate limited.', name);
    case 'queued':
      return l10n.t('{0} is waiting for other requests.', name);
    case 'price':
      return l10n.t('{0} is waiting for the price of an earlier request.', name);
  }
}

/** Short, for the side bar. */
export function describeNextStep(waiting: WaitReason): string {
  switch (waiting.kind) {
    case 'again':
      return waiting.error.kind === 'rateLimited'
        ? l10n.t('Retrying at {0} ({1} of {2})', formatLocalTime(waiting.at), waiting.attempt, waiting.maxAttempts)
        : l10n.t('Retrying ({0} of {1})', waiting.attempt, waiting.maxAttempts);
    case 'held':
      return waiting.at === undefined ? l10n.t('Waiting…') : l10n.t('Waiting until {0}…', formatLocalTime(waiting.at));
    case 'queued':
    case 'price':
      return l10n.t('Waiting…');
  }
}

/** The progress message after Stop. @param endsBy when the request in flight times out; undefined if no request is in flight */
export function describeStopping(endsBy: number | undefined): string {
  return endsBy === undefined ? '' : l10n.t('Stopping after the current page (by {0})', formatLocalTime(endsBy));
}

function formatLocalTime(at: number): string {
  return new Date(at).toLocaleTimeString();
}

/** Empty if no pages are missing, or all of them. */
export function describeIncompleteRestore(missing: number, wanted: number): string {
  return missing === 0 || missing === wanted ? '' : l10n.t('Pages no longer in history: {0} of {1}.', missing, wanted);
}

function adviseCheckPort(): string {
  return l10n.t('The server uses a different protocol. Check the port and whether the URL starts with http or https.');
}

/** The innermost code with advice, or all codes if none has advice. @param codes from the outermost failure to the innermost */
export function describeNetworkFailure(codes: readonly string[]): string {
  for (const code of codes.toReversed()) {
    const advice = adviceByCodePattern.find(([pattern]) => pattern.test(code))?.[1];
    if (advice !== undefined) {
      return `${code}. ${advice()}`;
    }
  }
  return `${codes.join(' < ')}.`;
}
