/** `ExecutionRecord`s by ARN. Of those that were told all have ended. */
export const executions = 'sfn/executions';

/** `RevisionRecord`s by any id; an execution names its own. */
export const revisions = 'sfn/revisions';

/** `HistoryRecord`s by the numbers of the events, from 1. */
export function historyOf(executionArn: string): string {
  return `sfn/history/${executionArn}`;
}

/**
 * `Frame`s by their ids: where an execution stands, or stood when it failed, for a redrive. One, `0`, will do: a Map
 * without told children begins again as a whole.
 */
export function framesOf(executionArn: string): string {
  return `sfn/frames/${executionArn}`;
}
