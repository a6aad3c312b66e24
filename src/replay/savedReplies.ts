import { describeMiss } from '../app/fixtures/replay/describeMiss.ts';
import { type ReplayQuestion, readQuestion } from '../app/fixtures/replay/question.ts';
import type { LoadedAnswer, ReplayBook } from '../app/fixtures/replay/replayBook.ts';
import { readBody, type RoutedCall } from '../sandbox/answerCall.ts';
import { billingNames } from '../sandbox/billing.ts';
import { errorBody, toReply } from '../sandbox/reply.ts';
import type { SavedAnswers, SavedReply } from '../sandbox/requestHandler.ts';
import { RefusalError } from '../sandbox/reserved/refusals.ts';
import type { ReplayMode } from './replayMode.ts';

/** No service answers so: what is missing cannot be taken for an answer. */
const missStatus = 501;

/** How much is remembered: positions of keys, questions of calls. What was asked first is forgotten first. */
const maxKeys = 1000;
const maxQuestions = 2000;
const maxCallKey = 8 * 1024;

/** Answers calls from fixtures. Where a question was saved several times, each key gets its answers one after the other. */
export function createSavedAnswers(book: () => ReplayBook, mode: ReplayMode): SavedAnswers {
  const positions = new Map<string, Map<string, number>>();
  const questions = new Map<string, ReplayQuestion | undefined>();
  const replies = new WeakMap<LoadedAnswer, SavedReply>();

  const questionOf = (call: RoutedCall, callKey: string): ReplayQuestion | undefined => {
    if (questions.has(callKey)) return questions.get(callKey);
    const question = readQuestion({ ...call, body: readBody(call.endpoint, call.body) });
    if (callKey.length <= maxCallKey) remember(questions, callKey, question, maxQuestions);
    return question;
  };

  const next = (answers: readonly LoadedAnswer[], question: ReplayQuestion, key: string): LoadedAnswer | undefined => {
    if (answers.length === 1) return answers[0];
    const ofKey = positions.get(key) ?? remember(positions, key, new Map<string, number>(), maxKeys);
    const at = ofKey.get(question.key) ?? 0;
    ofKey.set(question.key, at + 1);
    return answers[Math.min(at, answers.length - 1)];
  };

  const answered = (
    call: RoutedCall,
    { key, callKey }: { readonly key: string; readonly callKey: string },
  ): SavedReply | undefined => {
    const question = questionOf(call, callKey);
    if (question === undefined) return mode === 'strict' ? refusal(call, 400, 'The percent-encoding is broken') : undefined;
    const answers = book().answersTo(question);
    const answer = answers === undefined ? undefined : next(answers, question, key);
    if (answer === undefined) return mode === 'strict' ? refusal(call, missStatus, describeMiss(book(), question)) : undefined;
    const known = replies.get(answer);
    if (known !== undefined) return known;
    const reply = toSavedReply(answer);
    replies.set(answer, reply);
    return reply;
  };

  return {
    answer: (call, caller) => {
      try {
        return answered(call, caller);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        return mode === 'strict' ? refusal(call, error.status, error.message) : undefined;
      }
    },
    reset: (key) => void positions.delete(key),
  };
}

function refusal({ endpoint }: RoutedCall, status: number, message: string): SavedReply {
  return { ...toReply(status, errorBody(endpoint.service, status, message), []), retried: false, fixture: null };
}

/** Of this connection and this moment, or of money that nobody takes here. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'set-cookie', 'transfer-encoding', 'x-replay'],
  ...[...billingNames, 'X-Retried'].map((name) => name.toLowerCase()),
]);

/** What node takes for the name and the value of a header: what a file says may be anything. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e]*$/;

/** The bytes of the body as they were saved, with their status and their headers. */
function toSavedReply({ fixture, response: { status, headers }, body }: LoadedAnswer): SavedReply {
  const kept = Object.entries(headers).filter(
    ([name, value]) => !ownHeaders.has(name.toLowerCase()) && headerName.test(name) && headerValue.test(value),
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

/** Keeps a value, and forgets the first one where there are too many. */
function remember<V>(map: Map<string, V>, key: string, value: V, max: number): V {
  if (map.size >= max) {
    const first = map.keys().next();
    if (first.done !== true) map.delete(first.value);
  }
  map.set(key, value);
  return value;
}
