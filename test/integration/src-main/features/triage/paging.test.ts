import { expect, it } from 'vitest';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { Result } from '#shared/contract/result.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDesk } from './a-desk.ts';

const tenantId = 'quill';
const pageSize = 1_000;

type Page = Result<{ rows: DocumentRow[]; cursor: string | null }>;

async function everyRow(page: (cursor: string | undefined) => Promise<Page>) {
  const rows: DocumentRow[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
    const read = valueOf(await page(cursor));
    rows.push(...read.rows);
    cursor = read.cursor;
  }
  return { rows, pages };
}

it('a batch of 10,000 documents is read to its end, each document once', { timeout: 120_000 }, async () => {
  const { call } = await aDesk();
  const batches = valueOf(await call('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 100 }));
  const batch = batches.rows.find(({ documentCount }) => documentCount === 10_000);
  const key = { tenantId, batchId: batch?.batchId ?? '' };

  const all = await everyRow((cursor) => call('documents.ofBatch', { ...key, pageSize, cursor }));
  expect(new Set(all.rows.map(({ documentId }) => documentId)).size).toBe(10_000);
  expect(all.rows).toHaveLength(10_000);

  for (const status of ['FAILED', 'REVIEW_REQUIRED', 'PROCESSING'] as const) {
    const found = await everyRow((cursor) =>
      call('documents.byStatus', { ...key, status, pageSize, cursor }),
    );
    const ids = found.rows.map(({ documentId }) => documentId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(
      all.rows.flatMap((row) => (row.status === status ? [row.documentId] : [])).toSorted(),
    );
    expect(ids).toHaveLength(batch?.counts[status] ?? 0);
  }
});

it('a cursor belongs to its question alone', { timeout: 60_000 }, async () => {
  const { call, sent } = await aDesk();
  const status = 'FAILED' as const;
  const { cursor } = valueOf(await call('batches.byStatus', { tenantId, status, pageSize: 1 }));
  expect(cursor).not.toBeNull();
  sent();
  for (const other of ['northwind', 'quill'] as const) {
    const asked = { tenantId: other, status: 'REVIEW_REQUIRED' as const, cursor: cursor ?? '' };
    expect(await call('batches.byStatus', asked)).toMatchObject({ failure: { code: 'cursor-refused' } });
  }
  expect(sent()).toEqual([]);
});

it('hand-imported items are listed and opened, and show what they lack', { timeout: 60_000 }, async () => {
  const { call } = await aDesk();
  const failed = valueOf(await call('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 100 }));
  const odd = failed.rows.find(({ submittedBy }) => submittedBy === 'import-of-1998.pl');
  const key = { tenantId, batchId: odd?.batchId ?? '' };
  const { rows } = valueOf(await call('documents.ofBatch', key));
  const keysOnly = rows.find(({ documentId }) => documentId.endsWith('KEYS-ONLY'));
  expect(keysOnly).toMatchObject({ status: null, fileName: null, run: null });
  expect(keysOnly?.problems).toContain('status: expected text, found none');
  for (const { documentId } of rows) {
    expect((await call('documents.read', { ...key, documentId })).ok).toBe(true);
    expect((await call('documents.passport', { tenantId, documentId })).ok).toBe(true);
  }
  const review = valueOf(await call('batches.byStatus', { tenantId, status: 'REVIEW_REQUIRED' }));
  const bare = review.rows.find(({ status }) => status === null);
  expect(new Set(Object.values(bare?.counts ?? {}))).toEqual(new Set([null]));
  expect(bare?.problems).toContain('counts: expected a map, found none');
  const users = valueOf(await call('users.ofTenant', { tenantId }));
  // The pipeline does not have to write a role, so a missing one is not a problem.
  const incomplete = users.rows.filter(({ role }) => role === null);
  expect(incomplete.map(({ problems }) => problems)).toEqual([[]]);
});

it('a document whose values are in S3 says so', { timeout: 60_000 }, async () => {
  const { call } = await aDesk();
  const found = await listEveryBatch(call);
  const ledger = found.find(({ execution, documentCount }) => documentCount === 1 && execution === null);
  const key = { tenantId, batchId: ledger?.batchId ?? '' };
  const [row] = valueOf(await call('documents.ofBatch', key)).rows;
  const asked = { ...key, documentId: row?.documentId ?? '' };
  expect(valueOf(await call('documents.read', asked))).toMatchObject({ resultsInS3: true, fields: [] });
  expect(await call('documents.reveal', { ...asked, field: 'total' })).toMatchObject({
    failure: { code: 'not-found', message: expect.stringContaining('lie in S3') as string },
  });
});

async function listEveryBatch(call: Awaited<ReturnType<typeof aDesk>>['call']) {
  const { rows: projects } = valueOf(await call('projects.ofTenant', { tenantId }));
  const lists = projects.map(async ({ projectId }) =>
    valueOf(await call('batches.ofProject', { tenantId, projectId, pageSize: 1_000 })),
  );
  return (await Promise.all(lists)).flatMap(({ rows }) => rows);
}
