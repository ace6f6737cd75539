import { expect, it } from 'vitest';
import { openAuditLog } from '#main/audit/audit-log.ts';
import { auditHandlers, shownTo } from '#main/features/audit/audit-handlers.ts';
import { verifyHome } from '#main/features/audit/verify-home.ts';
import type { AuditEntry } from '#shared/contract/jobs.ts';
import { ok } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const context = { reference: 'r', role: 'support', host: 'browser' } as const;
const jonas: Persona = { id: 'jonas', name: 'Jonas Weir', role: 'support', tenants: ['northwind'] };
const otto: Persona = { id: 'otto', name: 'Otto Lind', role: 'support', tenants: ['alder-finch'] };
const ada: Persona = { id: 'ada', name: 'Ada Vane', role: 'admin', tenants: '*' };

/** Creates a console in which Otto and Jonas worked on production, and Ada in the sandbox. */
async function aHomeOfMany(): Promise<string> {
  const home = aHome();
  let by = { connection: '', person: '' };
  const audit = openAuditLog({ home, now: () => Date.UTC(2026, 10, 20), who: () => by });
  for (const [connection, person] of [
    ['production', 'otto'],
    ['production', 'jonas'],
    ['local', 'ada'],
  ] as const) {
    by = { connection, person };
    const input = { tenantId: `tenant-of-${person}` };
    const reference = `${connection}-${person}`;
    await audit.around({ operation: 'plans.start', input, context: { ...context, reference } }, () =>
      ok({ until: 'then' }),
    );
  }
  audit.close();
  return home;
}

/** Returns the references that a person sees on a connection, both in the list and in the export. */
async function seen(home: string, connection: string, who: Persona): Promise<readonly (string | null)[]> {
  const session = () => aSession({ who, connection: aConnectionSummary({ id: connection }) });
  const handlers = auditHandlers({ home, session, now: Date.now });
  const { entries, total } = valueOf(await handlers['audit.read']({}, context));
  const { text } = valueOf(await handlers['audit.export']({ format: 'json' }, context));
  const exported = JSON.parse(text) as readonly AuditEntry[];
  expect([total, exported.map(({ reference }) => reference)]).toEqual([
    entries.length,
    entries.map(({ reference }) => reference),
  ]);
  return entries.map(({ kind, reference }) => `${kind} ${reference ?? ''}`);
}

const both = (reference: string) => [`outcome ${reference}`, `intent ${reference}`];

it('shows everything on the open connection to a person with all tenants there, and nothing of another', async () => {
  const home = await aHomeOfMany();
  expect(await seen(home, 'production', ada)).toEqual([
    ...both('production-jonas'),
    ...both('production-otto'),
  ]);
  expect(await seen(home, 'local', ada)).toEqual(both('local-ada'));
  expect(await seen(home, 'elsewhere', ada)).toEqual([]);
});

it('shows a person with some tenants only what they did there themselves, even if their id exists elsewhere', async () => {
  const home = await aHomeOfMany();
  expect(await seen(home, 'production', jonas)).toEqual(both('production-jonas'));
  expect(await seen(home, 'production', otto)).toEqual(both('production-otto'));
  expect(await seen(home, 'elsewhere', otto)).toEqual([]);
});

it('shows lines without a connection only to a person with all tenants', () => {
  const unreadable: AuditEntry = {
    file: 'f.jsonl',
    sequence: 0,
    at: null,
    kind: 'unreadable',
    operation: null,
    reference: null,
    person: null,
    role: null,
    connection: null,
    ids: {},
    code: null,
  };
  const orphan: AuditEntry = { ...unreadable, kind: 'outcome', reference: 'gone', code: 'ok' };
  const entries = [unreadable, orphan];
  expect(entries.filter(shownTo(aSession({ who: ada }), entries))).toEqual(entries);
  expect(entries.filter(shownTo(aSession({ who: jonas }), entries))).toEqual([]);
});

it('is verified as a whole, whatever is open', async () => {
  const home = await aHomeOfMany();
  const session = () => aSession({ who: jonas, connection: aConnectionSummary({ id: 'elsewhere' }) });
  const { chains } = valueOf(
    await auditHandlers({ home, session, now: Date.now })['audit.verify']({}, context),
  );
  expect(chains).toMatchObject([{ entries: 8, state: 'being-written' }]);
  expect(await verifyHome(home)).toMatchObject([{ entries: 8 }]);
});
