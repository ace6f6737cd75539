import type { FuzzReport } from './fuzz-run.ts';

/** Summarises a fuzz run in a few lines. */
export function told(who: string, { operations, sessions, known, unexplained }: FuzzReport): string {
  const lines = [...known].map(([because, times]) => `  ${times} × ${because}`);
  const verdict =
    unexplained === undefined
      ? `${who} agree on ${operations} operations in ${sessions} sessions`
      : `${who} differ after ${operations} operations: ${unexplained}`;
  return `${[verdict, ...lines].join('\n')}\n`;
}
