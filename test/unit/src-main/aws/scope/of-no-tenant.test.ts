import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { examplesOf } from '#shared/catalogue/questions/read-params.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { scopedDoors } from '#main/aws/scoped-doors.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aPersonOf, doorsOver } from './a-person.ts';

const { downloads } = catalogue;
const { fileById } = downloads.patterns;
const file = { FileID: { S: 'accounts-2026-11-20' } };

async function aScopedWorld(...tenants: readonly string[]) {
  const world = await aReadingWorld(...Object.values(catalogue));
  return { ...world, doors: scopedDoors(doorsOver(world.reader), aPersonOf(...tenants)) };
}

describe('the downloads', () => {
  it.each(Object.keys(downloads.patterns))(
    'answer nothing of %s to somebody of one tenant',
    async (pattern) => {
      const { doors, sent } = await aScopedWorld('northwind', 'quill');
      const params = examplesOf(downloads, locate(downloads, pattern)).slice(0, 1);
      expect(params).toHaveLength(1);
      expect(await doors.reader.ask({ system: downloads, pattern, params })).toMatchObject({
        failure: {
          code: 'tenant-out-of-scope',
          message:
            'A download says nowhere whose it is, and you see northwind, quill alone. Nothing was read. Ask somebody who sees all tenants.',
          tenantId: '*',
        },
      });
      expect(sent).toEqual([]);
    },
  );

  it('are read again by nobody who may not list them', async () => {
    const { doors, sent } = await aScopedWorld();
    expect(await doors.reader.readAgain({ system: downloads, table: 'jobs', key: file })).toMatchObject({
      failure: {
        code: 'tenant-out-of-scope',
        message: expect.stringContaining('and you see no tenant.') as string,
      },
    });
    expect(sent).toEqual([]);
  });

  it('are as they are for whoever sees all tenants', async () => {
    const { reader } = await aScopedWorld();
    const doors = scopedDoors(doorsOver(reader), { ...aPersonOf(), tenants: '*' });
    const page = valueOf(await doors.reader.run('downloads.fileById', { fileId: 'accounts-2026-11-20' }));
    expect(page.items).toHaveLength(1);
  });

  it('stay closed to a system of a file that speaks of the same table, by its name or by a stage that makes it', async () => {
    const { openReader } = await aReadingWorld(...Object.values(catalogue));
    const names = [
      ['data-download-jobs', 'Nothing was read.'],
      // What it is called is known when it was read, and that is said and paid for.
      ['data-download-{stage}', 'Nothing of what was read is shown.'],
    ] as const;
    for (const [name, consequence] of names) {
      const system: SystemDeclaration = {
        ...downloads,
        id: 'of-a-file',
        tables: { jobs: { ...downloads.tables.jobs, name } },
        patterns: { fileById },
      };
      const reader = openReader({ tableNames: () => ({ jobs: 'data-download-jobs' }) });
      const { reader: held } = scopedDoors(doorsOver(reader), aPersonOf('northwind'));
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
