import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAuditLog } from '#main/audit/audit-log.ts';
import { auditReader, parseEntries } from '#main/features/audit/audit-files.ts';
import { auditHandlers } from '#main/features/audit/audit-handlers.ts';
import { auditPageSchema } from '#shared/contract/jobs.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const context = { reference: 'ref-1', role: 'admin', host: 'browser' } as const;
const handlerContext = { reference: 'r', role: 'support', host: 'browser' } as const;

/** Writes through the audit trail itself, with two entries for each call. */
async function write(home: string, calls: number, from = Date.UTC(2026, 10, 20)): Promise<string> {
  let at = from;
  const audit = openAuditLog({
    home,
    now: () => (at += 1_000),
    who: () => ({ connection: 'local', person: 'admin' }),
  });
  for (let call = 0; call < calls; call += 1) {
    const input = { planId: `plan-${call}`, hash: 'secret body' };
    await audit.around({ operation: 'plans.start', input, context }, () => ok({}));
  }
  audit.close();
  return readdirSync(join(home, 'audit')).toSorted().at(-1) ?? '';
}

describe('reading the trail', () => {
  it('has the entries of all consoles, newest first, in pages', async () => {
    const home = aHome();
    await write(home, 101, Date.UTC(2026, 10, 19));
    await write(home, 30, Date.UTC(2026, 10, 20));
    const handlers = auditHandlers({ home, session: () => aSession(), now: () => Date.UTC(2026, 10, 21) });
    const first = valueOf(await handlers['audit.read']({}, handlerContext));
    expect(auditPageSchema.safeParse(first).error).toBeUndefined();
    expect(first.total).toBe(262);
    expect(first.entries).toHaveLength(200);
    expect(first.entries[0]).toMatchObject({ sequence: 60, kind: 'outcome' });
    const second = valueOf(await handlers['audit.read']({ offset: 200 }, handlerContext));
    expect(second.entries).toHaveLength(62);
    expect(second.entries.at(-1)).toMatchObject({ sequence: 1, ids: { planId: 'plan-0' } });
    const times = [...first.entries, ...second.entries].map(({ at }) => at ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('interleaves two consoles that were open at once', async () => {
    const home = aHome();
    await write(home, 2, Date.UTC(2026, 10, 20));
    await write(home, 2, Date.UTC(2026, 10, 20) + 500);
    const entries = await auditReader(home)();
    const files = entries.map(({ file }) => file);
    expect(files.filter((file, at) => file !== files[at + 1])).toHaveLength(8);
  });

  it('finds entries by what they name, and reads no body', async () => {
    const home = aHome();
    await write(home, 12);
    const handlers = auditHandlers({ home, session: () => aSession(), now: Date.now });
    const found = valueOf(await handlers['audit.read']({ filter: 'START plan-11' }, handlerContext));
    expect(found.entries.map(({ ids }) => ids)).toEqual([{ planId: 'plan-11' }]);
    const all = valueOf(await handlers['audit.export']({ format: 'json' }, handlerContext));
    expect(all.text).not.toContain('secret body');
  });

  it('reads a file again when it has grown, and what changed in it shows', async () => {
    const home = aHome();
    const file = join(home, 'audit', await write(home, 1));
    const read = auditReader(home);
    const plans = async () => (await read()).flatMap(({ ids }) => ids['planId'] ?? []);
    expect(await plans()).toEqual(['plan-0']);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('plan-0', 'plan-1x'));
    expect(await plans()).toEqual(['plan-1x']);
  });

  it('is empty if nothing was done, and reports an unreadable folder', async () => {
    const home = aHome();
    const handlers = auditHandlers({ home, session: () => aSession(), now: Date.now });
    expect(valueOf(await handlers['audit.read']({}, handlerContext)).entries).toEqual([]);
    writeFileSync(join(home, 'audit'), 'a file where the folder should be');
    expect(await handlers['audit.read']({}, handlerContext)).toMatchObject({
      ok: false,
      failure: { code: 'storage-failed' },
    });
  });

  it('shows a person with some tenants only what they did themselves', async () => {
    const home = aHome();
    mkdirSync(join(home, 'audit'));
    let person = 'support';
    let reference = 'one';
    const audit = openAuditLog({
      home,
      now: () => Date.UTC(2026, 10, 20),
      who: () => ({ connection: 'local', person }),
    });
    const act = (): Promise<unknown> =>
      audit.around(
        { operation: 'plans.start', input: { planId: reference }, context: { ...context, reference } },
        () => ok({}),
      );
    await act();
    [person, reference] = ['support-northwind', 'two'];
    await act();
    const jonas = {
      id: 'support-northwind',
      name: 'Jonas Weir',
      role: 'support' as const,
      tenants: ['northwind'],
    };
    const seenBy = async (who: typeof jonas | null): Promise<readonly (string | null)[]> => {
      const session = (): Session => (who === null ? aSession() : aSession({ who }));
      const handlers = auditHandlers({ home, session, now: Date.now });
      const page = valueOf(await handlers['audit.read']({}, handlerContext));
      const file = valueOf(await handlers['audit.export']({ format: 'json' }, handlerContext));
      expect(file.text.includes('support"')).toBe(who === null);
      return page.entries.map((entry) => entry.reference);
    };
    expect(await seenBy(jonas)).toEqual(['two', 'two']);
    expect(await seenBy(null)).toEqual(['two', 'two', 'one', 'one']);
  });

  it('exports a table that runs nothing in a spreadsheet', async () => {
    const home = aHome();
    mkdirSync(join(home, 'audit'));
    const audit = openAuditLog({
      home,
      now: () => Date.UTC(2026, 10, 20),
      who: () => ({ connection: '=cmd()', person: null }),
    });
    await audit.around({ operation: 'x', input: { tenantId: 'a' }, context }, () => ok({}));
    const session = () => aSession({ connection: aConnectionSummary({ id: '=cmd()' }) });
    const handlers = auditHandlers({ home, session, now: () => Date.UTC(2026, 10, 21) });
    const file = valueOf(await handlers['audit.export']({ format: 'csv' }, handlerContext));
    expect(file.fileName).toBe('audit-20261121T000000Z.csv');
    expect(file.text).toContain(",'=cmd(),");
    expect(file.text.split('\r\n')[0]).toBe(
      '\uFEFFat,kind,operation,code,person,role,connection,reference,ids,file,sequence',
    );
  });
});

/** Writes through the audit trail itself, with two entries for each call. */
async function aWrittenFile(): Promise<string> {
  const home = aHome();
  const audit = openAuditLog({
    home,
    now: () => Date.UTC(2026, 10, 20),
    who: () => ({ connection: 'local', person: 'admin' }),
  });
  for (const planId of ['plan-0', 'plan-1']) {
    await audit.around({ operation: 'plans.start', input: { planId }, context }, () => ok({}));
  }
  audit.close();
  return readFileSync(join(home, 'audit', readdirSync(join(home, 'audit'))[0] ?? ''), 'utf8');
}

const entries = (text: string) => parseEntries('f.jsonl', Buffer.from(text));

it('has each intent and its outcome, as the audit trail wrote them', async () => {
  const [intent, outcome, ...rest] = entries(await aWrittenFile());
  expect(rest).toHaveLength(2);
  expect(intent).toMatchObject({
    file: 'f.jsonl',
    kind: 'intent',
    sequence: 1,
    operation: 'plans.start',
    person: 'admin',
    ids: { planId: 'plan-0' },
  });
  expect(outcome).toMatchObject({ kind: 'outcome', code: 'ok', person: null });
});

it('shows an incomplete line at the end, as a crash leaves it, and what is before it', async () => {
  const text = await aWrittenFile();
  const kinds = entries(text.slice(0, -30)).map(({ kind }) => kind);
  expect(kinds).toEqual(['intent', 'outcome', 'intent', 'outcome', 'unreadable']);
});

it('shows invalid lines, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (lines) => {
      const garbage = lines.map((line) => `${line}\n`).join('');
      const shown = entries(garbage);
      expect(shown.map(({ sequence }) => sequence)).toEqual([...shown.keys()]);
      expect(shown.every(({ kind }) => kind === 'unreadable')).toBe(true);
    }),
  );
});
