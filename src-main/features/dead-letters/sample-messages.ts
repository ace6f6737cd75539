import type { Sample } from '#shared/contract/dead-letters.ts';
import { ok, refused, type Failure, type Result } from '#shared/contract/result.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import type { Handlers } from '../../gate/gate.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import {
  lockedMeanwhile,
  queueHere,
  type DeadLetterParts,
  type QueueHere,
  type SampleState,
  type Sampling,
} from './dead-letter-parts.ts';
import { forgetLapsed, hideHeld } from './hold-and-release.ts';
import { shownSample } from './message-rows.ts';
import { beginHold } from '../../dead-letters/hold-clock.ts';

type Input = Parameters<Handlers['dead-letters.sample']>[0];

/** Receives as many times as it takes, and only ever at a person's request. */
export function sampleMessages(parts: DeadLetterParts): Handlers['dead-letters.sample'] {
  return async (input) => {
    const { session, shelf } = parts;
    // This comes before any request, so that a change of person, connection or world stops it from here on.
    const sampling = shelf.open(session().connection.id, input.queue);
    try {
      return await sampled(parts, input, sampling);
    } finally {
      sampling.end();
    }
  };
}

async function sampled(parts: DeadLetterParts, input: Input, sampling: Sampling): Promise<Result<Sample>> {
  const { held, shelf, now } = parts;
  const here = await queueHere(parts, input.queue);
  if (!here.ok) return here;
  if (sampling.isStopped()) return letGo();
  const { connectionId, queue } = here.value;
  forgetLapsed(parts, here.value);
  const reads = readsSoFar();
  const billed = <T>(result: Result<T>): Result<T> => {
    const sum = reads.receipt();
    return sum === undefined ? result : { ...result, receipt: { ...sum, pattern: 'SQS: ReceiveMessage' } };
  };
  const standing = await readStanding(shelf.find(connectionId, queue), here.value, reads.paid);
  if (!standing.ok) return billed(standing);
  const { retentionSeconds, moves } = standing.value;
  if (sampling.isStopped()) return billed(letGo());
  sampling.begin({ sampledAt: now(), retentionSeconds, moves });
  held.comeTo(connectionId, queue);
  const width = shelf.find(connectionId, queue)?.width ?? 1;
  const trouble = await receiveAll(parts, here.value, input, { sampling, width, paid: reads.paid });
  const state = shelf.find(connectionId, queue);
  if (sampling.isStopped() || state === undefined) return billed(letGo());
  return billed(trouble ?? ok(shownSample(parts, here.value, state)));
}

/**
 * Reads the attributes before anything is hidden from others, because without them it is unknown when a message
 * expires. A sample in many parts asks once.
 */
async function readStanding(
  before: SampleState | undefined,
  { queues, queue }: QueueHere,
  paid: <T>(result: Result<T>) => Result<T>,
): Promise<Result<Pick<SampleState, 'retentionSeconds' | 'moves'>>> {
  return before === undefined ? paid(await queues.standing(queue)) : ok(before);
}

interface How {
  readonly sampling: Sampling;
  /** This is the width of the first receives; a part of a sample continues with the width of the part before it. */
  readonly width: number;
  readonly paid: <T>(result: Result<T>) => Result<T>;
}

/** SQS asks only some of its servers, so one empty answer proves little; this counts empty answers in a row. */
const mostEmpty = 3;
/** Counts consecutive answers with only known messages, because a standard queue may deliver hidden ones again. */
const mostRepeated = 20;
/** Bodies are in memory, and each may be up to a megabyte. */
const mostCharacters = 256 * 1_048_576;
const ten = 10;
/** Causes are read meanwhile, so that a page that asks in between sees groups. */
const explainedAtOnce = 100;
/** Limits parallel receives, which double as long as answers come back full. */
const mostAtOnce = 8;

/** Returns the reason if it ended early; undefined if it did not. */
async function receiveAll(
  parts: DeadLetterParts,
  here: QueueHere,
  { most, holdSeconds }: Input,
  { sampling, width: firstWidth, paid }: How,
): Promise<Result<never> | undefined> {
  const { held, facts, now, returns } = parts;
  const { connectionId, queue, queues, reader } = here;
  const seen = new Set<string>();
  let characters = heldNow().reduce((sum, { body }) => sum + body.length, 0);
  let [calls, empty, repeated, explained] = [0, 0, 0, 0];
  let lapsesAt = Number.POSITIVE_INFINITY;
  let trouble: Failure | undefined;
  let [width, lost] = [firstWidth, 0];
  let explaining: Promise<unknown> = Promise.resolve();
  const isEnough = (): boolean =>
    seen.size >= most || empty >= mostEmpty || repeated >= mostRepeated || sampling.isStopped();
  const isLate = (): boolean => now() >= lapsesAt;
  while (!isEnough() && !isLate() && trouble === undefined) {
    const locked = lockedMeanwhile(parts, here);
    if (locked !== null || characters > mostCharacters) {
      trouble = locked === null ? tooMuch(characters) : lockedBy(locked);
      continue;
    }
    const receivedAt = now();
    const isHeldUntil = beginHold(parts, holdSeconds);
    const answers = await Promise.all(
      splitIntoReceives(most - seen.size, width).map(async (size) =>
        paid(await queues.receive(queue, { most: size, visibilitySeconds: holdSeconds })),
      ),
    );
    const received = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    calls += received.length;
    const hiddenUntil = isHeldUntil();
    const messages = received.flat().map((message) => ({ message, receivedAt, hiddenUntil }));
    if (messages.length > 0) lapsesAt = Math.min(lapsesAt, hiddenUntil);
    held.see(
      connectionId,
      queue,
      messages.map(({ message }) => message),
      receivedAt,
    );
    if (sampling.isStopped()) {
      await hideHeld(parts, { queues, queue }, messages, 0);
      return undefined;
    }
    held.add(connectionId, queue, messages);
    for (const some of received) {
      const before = seen.size;
      for (const { messageId, body } of some) {
        seen.add(messageId);
        characters += body.length;
      }
      empty = some.length === 0 ? empty + 1 : 0;
      repeated = seen.size === before ? repeated + 1 : 0;
    }
    for (const answer of answers) {
      if (answer.ok) continue;
      trouble ??= answer.failure;
      if (answer.failure.code === 'aws-unreachable') lost += ten;
    }
    const isFull = received.every(({ length }) => length === ten);
    width = isFull ? Math.min(mostAtOnce, width * 2) : 1;
    if (received.length > 0) sampling.note({ calls, isWhole: empty >= mostEmpty, width });
    if (seen.size - explained >= explainedAtOnce) {
      explained = seen.size;
      explaining = facts.explain(reader, heldNow(), paid);
    }
  }
  const wasLate = !isEnough() && isLate();
  returns.note(connectionId, queue, heldNow());
  await explaining;
  await facts.explain(reader, heldNow(), paid);
  if (trouble !== undefined) return cutShort(trouble, seen.size, { lost, holdSeconds });
  return wasLate ? timeOver(seen.size) : undefined;

  function heldNow() {
    return held.of(connectionId, queue).map(({ message }) => message);
  }
}

/** Returns how many messages to ask for in each of the next receives. */
function splitIntoReceives(left: number, width: number): number[] {
  const receives = Math.min(width, Math.ceil(left / ten));
  return Array.from({ length: receives }, (_, at) => Math.min(ten, left - at * ten));
}

/**
 * Adds to a failure the messages that were received and stay held. `lost` counts those in answers that did not arrive.
 */
function cutShort(
  trouble: Failure,
  received: number,
  { lost, holdSeconds }: { readonly lost: number; readonly holdSeconds: number },
): Result<never> {
  const before = received === 0 ? '' : ` ${grouped(received)} already received and held.`;
  // An answer may have been lost on its way; its messages are then hidden and cannot be released.
  const hidden =
    lost > 0 ? ` Up to ${lost} more may be hidden from all readers for ${grouped(holdSeconds)} s.` : '';
  return { ok: false, failure: { ...trouble, message: `${trouble.message}${before}${hidden}` } };
}

function lockedBy(why: string): Failure {
  return refused({ code: 'read-only', message: `${why} Nothing more was received.` }).failure;
}

function tooMuch(characters: number): Failure {
  const message = `This console holds ${grouped(Math.round(characters / 1_048_576))} MB of this queue's messages, which is the maximum. Give them back or redrive some, then sample again.`;
  const told = { bytes: characters, limitBytes: mostCharacters };
  return refused({ code: 'file-too-large', message, ...told }).failure;
}

/** Stops, because further receives would bring the same messages again. */
function timeOver(received: number): Result<never> {
  return refused({
    code: 'not-found',
    message: `Sampling stopped after ${counted(received, 'message')}: the hold on the first ones ended, so they would be received again. Hold messages longer to sample more.`,
    what: 'sample',
  });
}

function letGo(): Result<never> {
  return refused({
    code: 'not-found',
    message: 'The queue was released while it was sampled. Received messages were given back.',
    what: 'sample',
  });
}
