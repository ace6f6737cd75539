import type { MoveTask } from '#shared/contract/dead-letters.ts';
import { documentReceives } from '#shared/domain/pipeline-limits.ts';
import { isObject, readJson, type Json } from '#shared/domain/dead-letters/exact-json.ts';
import type { ReceivedMessage } from '../aws/queues.ts';

/**
 * How often SQS's own moves have taken this message back since what it tells of happened. SQS leaves no mark on what it
 * moves, yet a move takes the whole queue: of each that was completed between then and the last time that it was sent,
 * this message was a part, if it can have been a dead letter by then. Null where it does not say when that was.
 */
export function movesSince(
  { body, system }: Pick<ReceivedMessage, 'body' | 'system'>,
  moves: readonly MoveTask[],
): number | null {
  const happened = timeIn(readJson(body), deepest);
  const sentAt = Number(system['SentTimestamp'] ?? Number.NaN);
  if (happened === null || Number.isNaN(sentAt)) return null;
  let times = 0;
  let lastSent = happened;
  const begun = moves.filter(isWhole).map(({ startedAt }) => Date.parse(startedAt ?? ''));
  for (const at of begun.filter((ms) => ms <= sentAt + clocksMs).toSorted((one, other) => one - other)) {
    if (at < lastSent + soonestDeathMs) continue;
    times += 1;
    lastSent = at;
  }
  return times;
}

/** Whether it was sent so much later than what it tells of that it must have been a dead letter before; null: unknown. */
export function wasRedriven({ body, system }: Pick<ReceivedMessage, 'body' | 'system'>): boolean | null {
  const happened = timeIn(readJson(body), deepest);
  const sentAt = Number(system['SentTimestamp'] ?? Number.NaN);
  return happened === null || Number.isNaN(sentAt) ? null : sentAt - happened > soonestDeathMs;
}

function isWhole({ state, startedAt, moved }: MoveTask): boolean {
  return state === 'COMPLETED' && moved > 0 && startedAt !== null && !Number.isNaN(Date.parse(startedAt));
}

/** All its attempts, each a visibility timeout of the pipelines' queues after the other. */
const soonestDeathMs = documentReceives * 60_000;
const clocksMs = 30_000;
/** A notification's text, its event, that one's records, a record. */
const deepest = 5;

/** Of an event of S3 or EventBridge, also in a notification of SNS. */
function timeIn(json: Json | undefined, depth: number): number | null {
  if (json === undefined || depth === 0) return null;
  if (typeof json === 'string') return /^\s*[[{]/.test(json) ? timeIn(readJson(json), depth - 1) : null;
  if (Array.isArray(json)) return timeIn((json as readonly Json[])[0], depth - 1);
  if (!isObject(json)) return null;
  const own = json['eventTime'] ?? json['time'];
  if (typeof own === 'string' && /^\d{4}-\d\d-\d\dT/.test(own)) {
    const ms = Date.parse(own);
    return Number.isNaN(ms) ? null : ms;
  }
  return timeIn(json['Records'] ?? json['Message'], depth - 1);
}
