import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openAuditLog } from '#main/audit/audit-log.ts';
import { entriesOf } from '#main/features/audit/audit-entries.ts';
import { ok } from '#shared/contract/result.ts';
import { aHome } from '#test/builders/a-home.ts';

/** As the audit trail itself writes it: two entries a call. */
async function aWrittenFile(): Promise<string> {
  const home = aHome();
  const audit = openAuditLog({
    home,
    now: () => Date.UTC(2026, 10, 20),
    who: () => ({ connection: 'local', person: 'admin' }),
  });
  const context = { reference: 'ref-1', role: 'admin', host: 'browser' } as const;
  for (const planId of ['plan-0', 'plan-1']) {
    await audit.around({ operation: 'plans.start', input: { planId }, context }, () => ok({}));
  }
  audit.close();
  return readFileSync(join(home, 'audit', readdirSync(join(home, 'audit'))[0] ?? ''), 'utf8');
}

const entries = (text: string) => entriesOf('f.jsonl', Buffer.from(text));

it('has each intent and its outcome, as the audit trail wrote them', async () => {
  const [intent, outcome, ...rest] = entries(await aWrittenFile());
  expect(rest).toHaveLength(2);
  expect(intent).toMatchObject({
    file: 'f.jsonl',
    kind: 'intent',
    sequence: 0,
    operation: 'plans.start',
    person: 'admin',
    ids: { planId: 'plan-0' },
  });
  expect(outcome).toMatchObject({ kind: 'outcome', code: 'ok', person: null });
});

it('shows a half line at the end, as a crash leaves it, and what is before it', async () => {
  const text = await aWrittenFile();
  const kinds = entries(text.slice(0, -30)).map(({ kind }) => kind);
  expect(kinds).toEqual(['intent', 'outcome', 'intent', 'unreadable']);
});

it('shows lines that are no entries, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (lines) => {
      const garbage = lines.map((line) => `${line}\n`).join('');
      const shown = entries(garbage);
      expect(shown.map(({ sequence }) => sequence)).toEqual([...shown.keys()]);
      expect(shown.every(({ kind }) => kind === 'unreadable')).toBe(true);
    }),
  );
});
