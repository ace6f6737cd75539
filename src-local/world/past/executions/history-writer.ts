import type { HistoryRecord } from '../../../aws/sfn/records.ts';
import { mostEvents } from '../course/until-full.ts';

/** There is room for one more event only, and it must say how it ended. */
export class HistoryIsFull extends Error {}

/** The events of an execution, numbered from 1 in the order in which they are written. */
export class HistoryWriter {
  readonly records: HistoryRecord[] = [];

  /** What follows from `previous`; answers with its number. */
  write(time: number, type: string, previous: number, details?: Readonly<Record<string, unknown>>): number {
    if (this.records.length >= mostEvents - 1) throw new HistoryIsFull();
    this.records.push({ type, previous, time, ...(details && { details }) });
    return this.records.length;
  }

  end(time: number, type: string, previous: number, details: Readonly<Record<string, unknown>>): void {
    this.records.push({ type, previous, time, details });
  }
}
