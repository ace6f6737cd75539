import { z } from 'zod';
import type { ExecutionEvent } from '#shared/contract/triage.ts';

const eventSchema = z.looseObject({
  id: z.int(),
  type: z.string(),
  /** In seconds. */
  timestamp: z.number(),
  previousEventId: z.int().nullish(),
});
export type HistoryEvent = z.infer<typeof eventSchema>;

export const historySchema = z.object({
  events: z.array(eventSchema),
  nextToken: z.string().nullish(),
});

/** Short, since there are up to 25,000; of what went wrong the code alone, since a cause may quote a payload. */
export function slimEvent(event: HistoryEvent): ExecutionEvent {
  const { id, type, timestamp, previousEventId } = event;
  const details = detailsOf(event);
  const isOfState = type.endsWith('StateEntered') || type.endsWith('StateExited');
  const { name, index, error } = details;
  return {
    id,
    previous: previousEventId ?? 0,
    at: Math.round(timestamp * 1_000),
    type,
    state: isOfState && typeof name === 'string' ? name : null,
    index: typeof index === 'number' && Number.isSafeInteger(index) ? index : null,
    error: typeof error === 'string' ? error : null,
  };
}

/** Each event has the details of its own type; `TaskStateEntered` and its like share theirs. */
export function detailsOf(event: HistoryEvent): Readonly<Record<string, unknown>> {
  for (const [member, details] of Object.entries(event)) {
    if (member.endsWith('EventDetails') && isRecord(details)) return details;
  }
  return {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
