import type { QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#shared/contract/contract.ts';
import type { DeadLetterQueue, MoveTask } from '#shared/contract/dead-letters.ts';
import { grouped, listed } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { moveCost } from '#shared/pricing/queue-requests.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import type { GlyphName } from '#renderer/ui/status.tsx';

export interface SaidOfMove {
  /** As it was typed; empty: as fast as SQS thinks fit. */
  readonly perSecond: string;
  readonly reason: string;
  readonly environment: string;
  readonly count: string;
}

type MoveErrors = Partial<Readonly<Record<keyof SaidOfMove, string>>>;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html */
const mostPerSecond = 500;

/** What has to be typed before it starts; `environment` is null where it asks for none. */
export function moveErrors(said: SaidOfMove, waiting: number | null, environment: string | null): MoveErrors {
  const speed = said.perSecond.trim();
  const isSpeed = speed === '' || (/^[1-9]\d*$/.test(speed) && Number(speed) <= mostPerSecond);
  return {
    ...(isSpeed ? {} : { perSecond: `A whole number from 1 to ${String(mostPerSecond)}, or nothing.` }),
    ...(said.reason.trim() === '' ? { reason: 'Say why; it is kept in the audit trail.' } : {}),
    ...(environment === null || said.environment.trim() === environment
      ? {}
      : { environment: `This is ${environment}. Type ${environment}.` }),
    ...(environment === null || said.count.trim() === String(waiting)
      ? {}
      : {
          count:
            waiting === null ? unknownCount : `About ${grouped(waiting)} wait now. Type ${String(waiting)}.`,
        }),
  };
}

/** What starts it; null while anything that was said is wrong. */
export function toMoveInput(
  said: SaidOfMove,
  waiting: number | null,
  environment: string | null,
): Omit<InputOf<'dead-letters.move'>, 'queue'> | null {
  if (Object.keys(moveErrors(said, waiting, environment)).length > 0) return null;
  const speed = said.perSecond.trim();
  return {
    perSecond: speed === '' ? null : Number(speed),
    reason: said.reason.trim(),
    ...(environment === null
      ? {}
      : { typed: { environment: said.environment.trim(), count: said.count.trim() } }),
  };
}

/** Why SQS would not begin; null where it would. */
export function whyNotMove({ moves, depth, sources, lacks }: DeadLetterQueue): string | null {
  const unlisted = lacks.find(({ part }) => part === 'moves');
  // After an unclear answer only the list says whether a move was started.
  if (unlisted !== undefined) return `${unlisted.why} Redrive selected messages instead.`;
  if (moves.some(isActive)) return 'A move of this queue runs already: SQS runs one a queue.';
  if (depth.waiting === 0) {
    return depth.inFlight === 0
      ? 'Nothing waits in this queue.'
      : 'All that is here is held just now, and SQS moves only what waits. Give back what was sampled first.';
  }
  return sources.length === 0 && !lacks.some(({ part }) => part === 'sources')
    ? 'No queue sends its dead letters here, so SQS has nowhere to move them.'
    : null;
}

const unknownCount = 'How many wait is not reported by this endpoint, so the count cannot be confirmed.';

export function isActive({ state }: Pick<MoveTask, 'state'>): boolean {
  return state === 'RUNNING' || state === 'CANCELLING';
}

/** "about 27 messages" */
export function formatWaiting(waiting: number | null): string {
  if (waiting === null) return 'an unknown number of messages';
  return waiting === 1 ? 'about 1 message' : `about ${grouped(waiting)} messages`;
}

export function describeDestination(sources: DeadLetterQueue['sources']): string {
  return sources.length === 0 ? 'where they came from' : listed(sources.map(({ name }) => name));
}

/** "At 20 a second about 27 take about 2 s." */
export function estimateDuration(waiting: number | null, perSecond: string): string {
  const speed = Number(perSecond.trim());
  if (waiting === null || !Number.isInteger(speed) || speed < 1 || speed > mostPerSecond) {
    return 'Left empty, SQS goes as fast as it thinks fit.';
  }
  const seconds = Math.ceil(waiting / speed);
  const time =
    seconds < 120
      ? `${grouped(seconds)} s`
      : seconds < 7_200
        ? `${grouped(Math.round(seconds / 60))} min`
        : `${grouped(Math.round(seconds / 3_600))} h`;
  return `${grouped(waiting)} take about ${time} so. Left empty, SQS goes as fast as it thinks fit.`;
}

/** What SQS charges for moving what waits; a depth is an estimate, and so is this. */
export function describeMoveCost(queue: string, waiting: number): string {
  const [book] = priceBooks;
  const { requests, usd } = moveCost(queue, waiting, book);
  const money = usd === null ? `for which ${book.name} has no price` : `${moneyText(usd)} by ${book.name}`;
  return `It costs at most about ${grouped(requests)} requests to SQS, three for each message, ${money}. What the pipelines then make of the messages is not in it.`;
}

/** "188 of 205", "188" where SQS did not say of how many. */
export function formatMoved({ moved, toMove }: Pick<MoveTask, 'moved' | 'toMove'>): string {
  return toMove === null ? `${grouped(moved)} moved` : `${grouped(moved)} of ${grouped(toMove)}`;
}

/** "20 a second" */
export function formatSpeed({ perSecond }: Pick<MoveTask, 'perSecond'>): string {
  return perSecond === null ? 'at SQS’s own speed' : `${grouped(perSecond)} a second`;
}

export function describeActiveMove(move: Pick<MoveTask, 'state' | 'perSecond' | 'to'>): string {
  if (move.state === 'CANCELLING') return 'The move is being stopped';
  const where = move.to === null ? '' : ` to ${move.to}`;
  return `SQS moves${where}, ${formatSpeed(move)}`;
}

export const moveStateLabels: Readonly<Record<MoveTask['state'], string>> = {
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  CANCELLING: 'Being stopped',
  CANCELLED: 'Stopped',
  FAILED: 'Failed',
};

export const moveGlyphs: Readonly<Record<MoveTask['state'], GlyphName>> = {
  RUNNING: 'processing',
  COMPLETED: 'succeeded',
  CANCELLING: 'rejected',
  CANCELLED: 'rejected',
  FAILED: 'failed',
};

/** Those that have ended since; one that was both begun and ended between two looks is among them. */
export function endedSince(
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
export function newsOfMove(
  { state, moved, toMove, failure }: Pick<MoveTask, 'state' | 'moved' | 'toMove' | 'failure'>,
  queue: string,
): MoveNews {
  const count = toMove === null ? grouped(moved) : `${grouped(moved)} of about ${grouped(toMove)}`;
  const were = `${count} ${moved === 1 ? 'was' : 'were'} moved`;
  switch (state) {
    case 'CANCELLED':
      return {
        message: `Stopped: ${were}`,
        tone: 'review',
        detail: `The move of ${queue}. What has been moved stays moved.`,
      };
    case 'FAILED':
      return {
        message: `The move has failed: ${were}`,
        tone: 'failed',
        detail: failure === null ? `The move of ${queue}.` : `The move of ${queue}: ${failure}`,
      };
    default:
      return { message: `Moved ${count}`, tone: 'succeeded', detail: `The move of ${queue} is complete.` };
  }
}

/** What came of a move stands where it was said that it has begun. */
export function moveToast(queue: string): string {
  return `move ${queue}`;
}

/** What a command has made of a queue, in place of what the list said of it; the next look goes on from there. */
export function replaceQueue(client: QueryClient, queue: DeadLetterQueue): void {
  client.setQueryData(operationOptions('dead-letters.queues', {}).queryKey, (known) => {
    if (known === undefined) return undefined;
    const queues = known.value.queues.map((one) =>
      one.name === queue.name ? { name: one.name, queue, failure: null } : one,
    );
    return { ...known, value: { ...known.value, queues } };
  });
}
