import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepFolder } from '#main/home/keep-folder.ts';
import { openLedgerLines } from '#main/dead-letters/ledger-file.ts';
import { aHome } from '#test/builders/a-home.ts';

it('keeps the entry of each folder that is new, and of none that was there', () => {
  const home = aHome();
  const kept: string[] = [];
  const keep = (folder: string): void => void kept.push(folder);
  keepFolder(join(home, 'discarded', 'old'), keep);
  expect(kept).toEqual([join(home, 'discarded'), home]);
  keepFolder(join(home, 'discarded', 'old'), keep);
  expect(kept).toHaveLength(2);
});

it('is there for the first line of a discard', async () => {
  const file = join(aHome(), 'discarded', 'plan.jsonl');
  const lines = await openLedgerLines(file, 0);
  await lines.append('a line\n');
  await lines.close();
  expect(existsSync(file)).toBe(true);
});
