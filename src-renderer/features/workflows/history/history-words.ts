import type { WorkflowEvent } from '#shared/contract/workflows/workflows.ts';
import { dayWords, pairWords } from '../threshold-words.ts';
import type { HistoryRow } from './history-rows.ts';

/** A change of thresholds is told by its reason; any other says first what it was. */
export function reasonWords({ what, reason, after }: WorkflowEvent): {
  readonly what: string | null;
  readonly why: string;
} {
  const isOfThresholds = after !== null;
  return {
    what: isOfThresholds || what === null ? null : reason === null ? what : `${what}: `,
    why: reason ?? (isOfThresholds || what === null ? 'no reason was kept' : ''),
  };
}

/** "version 3", else "20 Nov, 11:02". */
export function rowName({ version, event }: HistoryRow, now: number): string {
  return version === null ? `what was live from ${dayWords(event.at, now)}` : `version ${String(version)}`;
}

/** What the reason begins with; it can be changed before it is kept. */
export function revertReason(row: HistoryRow, now: number): string {
  const { version, event, thresholds } = row;
  const which = version === null ? '' : ` of ${dayWords(event.at, now)}`;
  const says = thresholds === null ? '' : ` (${pairWords(thresholds)})`;
  return `Back to ${rowName(row, now)}${which}${says}.`;
}
