import type { MoveTask } from '#shared/contract/dead-letters.ts';
import { documentReceives } from '#shared/domain/pipeline-limits.ts';
import { isObject, readJson, type Json } from '#shared/domain/dead-letters/exact-json.ts';
import type { ReceivedMessage } from '../aws/queues.ts';

/**
 * Counts how often SQS's own moves have returned this message since the event it reports. SQS leaves no mark on
 * messages it moves, but a move takes the whole queue. So the message was part of every completed move that began
 * between the event and its last send, if it can have been a dead letter by then. Null where the message does not say
 * when the event was.
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

/**
 * Tells whether it was sent so long after the event it reports that it must have been a dead letter before; null when
 * unknown.
 */
export function wasRedriven({ body, system }: Pick<ReceivedMessage, 'body' | 'system'>): boolean | null {
  const happened = timeIn(readJson(body), deepest);
  const sentAt = Number(system['SentTimestamp'] ?? Number.NaN);
  return happened === null || Number.isNaN(sentAt) ? null : sentAt - happened > soonestDeathMs;
}

function isWhole({ state, startedAt, moved }: MoveTask): boolean {
  return state === 'COMPLETED' && moved > 0 && startedAt !== null && !Number.isNaN(Date.parse(startedAt));
}

/** A message dies after all its attempts, each followed by a visibility timeout of the pipelines' queues. */
const soonestDeathMs = documentReceives * 60_000;
const clocksMs = 30_000;
/** A notification's text holds an event, which holds records, so nesting is at most this deep. */
const deepest = 5;

/** Reads the time of an S3 or EventBridge event, also inside an SNS notification. */
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
