import { describeMiss } from '../app/fixtures/replay/describeMiss.ts';
import { type ReplayQuestion, readReplayQuestion } from '../app/fixtures/replay/question.ts';
import type { LoadedAnswer, ReplayBook } from '../app/fixtures/replay/replayBook.ts';
import { readBody, type RoutedCall } from '../sandbox/answerCall.ts';
import { billingNames } from '../sandbox/billing.ts';
import { errorBody, toReply } from '../sandbox/reply.ts';
import type { SavedAnswers, SavedReply } from '../sandbox/requestHandler.ts';
import { RefusalError } from '../sandbox/reserved/refusals.ts';
import type { ReplayMode } from './replayMode.ts';

/** No service answers so: what is missing cannot be taken for an answer. */
const missStatus = 501;

/** Of how many keys it is remembered where they are; the first one is forgotten first. */
const maxKeys = 1000;

/** Answers calls from fixtures. Where a question was saved several times, each key gets its answers one after the other. */
export function createSavedAnswers(book: () => ReplayBook, mode: ReplayMode): SavedAnswers {
  const positions = new Map<string, Map<string, number>>();
  const questions = new WeakMap<RoutedCall, ReplayQuestion | undefined>();
  const replies = new WeakMap<LoadedAnswer, SavedReply>();

  const questionOf = (call: RoutedCall): ReplayQuestion | undefined => {
    if (questions.has(call)) return questions.get(call);
    const question = readReplayQuestion({ ...call, body: readBody(call.endpoint, call.body) });
    questions.set(call, question);
    return question;
  };

  const next = (answers: readonly LoadedAnswer[], question: ReplayQuestion, key: string): LoadedAnswer | undefined => {
    if (answers.length === 1) return answers[0];
    const ofKey = positions.get(key) ?? begin(positions, key);
    const at = ofKey.get(question.key) ?? 0;
    ofKey.set(question.key, at + 1);
    return answers[Math.min(at, answers.length - 1)];
  };

  const answered = (call: RoutedCall, key: string): SavedReply | undefined => {
    const question = questionOf(call);
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
    answer: (call, key) => {
      try {
        return answered(call, key);
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
  ...['connection', 'content-length', 'date', 'keep-alive', 'set-cookie', 'trailer', 'transfer-encoding', 'upgrade', 'x-replay'],
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

/** The positions of a key that was not seen before. */
function begin(positions: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const first = positions.size < maxKeys ? undefined : positions.keys().next().value;
  if (first !== undefined) positions.delete(first);
  const begun = new Map<string, number>();
  positions.set(key, begun);
  return begun;
}
