import type { Sample } from '#shared/contract/dead-letters.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { EntryOutcome, Queues } from '../../aws/queues.ts';
import type { Handlers } from '../../gate/gate.ts';
import { holdOver, leastLeftMs, type HeldMessage } from '../../dead-letters/held-messages.ts';
import { beginHold, msLeft, noteHold, type HoldClock } from '../../dead-letters/hold-clock.ts';
import { unheard } from '../../dead-letters/send-batch.ts';
import type { Log } from '../../log/open-log.ts';
import { inChunks, inLanes } from '../../reads/in-lanes.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { lockedMeanwhile, queueHere, type DeadLetterParts } from './dead-letter-parts.ts';
import { shownSample } from './message-rows.ts';

type Names = 'dead-letters.held' | 'dead-letters.hold' | 'dead-letters.release';

/** Keeps a sample hidden for longer, or gives it back. */
export function holdAndRelease(parts: DeadLetterParts): Pick<Handlers, Names> {
  return {
    'dead-letters.held': async ({ queue }) => {
      const { held, facts, shelf } = parts;
      const here = await queueHere(parts, queue);
      if (!here.ok) return here;
      const { connectionId, reader } = here.value;
      forgetLapsed(parts, here.value);
      if (shelf.find(connectionId, queue) === undefined) return ok({ sample: null });
      const reads = readsSoFar();
      const messages = held.of(connectionId, queue).map(({ message }) => message);
      await facts.explain(reader, messages, reads.paid);
      // The state is read after that, because a sample may be under way.
      const state = shelf.find(connectionId, queue);
      const sample = state === undefined ? null : shownSample(parts, here.value, state);
      return ok({ sample }, reads.receipt());
    },
    'dead-letters.hold': holdLonger(parts),
    'dead-letters.release': async ({ queue }) => {
      const here = await queueHere(parts, queue);
      if (!here.ok) return here;
      return ok(await releaseQueue(parts, here.value));
    },
  };
}

function holdLonger(parts: DeadLetterParts): Handlers['dead-letters.hold'] {
  return async ({ queue, seconds }): Promise<Result<Sample>> => {
    const { held, worksOn, shelf, now } = parts;
    const here = await queueHere(parts, queue);
    if (!here.ok) return here;
    const { connectionId, queues } = here.value;
    const state = shelf.find(connectionId, queue);
    const all = held.of(connectionId, queue);
    const begun = now();
    // A message whose time is over may be held by others by now, and a job's messages are held by the job.
    const still = all.filter(({ hiddenUntil }) => hiddenUntil > begun);
    if (state === undefined || still.length === 0) return timeOver();
    const working = worksOn(connectionId, queue);
    const until = begun + seconds * 1_000;
    const isHeldUntil = beginHold(parts, seconds);
    const shorter = still.filter(
      ({ message, hiddenUntil }) => hiddenUntil < until && !working.has(message.messageId),
    );
    const locked = lockedMeanwhile(parts, here.value);
    if (locked !== null) {
      return refused({ code: 'read-only', message: `${locked} The hold was not extended.` });
    }
    const outcomes = await hideHeld(parts, { queues, queue }, shorter, seconds);
    const longer = shorter.filter((_, at) => outcomes[at]?.kind === 'done');
    if (longer.length === 0 && shorter.length > 0) return notHeldLonger(outcomes[0]);
    held.extend(
      connectionId,
      queue,
      longer.map(({ message }) => message.messageId),
      isHeldUntil(),
    );
    return ok(shownSample(parts, here.value, state));
  };
}

/** Drops messages an hour after their hold has ended, in case a person left without releasing them. */
export function forgetLapsed(
  { held, worksOn, now }: Pick<DeadLetterParts, 'held' | 'worksOn' | 'now'>,
  { connectionId, queue }: { readonly connectionId: string; readonly queue: string },
): void {
  const lapsed = held
    .of(connectionId, queue)
    .filter(({ hiddenUntil }) => hiddenUntil + keptAfterwards < now());
  if (lapsed.length === 0) return;
  const working = worksOn(connectionId, queue);
  held.drop(
    connectionId,
    queue,
    lapsed.flatMap(({ message: { messageId } }) => (working.has(messageId) ? [] : [messageId])),
  );
}

const keptAfterwards = 3_600_000;

/**
 * Forgets the messages first, so that nothing acts on messages that others may have; those a job works on stay held.
 */
async function releaseQueue(
  parts: Pick<DeadLetterParts, 'held' | 'worksOn' | 'shelf' | 'now' | 'passed'>,
  { connectionId, queue, queues }: { connectionId: string; queue: string; queues: Pick<Queues, 'hide'> },
): Promise<{ released: number; failed: number }> {
  const { held, worksOn, shelf, now } = parts;
  shelf.forget(connectionId, queue);
  held.leave(connectionId, queue);
  const working = worksOn(connectionId, queue);
  const mine = held.of(connectionId, queue).filter(({ message }) => !working.has(message.messageId));
  held.drop(
    connectionId,
    queue,
    mine.map(({ message }) => message.messageId),
  );
  const still = mine.filter(({ hiddenUntil }) => hiddenUntil > now());
  const outcomes = await hideHeld(parts, { queues, queue }, still, 0);
  const failed = still.filter((_, at) => outcomes[at]?.kind !== 'done').length;
  return { released: still.length - failed, failed };
}

function timeOver(): Result<never> {
  return refused({
    code: 'not-found',
    message:
      'The hold on these messages has ended, and other readers may have received them. Sample again to hold them.',
    what: 'sample',
  });
}

function notHeldLonger(outcome: EntryOutcome | undefined): Result<never> {
  const why = outcome === undefined || outcome.kind === 'done' ? 'SQS gave no reason.' : outcome.why;
  return refused({
    code: 'aws-refused',
    message: `The hold was not extended. ${why}`,
    service: 'SQS',
    name: outcome?.kind === 'refused' ? outcome.name : 'unclear',
  });
}

interface Parts extends Pick<DeadLetterParts, 'session' | 'held' | 'worksOn' | 'shelf' | 'now' | 'passed'> {
  /** Reaches any connection, even after another was opened. */
  readonly doorsOf: (connectionId: string) => Pick<ConnectionDoors, 'queues'>;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly log: Pick<Log, 'warn'>;
}

interface Releasing {
  /** Gives everything back, as far as time allows. */
  readonly close: (patience: Promise<void>) => Promise<void>;
}

/** A sample belongs to one person on one connection in one world, so it is given back when any of these change. */
export function releaseOnChange(parts: Parts): Releasing {
  const { session, onSession, doorsOf, held, shelf, log } = parts;
  let before = session();
  const opened = new Set([before.connection.id]);

  async function releaseAll(connectionId: string): Promise<void> {
    const queues = shelf.everSampled(connectionId);
    try {
      const answers = await Promise.all(
        queues.map((queue) =>
          releaseQueue(parts, { connectionId, queue, queues: doorsOf(connectionId).queues }),
        ),
      );
      const failed = answers.reduce((sum, answer) => sum + answer.failed, 0);
      // They reappear when their visibility timeout ends.
      if (failed > 0) log.warn({ connectionId, failed }, 'messages were not given back');
    } catch (error) {
      log.warn({ connectionId, err: error }, 'messages were not given back');
    }
  }

  const stop = onSession((now) => {
    const old = before;
    before = now;
    opened.add(now.connection.id);
    if (now.sandboxResets !== old.sandboxResets) {
      for (const queue of shelf.everSampled(sandboxConnectionId)) shelf.forget(sandboxConnectionId, queue);
      held.forget(sandboxConnectionId);
    }
    if (now.connection.id !== old.connection.id || now.who?.id !== old.who?.id) {
      void releaseAll(old.connection.id);
    }
  });

  return {
    async close(patience) {
      stop();
      await Promise.race([Promise.all([...opened].map(releaseAll)), patience]);
    },
  };
}

/**
 * Hides held messages for this many seconds from now, ten in a call; 0 lets others receive them at once. A message whose
 * hold is over when its turn comes is left alone. Outcomes are in the order of the messages.
 */
export async function hideHeld(
  clock: HoldClock,
  { queues, queue }: { readonly queues: Pick<Queues, 'hide'>; readonly queue: string },
  held: readonly HeldMessage[],
  seconds: number,
): Promise<readonly EntryOutcome[]> {
  const holds = held.map(({ message, hiddenUntil }) => noteHold(clock, message.receiptHandle, hiddenUntil));
  const outcomes: EntryOutcome[] = holds.map(() => holdOver);
  await inLanes(inChunks([...holds.keys()], ten), lanes, async (chunk) => {
    const safe = chunk.filter((at) => msLeft(holds[at]!, clock) > leastLeftMs);
    const handles = safe.map((at) => holds[at]!.handle);
    const answers = handles.length === 0 ? [] : await queues.hide(queue, handles, seconds);
    for (const [index, at] of safe.entries()) outcomes[at] = answers[index] ?? unheard;
  });
  return outcomes;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibilityBatch.html */
const ten = 10;
/** 10,000 messages take a thousand calls. */
const lanes = 4;
