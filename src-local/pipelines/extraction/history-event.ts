import { ulidAt } from '#shared/domain/ulid.ts';
import type { PipelineParts } from '../parts.ts';
import type { HistoryEvent } from './item-shapes.ts';

/** Who did it where no person did. */
export const pipelineActor = 'extraction';

/** A line for a passport or a workflow's history, of now. */
export function historyEvent(
  parts: PipelineParts,
  event: Omit<HistoryEvent, 'eventId' | 'at'>,
): HistoryEvent {
  const now = parts.now();
  return {
    eventId: ulidAt(now, () => parts.dice.unit()),
    at: new Date(now).toISOString(),
    ...event,
  };
}
