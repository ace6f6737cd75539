import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import type { PipelineParts } from '../parts.ts';
import { ApiProblem, type ApiAnswer, type Caller } from './call.ts';
import { KeyTaken, type OwnCall, type OwnHandler } from './handlers/handler.ts';
import type { ReadRequest } from './read-request.ts';
import {
  fingerprintOf,
  findRemembered,
  rememberAnswer,
  rememberBeginning,
  type KnownRequest,
  type Remembered,
} from './remembered-answers.ts';

type Given = ReadRequest & { readonly caller: Caller; readonly requestId: string };
type Answered = ApiAnswer & { readonly isReplayed: boolean };

/** A change with a key that was used before is not made again: its answer is told again. */
export async function answerOnce(
  parts: PipelineParts,
  name: OperationName,
  handler: OwnHandler,
  given: Given,
): Promise<Answered> {
  const { caller, params, body, idempotencyKey } = given;
  const operation: ApiOperation = operations[name];
  const known: KnownRequest = {
    sub: caller.sub,
    idempotencyKey,
    fingerprint: fingerprintOf(caller, name, params, body),
  };
  // The body is what the operation's schema has made of it, and the handler is that operation's.
  const own = handler as OwnHandler<unknown>;
  const callWith = (note: string | undefined): OwnCall => ({
    ...given,
    note,
    begins: (text) => rememberBeginning(parts, known, text),
    remembered: (answer) => rememberAnswer(parts, known, answer),
  });
  if (!operation.changes) return { ...(await own.run(callWith(undefined))), isReplayed: false };

  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const earlier = await findRemembered(parts, known);
    const call = callWith(earlier?.note);
    if (earlier) requireSame(known, earlier);
    if (earlier?.answer) return replayed(call, earlier.answer);
    try {
      return { ...(await own.run(call)), isReplayed: false };
    } catch (error) {
      // A twin of this request may have made the change that this one was refused for.
      const twin = await findRemembered(parts, known);
      if (twin?.answer && twin.fingerprint === known.fingerprint) return replayed(call, twin.answer);
      if (!(error instanceof KeyTaken)) throw error;
    }
    await parts.pause(attempt);
  }
  throw new ApiProblem(
    'try-again',
    'The same request is under way. Send it again with the same Idempotency-Key.',
  );

  async function replayed(call: OwnCall, kept: ApiAnswer): Promise<Answered> {
    return { ...((await own.tellAgain?.(call, kept)) ?? kept), isReplayed: true };
  }
}

const mostAttempts = 10;

function requireSame({ fingerprint }: KnownRequest, earlier: Remembered): void {
  if (earlier.fingerprint === fingerprint) return;
  throw new ApiProblem(
    'key-reused',
    'This Idempotency-Key was sent with another request in the last 24 hours. Nothing was done; use a new one.',
  );
}
