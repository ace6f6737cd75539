import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { MessageDetail, MessageRow, Sample } from '#shared/contract/dead-letters.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import {
  aDeadLetterDesk,
  aSecret,
  documentLetters,
  webhookLetters,
  type DeadLetterDesk,
} from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };

async function open(desk: DeadLetterDesk, queue: string, messageId: string): Promise<MessageDetail> {
  return valueOf(await desk.call('dead-letters.message', { queue, messageId }));
}

function ofGroup({ groups, rows }: Sample, code: string): MessageRow {
  const group = groups.find((one) => one.code === code);
  const row = rows.find(({ fingerprint }) => fingerprint === group?.fingerprint);
  if (row === undefined) throw new Error(`There is no ${code}`);
  return row;
}

describe('an open message', patient, () => {
  it('shows why it could not be processed, and what became of its document', async () => {
    const desk = await aDeadLetterDesk();
    const row = ofGroup(await desk.sample(documentLetters), 'UnknownDocument');
    desk.asked();
    const detail = await open(desk, documentLetters, row.messageId);
    expect(desk.asked().toSorted()).toEqual(['GetItem', 'Query', 'Query']);
    expect(detail.row).toEqual(row);
    expect(detail.cause).toMatchObject({
      code: 'UnknownDocument',
      stage: 'ingest',
      attempts: 3,
      message: expect.stringContaining('expects no file') as string,
    });
    expect(detail.body).toMatchObject({ isJson: true, isCut: false });
    expect(detail.body.text).toContain('"Records": [');
    expect(detail.system.map(({ name }) => name)).toContain('ApproximateReceiveCount');
    const said = detail.lineage.map(({ what }) => what);
    expect(said).toEqual(
      expect.arrayContaining([
        'Sent to autowired-documents-sandbox',
        'First received',
        expect.stringMatching(/^Failed after 3 attempts: UnknownDocument: /),
        expect.stringMatching(/^Document became /),
        expect.stringMatching(/^Document ingested/),
      ]),
    );
    expect(detail.lineage.find(({ what }) => what.startsWith('Failed after'))?.fingerprint).toBe(
      row.fingerprint,
    );
    const times = detail.lineage.flatMap(({ at }) => at ?? []);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(detail.advice).toBeNull();
    expect(JSON.stringify(detail)).not.toContain('receiptHandle');
  });

  it('of a webhook shows how its delivery went', async () => {
    const desk = await aDeadLetterDesk();
    const row = ofGroup(await desk.sample(webhookLetters), 'WebhookRefused');
    const { lineage, cause } = await open(desk, webhookLetters, row.messageId);
    expect(cause).toMatchObject({ code: 'WebhookRefused', stage: 'webhook' });
    expect(lineage.map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Delivery of run \d refused with \d{3}, attempt \d/)]),
    );
  });

  it('opens even if its records cannot be read', async () => {
    const desk = await aDeadLetterDesk();
    const row = ofGroup(await desk.sample(documentLetters), 'UnknownDocument');
    await desk.fail([{ kind: 'throttle', service: 'dynamodb' }]);
    const { body, lineage } = await open(desk, documentLetters, row.messageId);
    expect(body.isJson).toBe(true);
    expect(lineage.filter(({ what }) => what.includes("Couldn't load the rest"))).toHaveLength(2);
  });

  it('that is not JSON is shown as text', async () => {
    const desk = await aDeadLetterDesk();
    const { rows, groups } = await desk.sample(webhookLetters);
    const group = groups.find(({ code }) => code === 'MalformedMessage');
    const all = await Promise.all(
      rows
        .filter(({ fingerprint }) => fingerprint === group?.fingerprint)
        .map(({ messageId }) => open(desk, webhookLetters, messageId)),
    );
    expect(all.map(({ body }) => body.text)).toEqual(expect.arrayContaining(['ping', '<webhook/>', ' ']));
  });

  it('shows what is safe, and only the length of the rest', async () => {
    const { desk, queue, messageId } = await aSecret();
    const { body, attributes } = await open(desk, queue, messageId);
    expect(body.masked.map(({ path, why }) => [path, why])).toEqual([
      ['.source.url', 'pre-signed URL'],
      ['.requestedBy', 'e-mail'],
    ]);
    expect(attributes.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'blob', type: 'Binary', value: { kind: 'masked', why: 'binary', characters: 4 } },
      { name: 'token', type: 'String', value: { kind: 'masked', why: 'secret', characters: 9 } },
      { name: 'traceId', type: 'String', value: { kind: 'text', text: '1-6730c1f8-4be2' } },
    ]);
    const told = JSON.stringify({ body, attributes });
    for (const secret of ['hush-hush', 'ada@example.com', 'abc123']) expect(told).not.toContain(secret);
  });

  it('that came back says how often, and what that means', async () => {
    const desk = await aDeadLetterDesk({
      async plant({ sqs }) {
        for (const redrives of ['1', '2', '3']) {
          await sqs.send(
            new SendMessageCommand({
              QueueUrl: documentLetters,
              MessageBody: `{"batchId":"back-${redrives}"}`,
              MessageAttributes: {
                'sluice.redriveOf': { DataType: 'String', StringValue: 'first-of-all' },
                'sluice.redrives': { DataType: 'Number', StringValue: redrives },
              },
            }),
          );
        }
      },
    });
    const { rows } = await desk.sample(documentLetters);
    const back = await Promise.all(
      [1, 2, 3].map(async (times) => {
        const row = rows.find(({ returns }) => returns === times);
        return open(desk, documentLetters, row?.messageId ?? '');
      }),
    );
    expect(back.map(({ advice }) => advice)).toEqual([
      null,
      'It has come back twice. A third return will require a reason.',
      'It has come back 3 times. Redriving it requires a reason.',
    ]);
    expect(back[2]?.lineage.map(({ what }) => what)).toContain(
      'Redriven here 3 times. First dead letter: first-of-all',
    );
    desk.redriven.set(back[0]?.row.messageId ?? '', 'uncertain');
    const uncertain = await open(desk, documentLetters, back[0]?.row.messageId ?? '');
    expect(uncertain.advice).toContain('may have sent it');
  });

  it('must be one that is held', async () => {
    const desk = await aDeadLetterDesk();
    const { rows } = await desk.sample(webhookLetters, 1);
    await desk.call('dead-letters.release', { queue: webhookLetters });
    desk.asked();
    expect(
      await desk.call('dead-letters.message', { queue: webhookLetters, messageId: rows[0]?.messageId ?? '' }),
    ).toMatchObject({ failure: { code: 'not-found' } });
    expect(desk.asked()).toEqual([]);
  });
});

describe('a masked value', patient, () => {
  it('is shown to an admin, one at a time', async () => {
    const { desk, queue, messageId } = await aSecret();
    const reveal = async (path: string) =>
      valueOf(await desk.call('dead-letters.reveal', { queue, messageId, path }));
    expect(await reveal('.requestedBy')).toEqual({ value: 'ada@example.com' });
    expect(await reveal('attribute:token')).toEqual({ value: 'hush-hush' });
    expect(await reveal('.attempt')).toEqual({ value: '3' });
  });

  it('that is a presigned address never leaves, nor does a body that contains one', async () => {
    const { desk, queue, messageId } = await aSecret();
    for (const path of ['.source.url', '']) {
      expect(await desk.call('dead-letters.reveal', { queue, messageId, path })).toMatchObject({
        failure: { code: 'invalid-input', message: expect.stringContaining('presigned') as string },
      });
    }
  });

  it('does not exist if nothing is there, and not for support', async () => {
    const { desk, queue, messageId } = await aSecret('support');
    expect(await desk.call('dead-letters.reveal', { queue, messageId, path: '.requestedBy' })).toMatchObject({
      failure: { code: 'role-required' },
    });
    const admin = await aSecret();
    for (const path of [
      '.nothing',
      'attribute:nothing',
      'attribute:constructor',
      '.__proto__',
      '.source[3]',
    ]) {
      expect(
        await admin.desk.call('dead-letters.reveal', { queue, messageId: admin.messageId, path }),
      ).toMatchObject({ failure: { code: 'not-found' } });
    }
  });
});
