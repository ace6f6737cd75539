import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import { ok, refused, type Failure, type Result } from '#shared/contract/result.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { whyReadOnly } from '#shared/permissions.ts';
import type { QueueStanding } from '../../aws/queues.ts';
import type { Handlers } from '../../gate/gate.ts';
import { readsSoFar, type ReadsSoFar } from '../../reads/paid-reads.ts';
import { lockedMeanwhile, queueHere, type DeadLetterParts, type QueueHere } from './dead-letter-parts.ts';
import { nothingMovesName } from '../../aws/queue-changes.ts';
import { describeQueues } from './describe-queues.ts';

type Names = 'dead-letters.move' | 'dead-letters.cancelMove';
type Input = Parameters<Handlers['dead-letters.move']>[0];

/**
 * Moves a whole queue with SQS's own move task, so there is nothing to plan and nothing to undo. SQS does not move
 * messages in flight, which includes those this console holds, so only messages that were counted are moved.
 */
export function moveQueue(parts: DeadLetterParts): Pick<Handlers, Names> {
  return {
    'dead-letters.move': async (input) => {
      const here = await queueHere(parts, input.queue);
      if (!here.ok) return here;
      const reads = readsSoFar();
      const { queues, queue } = here.value;
      const before = reads.paid(await queues.standing(queue));
      if (!before.ok) return before;
      // After an unclear answer only the list of SQS decides, so a person who cannot read the list must not begin.
      const { movesUnread } = before.value;
      if (movesUnread !== undefined) return { ok: false, failure: movesUnread };
      const refusal = whyNotNow(here.value, before.value, input);
      if (refusal !== undefined) return refusal;
      const locked = lockedMeanwhile(parts, here.value);
      if (locked !== null) return refused({ code: 'read-only', message: `${locked} Nothing was started.` });
      const change = await queues.startMove(queue, input.perSecond);
      if (change.kind === 'refused') return awsRefused(change, 'Nothing was started.');
      if (change.kind === 'unclear') {
        const after = reads.paid(await queues.standing(queue));
        const unclear = whyUnclear(before.value, after, change.why);
        if (unclear !== undefined) return unclear;
      }
      return described(parts, here.value, reads);
    },
    'dead-letters.cancelMove': async ({ queue }) => {
      const here = await mayStop(parts, queue);
      if (!here.ok) return here;
      const reads = readsSoFar();
      const { queues } = here.value;
      const change = await queues.cancelMove(queue);
      if (change.kind === 'refused' && change.name === nothingMovesName) {
        // AWS was not asked to stop anything, so this is no refusal of AWS.
        return refused({ code: 'job-refused', message: change.why, state: 'done' });
      }
      if (change.kind === 'refused') return awsRefused(change, 'Nothing was stopped.');
      if (change.kind === 'unclear') {
        const after = reads.paid(await queues.standing(queue));
        if (!after.ok || after.value.movesUnread !== undefined) {
          return unknown(`Not confirmed whether the move was stopped. ${change.why}`);
        }
        if (after.value.moves.some(({ state }) => state === 'RUNNING')) {
          return unknown(`${change.why} The move is still running. Stop it again.`);
        }
      }
      return described(parts, here.value, reads);
    },
  };
}

/**
 * Stopping is also allowed in production that has locked itself meanwhile, but never where nothing can have been
 * started from here.
 */
async function mayStop(parts: DeadLetterParts, queue: string): Promise<Result<QueueHere>> {
  const here = await queueHere(parts, queue);
  if (!here.ok || here.value.connection.unlockable) return here;
  const why = whyReadOnly(here.value.connection);
  return why === null ? here : refused({ code: 'read-only', message: `${why} Nothing was stopped.` });
}

function whyNotNow(
  { connection: { environment }, queue }: QueueHere,
  { depth, moves }: QueueStanding,
  { typed }: Input,
): Result<never> | undefined {
  const active = moves.find(({ state }) => state === 'RUNNING' || state === 'CANCELLING');
  if (active !== undefined) {
    const message = `A move of ${queue} is ${active.state.toLowerCase()} already, and SQS allows one at a time. Nothing was started.`;
    return refused({ code: 'job-refused', message, state: active.state });
  }
  if (environment !== 'production') return undefined;
  if (typed?.environment.trim() !== environment) {
    return mistyped(`This is ${environment}. Type ${environment}.`);
  }
  const { waiting } = depth;
  if (waiting === null) {
    return refused({
      code: 'plan-refused',
      why: 'nothing-to-do',
      message: `This endpoint does not report how many messages wait, so the count cannot be confirmed. Nothing was started.`,
    });
  }
  if (typed.count.trim() === String(waiting)) return undefined;
  return mistyped(`SQS counts about ${grouped(waiting)} waiting now. Type ${waiting}.`);
}

function mistyped(what: string): Result<never> {
  return refused({ code: 'plan-refused', why: 'typed-wrong', message: `${what} Nothing was started.` });
}

/** SQS has no token with which a move could be repeated safely, so the list of SQS decides. */
function whyUnclear(
  before: QueueStanding,
  after: Result<QueueStanding>,
  why: string,
): Result<never> | undefined {
  if (!after.ok || after.value.movesUnread !== undefined) {
    return unknown(`Not confirmed whether the move was started. ${why} Check the queue before trying again.`);
  }
  const earlier = new Set(before.moves.map(({ startedAt }) => startedAt));
  if (after.value.moves.some(({ startedAt }) => !earlier.has(startedAt))) return undefined;
  return unknown(`${why} SQS lists no new move. Check again in a minute, then try again.`);
}

async function described(
  parts: DeadLetterParts,
  here: QueueHere,
  reads: ReadsSoFar,
): Promise<Result<DeadLetterQueue>> {
  const [one] = await describeQueues(parts, here, { names: [here.queue], reads });
  const queue = one?.queue ?? null;
  if (queue !== null) return ok(queue, reads.receipt());
  const { failure } = one?.failure ? { failure: one.failure } : unknown('SQS did not say.');
  const message = `Done, but the current state of the queue is unknown: ${failure.message}`;
  return { ok: false, failure: { ...failure, message } };
}

function unknown(message: string): { ok: false; failure: Failure } {
  return refused({ code: 'aws-unreachable', message, service: 'SQS' });
}

function awsRefused(
  { name, why }: { readonly name: string; readonly why: string },
  consequence: string,
): Result<never> {
  const message = why.includes('Nothing was') ? why : `${why} ${consequence}`;
  return refused({ code: 'aws-refused', message, service: 'SQS', name });
}
