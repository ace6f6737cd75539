import { existsSync, rmSync, truncateSync } from 'node:fs';
import { openLineFile, type LineFile } from '../audit/line-file.ts';
import { applyEvent } from './apply-event.ts';
import { newRecord, type JobRecord } from './job-record.ts';
import type { JobEvent, NewEvent, PlanLine } from './journal-events.ts';

export interface Journal {
  /** As all of its lines make it. */
  readonly record: JobRecord;
  /** On disk when it returns, and then in the record; throws `NotWritten`, and then in neither. */
  append(event: NewEvent): void;
  close(): void;
}

export class NotWritten extends Error {
  override readonly name = 'NotWritten';
}

export type OpenLines = (file: string) => LineFile;

interface JournalParts {
  readonly now: () => number;
  /** A test may hand in a disk that is full. */
  readonly open?: OpenLines | undefined;
}

/** Of a job that begins. Null: there is one already. */
export function beginJournal(file: string, plan: PlanLine, parts: JournalParts): Journal | null {
  if (existsSync(file)) return null;
  const lines = written(() => (parts.open ?? openLineFile)(file));
  try {
    written(() => lines.append(JSON.stringify(plan)));
  } catch (error) {
    lines.close();
    rmSync(file, { force: true });
    throw error;
  }
  return journalOf(lines, newRecord(plan), parts);
}

/** Of a job that goes on. `bytes`: of its whole lines; half a line behind them is cut off. */
export function continueJournal(
  file: string,
  { record, bytes }: { readonly record: JobRecord; readonly bytes: number },
  parts: JournalParts,
): Journal {
  const lines = written(() => {
    truncateSync(file, bytes);
    return (parts.open ?? openLineFile)(file);
  });
  return journalOf(lines, record, parts);
}

function journalOf(lines: LineFile, record: JobRecord, { now }: JournalParts): Journal {
  return {
    record,
    append(event) {
      const { event: kind, ...rest } = event;
      // Its name first: the end of a file tells by that whether it is the last line.
      const line = { event: kind, at: new Date(now()).toISOString(), ...rest } as JobEvent;
      written(() => lines.append(JSON.stringify(line)));
      applyEvent(record, line);
    },
    close: () => lines.close(),
  };
}

function written<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new NotWritten(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
