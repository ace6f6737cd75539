import { existsSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openLineFile } from '../audit/line-file.ts';
import { NotWritten } from '../jobs/journal.ts';
import { keepFolder } from '../home/home-folder.ts';

/** Where lines go; a test may hand in one that fails. */
export interface LedgerLines {
  /** Whole and on disk once it resolves. */
  readonly append: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type OpenLedgerLines = (file: string, bytes: number) => Promise<LedgerLines>;

/** Half a line behind its first `bytes` is cut off. */
export const openLedgerLines: OpenLedgerLines = async (file, bytes) => {
  if (existsSync(file)) truncateSync(file, bytes);
  keepFolder(dirname(file));
  // Keeps the entry of a new file.
  openLineFile(file).close();
  const handle = await open(file, 'a');
  let length = bytes;
  return {
    async append(text) {
      const whole = Buffer.from(text, 'utf8');
      try {
        await handle.appendFile(whole);
        await handle.datasync();
      } catch (error) {
        await handle.truncate(length);
        throw error;
      }
      length += whole.length;
    },
    close: () => handle.close(),
  };
};

/**
 * Lines of several calls that are made at once go to the disk together: each waits for its own line, and all of them
 * for as many writes as the disk can do, not as there are lines. After one that failed nothing more is written.
 */
export function groupedLines(lines: LedgerLines): LedgerLines {
  let waiting: {
    readonly text: string;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }[] = [];
  let broken: NotWritten | undefined;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      try {
        if (broken !== undefined) throw broken;
        await lines.append(now.map(({ text }) => text).join(''));
        for (const { done } of now) done();
      } catch (error) {
        broken ??= new NotWritten(error instanceof Error ? error.message : String(error), { cause: error });
        for (const { failed } of now) failed(broken);
      }
    }
    // In the same turn in which nothing was waiting any more: whoever comes next begins anew.
    writing = undefined;
  }

  return {
    append: (text) =>
      new Promise((done, failed) => {
        waiting.push({ text, done, failed });
        writing ??= Promise.resolve().then(writeAll);
      }),
    async close() {
      await writing;
      await lines.close();
    },
  };
}
