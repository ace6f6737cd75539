import { describe, expect, it } from 'vitest';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { openDoors } from '#main/compose/open-doors.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { buildExamples } from '#shared/catalogue/questions/read-params.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { buildPerson, doorsOver } from './a-person.ts';

const { extraction, downloads } = catalogue;
const documents: SystemDeclaration = {
  ...extraction,
  id: 'documents-of-a-file',
  tables: { main: { ...extraction.tables.main, name: 'docs-prod' } },
};
const pulls: SystemDeclaration = {
  ...downloads,
  id: 'pulls-of-a-file',
  tables: {
    jobs: { ...downloads.tables.jobs, name: 'pulls-prod' },
    batches: { ...downloads.tables.batches, name: 'pull-batches-prod' },
  },
};
const named = {
  extraction: { table: 'docs-prod' },
  downloads: { jobsTable: 'pulls-prod', batchesTable: 'pull-batches-prod' },
};
const tenantOfTheirs = { system: documents, pattern: 'tenants', params: [{}] };
const fileOfTheirs = { system: pulls, pattern: 'fileById', params: [{ fileId: 'accounts-2026-11-20' }] };
const theirs = { PK: { S: 'TENANT#kestrel' }, SK: { S: 'METADATA' } };
const file = { FileID: { S: 'accounts-2026-11-20' } };

/** Opens the tables that connections.json names, with systems of a file that refer to them. */
async function aNamedWorld(change: Partial<Connection> = named) {
  const { openReader, sent } = await aReadingWorld(documents, pulls);
  const connection = aConnection(change);
  const namesHere = (system: SystemDeclaration) => tableNames(system, connection);
  const open = doorsOver(openReader({ tableNames: namesHere }));
  return { open, sent, namesHere, doors: scopedDoors(open, buildPerson('northwind'), namesHere) };
}

describe('a table named in connections.json, under a system from a file', () => {
  it('shows a person with one tenant nothing of another', async () => {
    const { open, doors } = await aNamedWorld();
    const all = valueOf(await open.reader.ask(tenantOfTheirs)).items;
    expect(all.length).toBeGreaterThan(1);
    const seen = valueOf(await doors.reader.ask(tenantOfTheirs)).items;
    expect(seen.map(({ key }) => key['SK'])).toEqual([{ S: 'TENANT#northwind' }]);
  });

  it('refuses a question that names another tenant before anything is read', async () => {
    const { doors, sent } = await aNamedWorld();
    const asked = { system: documents, pattern: 'tenantById', params: [{ tenantId: 'kestrel' }] };
    const failure = { code: 'tenant-out-of-scope' };
    expect(await doors.reader.ask(asked)).toMatchObject({ ok: false, failure });
    const again = await doors.reader.readAgain({ system: documents, table: 'main', key: theirs });
    expect(again).toMatchObject({ ok: false, failure });
    expect(sent).toEqual([]);
  });

  it('is hidden if the connection uses it for its downloads', async () => {
    const { open, doors, sent } = await aNamedWorld();
    expect(valueOf(await open.reader.ask(fileOfTheirs)).items).toHaveLength(1);
    sent.length = 0;
    const failure = { code: 'tenant-out-of-scope', tenantId: '*' };
    expect(await doors.reader.ask(fileOfTheirs)).toMatchObject({ ok: false, failure });
    const again = await doors.reader.readAgain({ system: pulls, table: 'jobs', key: file });
    expect(again).toMatchObject({ ok: false, failure });
    expect(sent).toEqual([]);
  });

  it('is the same one if the connection names it by its ARN', async () => {
    const arn = 'arn:aws:dynamodb:eu-west-1:111122223333:table/docs-prod';
    const { doors } = await aNamedWorld({ extraction: { table: arn } });
    const again = await doors.reader.readAgain({ system: documents, table: 'main', key: theirs });
    expect(again).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
  });

  it('is known to a page by the names of the open connection', async () => {
    const { open, namesHere } = await aNamedWorld();
    const { ofPage } = openDoors({
      access: { of: () => open, tableNames: (system, id) => (id === 'staging' ? namesHere(system) : {}) },
      session: () =>
        aSession({ connection: aConnectionSummary({ id: 'staging' }), who: buildPerson('northwind') }),
      operation: () => null,
      spend: () => undefined,
      log: { warn: () => undefined },
    });
    const failure = { code: 'tenant-out-of-scope' };
    expect(await ofPage().reader.ask(fileOfTheirs)).toMatchObject({ ok: false, failure });
    const again = await ofPage().reader.readAgain({ system: documents, table: 'main', key: theirs });
    expect(again).toMatchObject({ ok: false, failure });
  });
});

it('is limited by the conventional name as well, if the connection shows no such system', async () => {
  const { doors } = await aNamedWorld({ funds: {} });
  for (const ours of [extraction, downloads]) {
    const system: SystemDeclaration = { ...ours, id: 'of-a-file' };
    const [table = ''] = Object.keys(system.tables);
    const again = await doors.reader.readAgain({ system, table, key: theirs });
    expect(again).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
  }
});

const { fileById } = downloads.patterns;

async function aScopedWorld(...tenants: readonly string[]) {
  const world = await aReadingWorld(...Object.values(catalogue));
  return { ...world, doors: scopedDoors(doorsOver(world.reader), buildPerson(...tenants)) };
}

describe('the downloads', () => {
  it.each(Object.keys(downloads.patterns))(
    'return nothing of %s to a person with one tenant',
    async (pattern) => {
      const { doors, sent } = await aScopedWorld('northwind', 'quill');
      const params = buildExamples(downloads, locate(downloads, pattern)).slice(0, 1);
      expect(params).toHaveLength(1);
      expect(await doors.reader.ask({ system: downloads, pattern, params })).toMatchObject({
        failure: {
          code: 'tenant-out-of-scope',
          message:
            'Downloads do not show their tenant, and you see northwind, quill alone. Nothing was read. Ask a colleague who sees all tenants.',
          tenantId: '*',
        },
      });
      expect(sent).toEqual([]);
    },
  );

  it('cannot be read again by a person who may not list them', async () => {
    const { doors, sent } = await aScopedWorld();
    expect(await doors.reader.readAgain({ system: downloads, table: 'jobs', key: file })).toMatchObject({
      failure: {
        code: 'tenant-out-of-scope',
        message: expect.stringContaining('and you see no tenant.') as string,
      },
    });
    expect(sent).toEqual([]);
  });

  it('are unchanged for a person who sees all tenants', async () => {
    const { reader } = await aScopedWorld();
    const doors = scopedDoors(doorsOver(reader), { ...buildPerson(), tenants: '*' });
    const page = valueOf(await doors.reader.run('downloads.fileById', { fileId: 'accounts-2026-11-20' }));
    expect(page.items).toHaveLength(1);
  });

  it('stay closed to a system from a file that names the same table, by its name or by a stage', async () => {
    const { openReader } = await aReadingWorld(...Object.values(catalogue));
    const names = [
      ['data-download-jobs', 'Nothing was read.'],
      // The table's name is known only after the read, so the read is paid for and the message says so.
      ['data-download-{stage}', 'What was read is not shown.'],
    ] as const;
    for (const [name, consequence] of names) {
      const system: SystemDeclaration = {
        ...downloads,
        id: 'of-a-file',
        tables: { jobs: { ...downloads.tables.jobs, name } },
        patterns: { fileById },
      };
      const reader = openReader({ tableNames: () => ({ jobs: 'data-download-jobs' }) });
      const { reader: held } = scopedDoors(doorsOver(reader), buildPerson('northwind'));
      const asked = { system, pattern: 'fileById', params: [{ fileId: 'accounts-2026-11-20' }] };
      expect(valueOf(await reader.ask(asked)).items).toHaveLength(1);
      const answer = await held.ask(asked);
      expect(answer).toMatchObject({
        failure: {
          code: 'tenant-out-of-scope',
          message: expect.stringContaining(`alone. ${consequence} Ask`) as string,
        },
      });
      expect(answer.receipt?.items).toBe(name.includes('{') ? 0 : undefined);
      expect(JSON.stringify(answer)).not.toContain('accounts');
    }
  });
});
