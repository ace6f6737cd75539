import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { MessageLinks, MessageRow, Sample } from '#shared/contract/dead-letters.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import {
  aDeadLetterDesk,
  documentLetters,
  webhookLetters,
  type DeadLetterDesk,
} from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };

function ofGroup({ groups, rows }: Sample, code: string | null): readonly MessageRow[] {
  const group = groups.find((one) => one.code === code);
  return rows.filter(({ fingerprint }) => fingerprint === group?.fingerprint);
}

async function openRow(desk: DeadLetterDesk, queue: string, row: MessageRow | undefined) {
  return valueOf(await desk.call('dead-letters.message', { queue, messageId: row?.messageId ?? '' }));
}

async function findLinks(desk: DeadLetterDesk, queue: string, code: string): Promise<MessageLinks> {
  const [row] = ofGroup(await desk.sample(queue), code);
  return (await openRow(desk, queue, row)).links;
}

describe('the link of a message', patient, () => {
  it('leads to its document, and the execution that worked on it', async () => {
    const desk = await aDeadLetterDesk();
    expect(await findLinks(desk, documentLetters, 'UnknownDocument')).toEqual({
      document: {
        is: 'there',
        status: expect.stringMatching(/^[A-Z_]+$/) as string,
        version: expect.any(Number) as number,
      },
      execution: { run: 1, outcome: 'SUCCEEDED', by: 'document' },
    });
  });

  it('leads nowhere if its batch has no such document, which is an answer and not a failure', async () => {
    const desk = await aDeadLetterDesk();
    expect(await findLinks(desk, documentLetters, 'UnknownBatch')).toEqual({
      document: { is: 'missing' },
      execution: null,
    });
  });

  it('names no execution for a document that none has worked on', async () => {
    const desk = await aDeadLetterDesk();
    expect(await findLinks(desk, documentLetters, 'ThrottlingException')).toMatchObject({
      document: { is: 'there', status: 'QUEUED' },
      execution: null,
    });
  });

  it('of a webhook leads to the execution of the run that it reports', async () => {
    const desk = await aDeadLetterDesk();
    const [row] = ofGroup(await desk.sample(webhookLetters), 'WebhookRefused');
    const { links, body } = await openRow(desk, webhookLetters, row);
    const { run } = JSON.parse(body.text) as { run: number };
    expect(links).toEqual({ document: null, execution: { run, outcome: 'SUCCEEDED', by: 'delivery' } });
  });

  it('of a webhook without a recorded delivery leads to the newest run, and says so', async () => {
    const desk = await aDeadLetterDesk();
    const { rows, groups } = await desk.sample(webhookLetters);
    const unexplained = new Set(
      groups.flatMap(({ from, fingerprint }) => (from === 'body' ? fingerprint : [])),
    );
    const row = rows.find((one) => unexplained.has(one.fingerprint) && one.subject.batchId !== null);
    const { links } = await openRow(desk, webhookLetters, row);
    expect(links.execution).toMatchObject({ by: 'batch', outcome: expect.any(String) as string });
  });

  it('leads nowhere if the message names nothing, or the batch of another tenant', async () => {
    const desk = await aDeadLetterDesk({
      async plant({ sqs }) {
        await sqs.send(new SendMessageCommand({ QueueUrl: documentLetters, MessageBody: 'nothing' }));
      },
    });
    const { rows } = await desk.sample(webhookLetters);
    const batchId = rows.find(({ subject }) => subject.tenantId === 'quill')?.subject.batchId ?? '';
    await desk.world.sqs.send(
      new SendMessageCommand({
        QueueUrl: documentLetters,
        MessageBody: JSON.stringify({ tenantId: 'kestrel', batchId }),
      }),
    );
    const sample = await desk.sample(documentLetters);
    const said = sample.rows.find(({ subject }) => subject.batchId === batchId);
    expect((await openRow(desk, documentLetters, said)).links).toEqual({ document: null, execution: null });
    const nothing = sample.rows.find(({ bytes }) => bytes === 'nothing'.length);
    expect((await openRow(desk, documentLetters, nothing)).links).toEqual({
      document: null,
      execution: null,
    });
  });

  it('says so if its target could not be read', async () => {
    const desk = await aDeadLetterDesk();
    const [row] = ofGroup(await desk.sample(documentLetters), 'UnknownDocument');
    await desk.fail([{ kind: 'throttle', service: 'dynamodb' }]);
    expect((await openRow(desk, documentLetters, row)).links).toMatchObject({
      document: { is: 'unread', why: expect.stringContaining('slower') as string },
      execution: null,
    });
  });
});
