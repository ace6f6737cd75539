import type { InputOf } from '#shared/contract/contract.ts';
import type { DeadLetterQueue, MoveTask } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { listed } from '#shared/domain/listed-words.ts';

export interface SaidOfMove {
  /** As it was typed; empty: as fast as SQS thinks fit. */
  readonly perSecond: string;
  readonly reason: string;
  readonly environment: string;
  readonly count: string;
}

export type MoveErrors = Partial<Readonly<Record<keyof SaidOfMove, string>>>;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html */
export const mostPerSecond = 500;

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
export function moveInputOf(
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
export function depthWords(waiting: number | null): string {
  if (waiting === null) return 'an unknown number of messages';
  return waiting === 1 ? 'about 1 message' : `about ${grouped(waiting)} messages`;
}

export function whereWords(sources: DeadLetterQueue['sources']): string {
  return sources.length === 0 ? 'where they came from' : listed(sources.map(({ name }) => name));
}

/** "At 20 a second about 27 take about 2 s." */
export function howLongWords(waiting: number | null, perSecond: string): string {
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
