import { existsSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { noteLength, openLineFile } from '../audit/line-file.ts';
import { NotWritten } from '../jobs/journal.ts';
import { keepFolder } from '../home/home-folder.ts';

/** Receives the lines; a test may pass one that fails. */
export interface LedgerLines {
  /** The text is on disk in full once this resolves. */
  readonly append: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type OpenLedgerLines = (file: string, bytes: number) => Promise<LedgerLines>;

/** Half a line after the first `bytes` is cut off. */
export const openLedgerLines: OpenLedgerLines = async (file, bytes) => {
  if (existsSync(file)) truncateSync(file, bytes);
  keepFolder(dirname(file));
  // This keeps the directory entry of a new file.
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
      noteLength(file);
    },
    close: () => handle.close(),
  };
};

/**
 * Writes lines of concurrent calls to disk together. Each call waits for its own line, and the number of writes is
 * bounded by the disk and not by the number of lines. After a failed write nothing more is written.
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
    // This is cleared in the same turn in which the queue became empty, so that the next caller starts a new write.
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
