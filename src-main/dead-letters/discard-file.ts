import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedMessage } from '../aws/queues.ts';
import { groupedLines, type OpenLedgerLines } from './ledger-file.ts';

export interface DiscardFile {
  /** Whole, with bodies, and on disk when it resolves. */
  readonly keep: (messages: readonly ReceivedMessage[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface DiscardParts {
  readonly queue: string;
  readonly now: () => number;
  readonly open: OpenLedgerLines;
}

export function discardFileOf(home: string, planId: string): string {
  return join(home, 'discarded', `${encodeURIComponent(planId)}.jsonl`);
}

/** For its owner alone. One that a crash has left goes on behind its last whole line. */
export async function openDiscardFile(
  file: string,
  { queue, now, open }: DiscardParts,
): Promise<DiscardFile> {
  const lines = groupedLines(await open(file, wholeLength(file)));
  return {
    async keep(messages) {
      const at = new Date(now()).toISOString();
      const text = messages.map(({ messageId, body, attributes, system }) =>
        JSON.stringify({ at, queue, messageId, body, attributes, system }),
      );
      await lines.append(`${text.join('\n')}\n`);
    },
    close: () => lines.close(),
  };
}

/** Up to the end of its last line. It may be gigabytes long. */
function wholeLength(file: string): number {
  if (!existsSync(file)) return 0;
  const descriptor = openSync(file, 'r');
  try {
    const part = Buffer.alloc(65_536);
    for (let end = fstatSync(descriptor).size; end > 0;) {
      const from = Math.max(0, end - part.length);
      const read = readSync(descriptor, part, 0, end - from, from);
      const last = part.subarray(0, read).lastIndexOf('\n'.charCodeAt(0));
      if (last >= 0) return from + last + 1;
      end = from;
    }
    return 0;
  } finally {
    closeSync(descriptor);
  }
}
