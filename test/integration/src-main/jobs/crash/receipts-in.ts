import { expect } from 'vitest';
import { listReceipts } from '#main/jobs/job-view.ts';
import { readJournal } from '#main/jobs/journal.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';

/** Returns the receipts of an ended job from its journal. */
export function receiptsIn(file: string): ItemReceipt[] {
  const journal = readJournal(file);
  if (!journal) throw new Error('There is no journal');
  expect(journal.damage).toBeNull();
  expect(journal.record.endedAt).not.toBeNull();
  const idle = {
    isAtWork: false,
    looks: new Map(),
    watched: [],
    now: 0,
    waitsFor: null,
    halted: null,
    damage: null,
  };
  return [...listReceipts({ record: journal.record, file, ...idle })];
}
