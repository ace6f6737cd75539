import { describe, expect, it } from 'vitest';
import { GetQueueUrlCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { ok } from '#shared/contract/result.ts';
import { lookupHandlers } from '#main/features/lookup/lookup-handlers.ts';
import { openPinnedTenants } from '#main/reads/pinned-tenants.ts';
import { openAttention } from '#main/reads/attention.ts';
import { seenDocuments } from '#main/reads/seen-documents.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';
import { aDesk, type Desk } from './a-desk.ts';

const northwind = { tenantId: 'northwind' };

async function look(
  desk: Desk,
  kind: 'batch' | 'document' | 'message' | 'file' | 'download batch' | 'e-mail' | 'tenant',
  id: string,
) {
  return valueOf(await desk.call('lookup.find', { asks: [{ kind, id }] })).lookup;
}

async function findBatch(desk: Desk, tenantId: string) {
  const page = valueOf(await desk.call('batches.byStatus', { tenantId, status: 'FAILED' }));
  const [batch] = page.rows;
  if (batch === undefined) throw new Error(`${tenantId} has no failed batch.`);
  return batch;
}

async function someDeadLetters({ world }: Desk): Promise<readonly string[]> {
  const { sqs } = world;
  const QueueName = namesByConvention('sandbox').extraction.webhookDeadLetterQueue;
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  return Messages.map(({ MessageId = '' }) => MessageId);
}

describe('an id is found by the one index that knows it', { timeout: 60_000 }, () => {
  it('finds a tenant, a person by e-mail, a file and a batch of downloads', async () => {
    const desk = await aDesk();
    expect(await look(desk, 'tenant', 'northwind')).toMatchObject({
      found: 'tenant',
      tenant: { tenantId: 'northwind', name: 'Northwind Logistics', pinned: false },
    });
    expect(await look(desk, 'tenant', 'absent')).toEqual({ found: 'nothing' });
    desk.sent();
    const email = 'çağla+everything@quill.example';
    const person = await look(desk, 'e-mail', email);
    expect(person).toMatchObject({ found: 'user', userId: 'user-cagla-quill', tenantIds: ['quill'] });
    expect(JSON.stringify(person)).not.toContain(email);
    expect(desk.sent()).toEqual(['Query GSI1']);

    const days = valueOf(
      await desk.doors().reader.run('downloads.batchesOfDate', { date: '2026-01-04' }),
    ).items;
    const download = days[0]?.attributes['BatchID'];
    const downloadId = download !== undefined && 'S' in download ? download.S : '';
    desk.sent();
    expect(await look(desk, 'download batch', downloadId)).toMatchObject({
      found: 'download batch',
      batchId: downloadId,
      date: '2026-01-04',
    });
    const files = valueOf(
      await desk.doors().reader.run('downloads.filesOfBatch', { batchId: downloadId }),
    ).items;
    const file = files[0]?.attributes['FileID'];
    const found = await look(desk, 'file', file !== undefined && 'S' in file ? file.S : '');
    expect(found).toMatchObject({ found: 'file', batchId: downloadId });
    expect(await look(desk, 'file', 'nothing-2026-01-04')).toMatchObject({ found: 'nothing' });
  });

  it('finds a dead letter by the id of its message', async () => {
    const desk = await aDesk();
    const messages = await someDeadLetters(desk);
    expect(messages.length).toBeGreaterThan(0);
    const found = [];
    for (const id of messages) found.push(await look(desk, 'message', id));
    for (const one of found) {
      expect(one).toMatchObject({ found: 'message', code: expect.any(String) as string, attempts: 5 });
    }
    desk.sent();
    expect(await look(desk, 'message', '6f0d5b0c-41f7-4a3e-9a39-0c1f6d0c7b12')).toEqual({ found: 'nothing' });
    expect(desk.sent()).toEqual(['BatchGetItem']);
    const [message = ''] = messages;
    desk.be({ who: buildPerson('kestrel') });
    expect(await look(desk, 'message', message)).toMatchObject({ found: 'nothing' });
  });

  it('finds a document with its key by one read; without it by none if it was seen before, and else no index has it', async () => {
    const desk = await aDesk();
    const { batchId } = await findBatch(desk, 'northwind');
    const status = 'FAILED' as const;
    const within = { ...northwind, batchId };
    const [unseen] = valueOf(
      await desk.doors().reader.run('extraction.documentsByStatus', { ...within, status }),
    ).items;
    const key = unseen?.key['SK'];
    const documentId = key !== undefined && 'S' in key ? key.S.replace('DOCUMENT#', '') : '';
    desk.sent();
    expect(await look(desk, 'document', documentId)).toEqual({
      found: 'no-index',
      system: 'extraction',
      entity: 'Document',
      by: ['documentId'],
      question: 'Which documents have a given document id?',
      needs: 'TENANT#{tenantId}#DOCUMENT#{documentId}, {updatedAt}',
      nearest: 'AP9 What was read from this document?',
    });
    expect(desk.sent()).toEqual([]);

    const whole = await desk.call('lookup.find', { asks: [{ kind: 'document', id: documentId, within }] });
    expect(valueOf(whole).lookup).toEqual({ found: 'document', ...within, projectId: null, documentId });
    expect(desk.sent()).toEqual(['GetItem']);
    const absent = await desk.call('lookup.find', {
      asks: [{ kind: 'document', id: 'doc-unknown', within }],
    });
    expect(valueOf(absent).lookup).toEqual({ found: 'nothing' });
    desk.sent();

    const [, listed] = valueOf(await desk.call('documents.ofBatch', within)).rows;
    desk.sent();
    const again = await desk.call('lookup.find', {
      asks: [{ kind: 'document', id: listed?.documentId ?? '' }],
    });
    expect(valueOf(again).lookup).toMatchObject({ found: 'document', ...within });
    expect(again).not.toHaveProperty('receipt');
    expect(desk.sent()).toEqual([]);

    // A person has no identity until the pipeline API has confirmed it.
    const signIn = { aws: { state: 'not-yet' }, pipeline: { state: 'in-progress' } } as const;
    desk.be({ who: null, signIn });
    expect(await look(desk, 'document', listed?.documentId ?? '')).toMatchObject({ found: 'no-index' });
    desk.be({ who: buildPerson('kestrel'), signIn: null });
    expect(await look(desk, 'document', listed?.documentId ?? '')).toMatchObject({ found: 'no-index' });
    desk.be({ who: buildPerson('northwind'), sandboxResets: 1 });
    expect(await look(desk, 'document', listed?.documentId ?? '')).toMatchObject({ found: 'no-index' });
  });

  it('finds an execution by the batch that its ARN names', async () => {
    const desk = await aDesk();
    const { batchId, execution } = await findBatch(desk, 'northwind');
    const find = (named: { batchId: string; run: number } | null) =>
      lookupHandlers({
        doors: () => ({
          ...desk.doors(),
          executions: { ...desk.doors().executions, runOf: () => Promise.resolve(ok(named)) },
        }),
        session: aSession,
        kept: openPinnedTenants({ home: desk.home, log: { warn() {} }, now: () => 0 }),
        seen: seenDocuments(aSession),
        attention: openAttention(() => 0),
        home: desk.home,
        hasConnection: () => true,
        log: { warn() {} },
        now: () => 0,
      })['lookup.find'](
        { asks: [{ kind: 'execution', id: 'arn:x' }] },
        { reference: '', role: null, host: 'browser' },
      );
    desk.sent();
    const found = valueOf(await find({ batchId, run: 2 }));
    expect(found.lookup).toMatchObject({ found: 'execution', run: 2, batch: { batchId } });
    expect(desk.sent()).toEqual(['Query GSI3']);
    expect(valueOf(await find(null)).lookup).toEqual({ found: 'nothing' });
    expect(desk.sent()).toEqual([]);
    expect(valueOf(await find({ batchId: 'batch-gone', run: 1 })).lookup).toMatchObject({ found: 'nothing' });

    const arn = execution ?? '';
    const real = valueOf(await desk.call('lookup.find', { asks: [{ kind: 'execution', id: arn }] })).lookup;
    expect(real).toMatchObject({ found: 'execution', batch: { batchId } });
    const another = arn.replace(/:execution:[^:]+/, ':execution:another');
    expect(
      valueOf(await desk.call('lookup.find', { asks: [{ kind: 'execution', id: another }] })).lookup,
    ).toMatchObject({
      found: 'nothing',
    });
    desk.be({ who: buildPerson('kestrel') });
    expect(
      valueOf(await desk.call('lookup.find', { asks: [{ kind: 'execution', id: arn }] })).lookup,
    ).toMatchObject({
      found: 'nothing',
    });
  });
});
