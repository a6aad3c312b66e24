import { describeMiss } from '../app/fixtures/replay/describeMiss.ts';
import { readParamsForClientCall, type ReplayQuestion, readReplayQuestion } from '../app/fixtures/replay/question.ts';
import type { PlayableAnswer, ReplayIndex } from '../app/fixtures/replay/replayIndex.ts';
import type { RecordMiss } from '../app/fixtures/record/recordMiss.ts';
import { parseJsonBody, type RoutedCall } from '../sandbox/answerCall.ts';
import { billingHeaderNames } from '../sandbox/billing.ts';
import { toErrorBody, toSandboxReply } from '../sandbox/reply.ts';
import type { SavedAnswerSource, FixtureReplyOrMiss } from '../sandbox/requestHandler.ts';
import { RefusalError } from '../sandbox/reserved/refusals.ts';
import type { ReplayMode } from './replayMode.ts';

/** No service answers so: what is missing cannot be taken for an answer. */
const missStatus = 501;

/** Records what no fixture answers. */
interface MissRecorderWithKey {
  readonly record: RecordMiss;
  /** The key that its callers must have: whoever else reaches this server shall not make anything be bought. */
  readonly key: string;
}

/**
 * Answers calls from fixtures. Where a question was saved several times, each key gets its answers one after the other.
 * @param recording asks for what none of them answers
 */
export function createFixtureAnswerSource(
  book: () => ReplayIndex,
  mode: ReplayMode,
  recording?: MissRecorderWithKey,
): SavedAnswerSource {
  const positions = new Map<string, Map<string, number>>();
  const replies = new WeakMap<PlayableAnswer, FixtureReplyOrMiss>();

  const next = (answers: readonly PlayableAnswer[], question: ReplayQuestion, key: string): PlayableAnswer | undefined => {
    if (answers.length === 1) return answers[0];
    const ofKey = positions.get(key) ?? new Map<string, number>();
    positions.set(key, ofKey);
    const at = ofKey.get(question.key) ?? 0;
    ofKey.set(question.key, at + 1);
    return answers[Math.min(at, answers.length - 1)];
  };

  const answered = (call: RoutedCall, key: string): FixtureReplyOrMiss | undefined => {
    const question = readReplayQuestion({ ...call, body: parseJsonBody(call.endpoint, call.body) });
    if (question === undefined)
      return mode === 'sandbox' ? undefined : createErrorReply(call, 400, 'The percent-encoding is broken');
    const answers = book().answersTo(question);
    const answer = answers === undefined ? undefined : next(answers, question, key);
    if (answer === undefined) return mode === 'sandbox' ? undefined : missed(call, question, key);
    return replyOf(answer);
  };

  const replyOf = (answer: PlayableAnswer): FixtureReplyOrMiss => {
    const known = replies.get(answer);
    if (known !== undefined) return known;
    const reply = toFixtureReply(answer);
    replies.set(answer, reply);
    return reply;
  };

  const missed = (call: RoutedCall, question: ReplayQuestion, key: string): FixtureReplyOrMiss => {
    const miss = describeMiss(book(), question);
    if (recording === undefined) return createErrorReply(call, missStatus, miss);
    if (key !== recording.key)
      return createErrorReply(call, missStatus, `${miss}. It is not recorded: only the key of this server records`);
    const params = readParamsForClientCall({ ...call, body: parseJsonBody(call.endpoint, call.body) });
    const later = recording
      .record({ question, params })
      .then((outcome) =>
        outcome.kind === 'recorded'
          ? replyOf(outcome.answer)
          : createErrorReply(call, missStatus, `${miss}. It is not recorded: ${outcome.reason}`),
      );
    return { status: missStatus, bytes: emptyReplyBytes, headers: [], retried: false, fixture: null, pendingReply: later };
  };

  return {
    answer: (call, key) => {
      try {
        return answered(call, key);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        return mode === 'sandbox' ? undefined : createErrorReply(call, error.status, error.message);
      }
    },
    reset: (key) => void positions.delete(key),
  };
}

function createErrorReply({ endpoint }: RoutedCall, status: number, message: string): FixtureReplyOrMiss {
  return {
    ...toSandboxReply(status, toErrorBody(endpoint.service, status, message), []),
    retried: false,
    fixture: null,
    miss: message,
  };
}

const emptyReplyBytes = Buffer.alloc(0);

/** Of this connection and this moment, or of money that nobody takes here. */
const unreplayedHeaderNames: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'set-cookie', 'trailer', 'transfer-encoding', 'upgrade', 'x-replay'],
  ...[...billingHeaderNames, 'X-Retried'].map((name) => name.toLowerCase()),
]);

/** What node takes for the name and the value of a header: what a file says may be anything. */
const validHeaderNamePattern = /^[\w!#$%&'*+.^`|~-]+$/;
const validHeaderValuePattern = /^[\t\x20-\x7e]*$/;

/** The bytes of the body as they were saved, with their status and their headers. */
function toFixtureReply({ fixture, response: { status, headers }, body }: PlayableAnswer): FixtureReplyOrMiss {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      !unreplayedHeaderNames.has(name.toLowerCase()) && validHeaderNamePattern.test(name) && validHeaderValuePattern.test(value),
  );
  const hasType = kept.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status,
    bytes: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    headers: [
      ...(hasType ? [] : ['Content-Type', 'application/json; charset=utf-8']),
      ...kept.flat(),
      ...['Content-Length', String(body.byteLength)],
      ...['X-Replay', fixture.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(Buffer.from(text).toString()))],
    ],
    retried: false,
    fixture,
  };
}
