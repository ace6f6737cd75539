import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { auditPageSchema } from '#shared/contract/jobs/audit.ts';
import { ok } from '#shared/contract/result.ts';
import { openAuditLog } from '#main/audit/audit-log.ts';
import type { Session } from '#shared/contract/session.ts';
import { aSession } from '#test/builders/a-session.ts';
import { auditHandlers } from '#main/features/audit/audit-handlers.ts';
import { auditReader } from '#main/features/audit/read-audit.ts';
import { verifyChain } from '#main/features/audit/verify-chain.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';

const context = { reference: 'ref-1', role: 'admin', host: 'browser' } as const;
const handlerContext = { reference: 'r', role: 'support', host: 'browser' } as const;

/** As the audit log itself writes it: two entries a call. */
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

describe('a chain of the audit trail', () => {
  let text = '';
  beforeEach(async () => {
    const home = aHome();
    const file = await write(home, 4);
    text = readFileSync(join(home, 'audit', file), 'utf8');
  });
  const verified = (changed: string) => verifyChain('f.jsonl', Buffer.from(changed), false);

  it('holds as the audit log wrote it, with each intent and its outcome', () => {
    const { entries, chain } = verified(text);
    expect(chain).toEqual({ file: 'f.jsonl', entries: 8, state: 'verified', problem: null });
    expect(entries[0]).toMatchObject({
      kind: 'intent',
      sequence: 0,
      operation: 'plans.start',
      person: 'admin',
      ids: { planId: 'plan-0' },
    });
    expect(entries[1]).toMatchObject({ kind: 'outcome', code: 'ok', person: null });
  });

  it('breaks where any one character of any line is changed', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 2), fc.constantFrom('0', 'x', '"'), (at, other) => {
        fc.pre(text[at] !== other && text[at] !== '\n');
        const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
        const line = text.slice(0, at).split('\n').length;
        const { chain } = verified(changed);
        expect(chain.state).toBe('broken');
        expect(chain.problem).toMatch(new RegExp(`^Line (${line}|${line + 1}) `));
      }),
    );
  });

  it('breaks where a line was taken out, put twice or exchanged', () => {
    const lines = text.trimEnd().split('\n');
    const without = lines.toSpliced(3, 1);
    expect(verified(`${without.join('\n')}\n`).chain.problem).toMatch(/^Line 4 has the number 4 where 3/);
    const twice = lines.toSpliced(3, 0, lines[2] ?? '');
    expect(verified(`${twice.join('\n')}\n`).chain.problem).toMatch(/^Line 4 has the number 2 where 3/);
    const exchanged = lines.with(2, lines[4] ?? '').with(4, lines[2] ?? '');
    expect(verified(`${exchanged.join('\n')}\n`).chain.problem).toMatch(/^Line 3 /);
  });

  it('says where it breaks off, unless somebody is writing it just now', () => {
    const torn = Buffer.from(text.slice(0, -30));
    expect(verifyChain('f', torn, true).chain).toMatchObject({ entries: 7, state: 'being-written' });
    const { chain, entries } = verifyChain('f', torn, false);
    // A crash leaves it so, and that is no sign that somebody changed anything.
    expect(chain).toMatchObject({ state: 'torn' });
    expect(chain.problem).toMatch(/^Line 8 breaks off/);
    expect(entries.at(-1)?.kind).toBe('unreadable');
  });

  it('shows lines that are no entries, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const garbage = lines.map((line) => `${line}\n`).join('');
        const { entries, chain } = verified(garbage);
        expect(chain.state).toBe(garbage === '' ? 'verified' : 'broken');
        expect(entries.every(({ kind }) => kind === 'unreadable')).toBe(true);
      }),
    );
  });
});

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
    expect(first.entries[0]).toMatchObject({ sequence: 59, kind: 'outcome' });
    expect(first.chains.map(({ state }) => state)).toEqual(['verified', 'verified']);
    const second = valueOf(await handlers['audit.read']({ offset: 200 }, handlerContext));
    expect(second.entries).toHaveLength(62);
    expect(second.entries.at(-1)).toMatchObject({ sequence: 0, ids: { planId: 'plan-0' } });
    const times = [...first.entries, ...second.entries].map(({ at }) => at ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('interleaves two consoles that were open at once', async () => {
    const home = aHome();
    await write(home, 2, Date.UTC(2026, 10, 20));
    await write(home, 2, Date.UTC(2026, 10, 20) + 500);
    const { entries } = await auditReader(home)();
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
    const read = auditReader(home, () => false);
    expect((await read()).chains[0]).toMatchObject({ entries: 2, state: 'verified' });
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('plan-0', 'plan-1x'));
    expect((await read()).chains[0]).toMatchObject({ entries: 2, state: 'broken' });
  });

  it('says that a file is being written until its console has ended', async () => {
    const home = aHome();
    const file = join(home, 'audit', await write(home, 1));
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
    let isOpen = true;
    const read = auditReader(home, () => isOpen);
    expect((await read()).chains[0]?.state).toBe('being-written');
    isOpen = false;
    expect((await read()).chains[0]?.state).toBe('torn');
  });

  it('is empty where nothing was done, and a folder that cannot be read is said', async () => {
    const home = aHome();
    const handlers = auditHandlers({ home, session: () => aSession(), now: Date.now });
    expect(valueOf(await handlers['audit.read']({}, handlerContext)).entries).toEqual([]);
    writeFileSync(join(home, 'audit'), 'a file where the folder should be');
    expect(await handlers['audit.read']({}, handlerContext)).toMatchObject({
      ok: false,
      failure: { code: 'storage-failed' },
    });
  });

  it('shows to who is held to some tenants only what they did themselves', async () => {
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
    const handlers = auditHandlers({ home, session: () => aSession(), now: () => Date.UTC(2026, 10, 21) });
    const file = valueOf(await handlers['audit.export']({ format: 'csv' }, handlerContext));
    expect(file.fileName).toBe('audit-20261121T000000Z.csv');
    expect(file.text).toContain(",'=cmd(),");
    expect(file.text.split('\r\n')[0]).toBe(
      '\uFEFFat,kind,operation,code,person,role,connection,reference,ids,file,sequence',
    );
  });
});
