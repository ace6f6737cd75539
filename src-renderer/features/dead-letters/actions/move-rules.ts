import type { QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#shared/contract/contract.ts';
import type { DeadLetterQueue, MoveTask } from '#shared/contract/dead-letters.ts';
import { grouped, listed } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { moveCost } from '#shared/pricing/queue-requests.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import type { GlyphName } from '#renderer/ui/status.tsx';
import { messages } from '../messages.ts';

export interface TypedMove {
  /** The speed as typed; empty to let SQS choose it. */
  readonly perSecond: string;
  readonly reason: string;
  readonly environment: string;
  readonly count: string;
}

type MoveErrors = Partial<Readonly<Record<keyof TypedMove, string>>>;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html */
const mostPerSecond = 500;

/**
 * Returns the error of each field that stops the move from starting. `environment` is null if no name has to
 * be typed.
 */
export function findMoveErrors(
  said: TypedMove,
  waiting: number | null,
  environment: string | null,
): MoveErrors {
  const speed = said.perSecond.trim();
  const isSpeed = speed === '' || (/^[1-9]\d*$/.test(speed) && Number(speed) <= mostPerSecond);
  return {
    ...(isSpeed ? {} : { perSecond: messages.move.invalidSpeed(String(mostPerSecond)) }),
    ...(said.reason.trim() === '' ? { reason: messages.move.reasonRequired } : {}),
    ...(environment === null || said.environment.trim() === environment
      ? {}
      : { environment: messages.move.wrongEnvironment(environment) }),
    ...(environment === null || said.count.trim() === String(waiting)
      ? {}
      : {
          count:
            waiting === null ? unknownCount : messages.move.wrongCount(grouped(waiting), String(waiting)),
        }),
  };
}

/** Returns the input that starts the move; null while a field is wrong. */
export function toMoveInput(
  said: TypedMove,
  waiting: number | null,
  environment: string | null,
): Omit<InputOf<'dead-letters.move'>, 'queue'> | null {
  if (Object.keys(findMoveErrors(said, waiting, environment)).length > 0) return null;
  const speed = said.perSecond.trim();
  return {
    perSecond: speed === '' ? null : Number(speed),
    reason: said.reason.trim(),
    ...(environment === null
      ? {}
      : { typed: { environment: said.environment.trim(), count: said.count.trim() } }),
  };
}

/** Says why SQS would refuse the move; null if it would not. */
export function whyNotMove({ moves, depth, sources, lacks }: DeadLetterQueue): string | null {
  const unlisted = lacks.find(({ part }) => part === 'moves');
  // After an unclear answer only the list of moves can say whether one was started.
  if (unlisted !== undefined) return messages.move.notListed(unlisted.why);
  if (moves.some(isActive)) return messages.move.alreadyRunning;
  if (depth.waiting === 0) {
    return depth.inFlight === 0 ? messages.move.noneWaiting : messages.move.allInFlight;
  }
  return sources.length === 0 && !lacks.some(({ part }) => part === 'sources')
    ? messages.move.noSources
    : null;
}

const unknownCount = messages.move.unknownCount;

export function isActive({ state }: Pick<MoveTask, 'state'>): boolean {
  return state === 'RUNNING' || state === 'CANCELLING';
}

/** "about 27 messages" */
export function formatWaiting(waiting: number | null): string {
  return waiting === null ? messages.move.unknownNumber : messages.move.about(waiting);
}

export function describeDestination(sources: DeadLetterQueue['sources']): string {
  return sources.length === 0 ? messages.move.sourceQueues : listed(sources.map(({ name }) => name));
}

/** "27 messages take about 2 s. If empty, SQS chooses the speed." */
export function estimateDuration(waiting: number | null, perSecond: string): string {
  const speed = Number(perSecond.trim());
  if (waiting === null || !Number.isInteger(speed) || speed < 1 || speed > mostPerSecond) {
    return messages.move.speedOfSqs;
  }
  const seconds = Math.ceil(waiting / speed);
  const time =
    seconds < 120
      ? `${grouped(seconds)} s`
      : seconds < 7_200
        ? `${grouped(Math.round(seconds / 60))} min`
        : `${grouped(Math.round(seconds / 3_600))} h`;
  return messages.move.duration(waiting, time);
}

/** Estimates what SQS charges for moving the waiting messages. The depth of a queue is itself an estimate. */
export function describeMoveCost(queue: string, waiting: number): string {
  const book = getBookInUse();
  const { requests, usd } = moveCost(queue, waiting, book);
  const money =
    usd === null ? messages.move.notPriced(book.name) : messages.move.price(moneyText(usd), book.name);
  return messages.move.cost(grouped(requests), money);
}

/** "188 of 205", or "188" if SQS did not report the total. */
export function formatMoved({ moved, toMove }: Pick<MoveTask, 'moved' | 'toMove'>): string {
  return toMove === null ? messages.moves.moved(grouped(moved)) : `${grouped(moved)} of ${grouped(toMove)}`;
}

/** "20 a second" */
export function formatSpeed({ perSecond }: Pick<MoveTask, 'perSecond'>): string {
  return perSecond === null ? messages.queues.speedOfSqs : messages.moves.speed(grouped(perSecond));
}

export function describeActiveMove(move: Pick<MoveTask, 'state' | 'perSecond' | 'to'>): string {
  if (move.state === 'CANCELLING') return messages.moves.stopping;
  return messages.moves.running(move.to, formatSpeed(move));
}

export const moveStateLabels: Readonly<Record<MoveTask['state'], string>> = messages.moves.states;

export const moveGlyphs: Readonly<Record<MoveTask['state'], GlyphName>> = {
  RUNNING: 'processing',
  COMPLETED: 'succeeded',
  CANCELLING: 'rejected',
  CANCELLED: 'rejected',
  FAILED: 'failed',
};

/** Returns the moves that have ended since, including one that both began and ended between two looks. */
export function listEndedSince(
  before: DeadLetterQueue['moves'],
  now: DeadLetterQueue['moves'],
): readonly MoveTask[] {
  const known = new Set(before.filter((move) => !isActive(move)).map(({ startedAt }) => startedAt));
  return now.filter((move) => !isActive(move) && !known.has(move.startedAt));
}

interface MoveNews {
  readonly message: string;
  readonly tone: 'succeeded' | 'review' | 'failed';
  readonly detail: string;
}

/** "Moved 207 of about 207", "Stopped: 12 of about 207 were moved" */
export function toMoveNews(
  { state, moved, toMove, failure }: Pick<MoveTask, 'state' | 'moved' | 'toMove' | 'failure'>,
  queue: string,
): MoveNews {
  const count =
    toMove === null ? grouped(moved) : messages.moves.movedOfAbout(grouped(moved), grouped(toMove));

  switch (state) {
    case 'CANCELLED':
      return {
        message: messages.moves.stopped(count, moved === 1),
        tone: 'review',
        detail: messages.moves.stoppedNext(queue),
      };
    case 'FAILED':
      return {
        message: messages.moves.failed(count, moved === 1),
        tone: 'failed',
        detail: messages.moves.failedNext(queue, failure),
      };
    default:
      return {
        message: messages.moves.completed(count),
        tone: 'succeeded',
        detail: messages.moves.completedNext(queue),
      };
  }
}

/** The end of a move replaces the toast that announced its start. */
export function getMoveToastId(queue: string): string {
  return `move ${queue}`;
}

/** Shows the queue as the command returned it until the list is read again. */
export function replaceQueue(client: QueryClient, queue: DeadLetterQueue): void {
  client.setQueryData(operationOptions('dead-letters.queues', {}).queryKey, (known) => {
    if (known === undefined) return undefined;
    const queues = known.value.queues.map((one) =>
      one.name === queue.name ? { name: one.name, queue, failure: null } : one,
    );
    return { ...known, value: { ...known.value, queues } };
  });
}
