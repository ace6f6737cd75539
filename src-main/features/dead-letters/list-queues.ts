import { ok } from '#shared/contract/result.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import type { DeadLetterParts } from './dead-letter-parts.ts';
import { describeQueues, shownQueues } from './describe-queues.ts';
import { forgetLapsed } from './hold-and-release.ts';

/** Asked again and again while it is on a screen, so it receives nothing. */
export function listQueues(parts: DeadLetterParts): Handlers['dead-letters.queues'] {
  return async () => {
    const { doors, session, now } = parts;
    const { connection } = session();
    const { queues, alarms } = doors();
    const configured = await queues.configured();
    if (!configured.ok) return configured;
    const names = configured.value.map(({ name }) => name);
    for (const queue of names) forgetLapsed(parts, { connectionId: connection.id, queue });
    const reads = readsSoFar();
    const readAt = new Date(now()).toISOString();
    const here = { connectionId: connection.id, queues, alarms };
    const described = await describeQueues(parts, here, { names, reads });
    const receipt = reads.receipt();
    const [first] = described;
    // Nobody needs to be told once a queue that they are signed out.
    const failure = first?.failure ?? null;
    const isOfAll = described.every((one) => one.queue === null && one.failure?.code === failure?.code);
    if (failure !== null && isOfAll && ofConnection.has(failure.code)) {
      return { ok: false, failure, ...(receipt && { receipt }) };
    }
    return ok({ queues: shownQueues(described), calls: reads.sum().calls, readAt }, receipt);
  };
}

const ofConnection: ReadonlySet<string> = new Set(['sign-in-expired', 'aws-unreachable']);
