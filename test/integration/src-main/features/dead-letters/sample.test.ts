import { describe, expect, it } from 'vitest';
import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDeadLetterDesk, anAdmin, documentLetters, slowly, webhookLetters } from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };

describe('a sample', patient, () => {
  it('contains everything that can be received, grouped by cause', async () => {
    const desk = await aDeadLetterDesk();
    const sample = await desk.sample(documentLetters);
    expect(sample).toMatchObject({ queue: documentLetters, isWhole: true });
    expect(sample.rows).toHaveLength(46);
    // Five calls receive up to ten messages each, and three receive none.
    expect(sample.calls).toBe(8);
    expect(sample.groups.map(({ code, messages }) => [code, messages])).toEqual([
      ['UnknownBatch', 12],
      ['UnknownDocument', 9],
      ['KeyOutsideConvention', 9],
      ['KeyOutsideConvention', 5],
      ['MalformedMessage', 4],
      ['UnknownBatch', 4],
      ['ThrottlingException', 2],
      [null, 1],
    ]);
    expect(sample.groups.reduce((sum, { messages }) => sum + messages, 0)).toBe(46);
    expect(sample.groups.at(-1)).toMatchObject({ from: 'body', code: null });
    const unknown = sample.rows.find(({ subject }) => subject.tenantId === 'northwind');
    expect(unknown).toMatchObject({
      subject: { fileName: expect.stringMatching(/^resent-2026-09-1\d\d\.pdf$/) as string },
      source: 'autowired-documents-sandbox',
      returns: 0,
      isPoison: false,
      sentBefore: null,
      groupId: null,
    });
    const [sent, expires] = [unknown?.sentAt ?? '', unknown?.expiresAt ?? ''].map((at) => Date.parse(at));
    expect((expires ?? 0) - (sent ?? 0)).toBe(14 * 86_400_000);
    const times = sample.rows.map(({ sentAt }) => Date.parse(sentAt ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(JSON.stringify(sample)).not.toMatch(/"Records"|eventSource"|receiptHandle/);
  });

  it('ends with the receive during which the lock has closed; what had come is held', async () => {
    let onReceive = (): void => undefined;
    const desk = await aDeadLetterDesk({
      through: (dispatch) => (request, signal) => {
        if (request.headers['x-amz-target']?.endsWith('ReceiveMessage')) onReceive();
        return dispatch(request, signal);
      },
    });
    const unlockable = (readOnly: boolean) => ({
      connection: aConnectionSummary({ readOnly, unlockable: true }),
    });
    desk.be(unlockable(false));
    desk.asked();
    onReceive = () => desk.be(unlockable(true));
    expect(
      await desk.call('dead-letters.sample', { queue: documentLetters, most: 40, holdSeconds: 60 }),
    ).toMatchObject({
      failure: {
        code: 'read-only',
        message: expect.stringMatching(/Nothing more was received\. \d+ already received and held/),
      },
    });
    expect(desk.asked().filter((name) => name === 'ReceiveMessage')).toHaveLength(1);
    expect(desk.held.of('local', documentLetters).length).toBeGreaterThan(0);
  });

  it('counts as a receive, hides messages for the time it says, and costs what it says', async () => {
    const desk = await aDeadLetterDesk();
    const before = desk.world.clock.now();
    desk.asked();
    const sample = await desk.sample(webhookLetters, 25, 60);
    expect(sample.rows).toHaveLength(25);
    expect(sample.isWhole).toBe(false);
    expect(Date.parse(sample.until)).toBe(before + 60_000);
    expect(desk.asked().filter((name) => name === 'ReceiveMessage')).toHaveLength(sample.calls);
    expect(sample.calls).toBe(3);
    expect((await desk.counts(webhookLetters)).inFlight).toBe(25);
    expect(sample.rows.every(({ receives }) => receives > 5)).toBe(true);
    expect(desk.receipts.at(-1)).toMatchObject({ pattern: 'SQS: ReceiveMessage' });
    await desk.world.sandbox.advance(61_000);
    expect((await desk.counts(webhookLetters)).inFlight).toBe(0);
  });

  it('of more is added to what is held', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 10);
    const more = await desk.sample(webhookLetters, 10);
    expect(more.rows).toHaveLength(20);
    expect(more.calls).toBe(2);
    const { sample } = valueOf(await desk.call('dead-letters.held', { queue: webhookLetters }));
    expect(sample).toEqual(more);
  });

  it('is shown again without receiving, and its causes are read once', async () => {
    const desk = await aDeadLetterDesk();
    const sample = await desk.sample(documentLetters);
    desk.asked();
    const held = valueOf(await desk.call('dead-letters.held', { queue: documentLetters }));
    expect(held).toEqual({ sample });
    expect(desk.asked()).toEqual([]);
    expect(valueOf(await desk.call('dead-letters.held', { queue: webhookLetters }))).toEqual({
      sample: null,
    });
  });

  it('shows its groups while it is running', async () => {
    const desk = await aDeadLetterDesk({ through: slowly });
    const sampling = desk.sample(webhookLetters, 1_000);
    const seen: number[] = [];
    const over = new AbortController();
    void sampling.finally(() => over.abort());
    while (!over.signal.aborted) {
      const { sample } = valueOf(await desk.call('dead-letters.held', { queue: webhookLetters }));
      if (sample !== null) {
        seen.push(sample.rows.length);
        expect(sample.rows.length === sample.groups.reduce((sum, { messages }) => sum + messages, 0)).toBe(
          true,
        );
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { rows } = await sampling;
    expect(rows.length).toBeGreaterThan(200);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.some((some) => some > 0 && some < rows.length)).toBe(true);
  });

  it('whose causes cannot be read is grouped by its bodies until they can', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'throttle', service: 'dynamodb' }]);
    const sample = await desk.sample(documentLetters);
    expect(sample.rows).toHaveLength(46);
    expect(sample.groups.every(({ from }) => from === 'body')).toBe(true);
    await desk.fail([]);
    const { sample: later } = valueOf(await desk.call('dead-letters.held', { queue: documentLetters }));
    expect(later?.groups[0]).toMatchObject({ from: 'cause', code: 'UnknownBatch' });
  });

  it('that ends early keeps what it has, and says so', async () => {
    const desk = await aDeadLetterDesk();
    await desk.sample(webhookLetters, 20);
    await desk.fail([{ kind: 'throttle', service: 'sqs', operation: 'ReceiveMessage' }]);
    const answer = await desk.call('dead-letters.sample', {
      queue: webhookLetters,
      most: 50,
      holdSeconds: 60,
    });
    expect(answer).toMatchObject({ failure: { code: 'throttled' } });
    const { sample } = valueOf(await desk.call('dead-letters.held', { queue: webhookLetters }));
    expect(sample?.rows).toHaveLength(20);
  });

  it('of a queue whose state cannot be read receives nothing', async () => {
    const desk = await aDeadLetterDesk();
    await desk.fail([{ kind: 'throttle', service: 'sqs', operation: 'GetQueueAttributes' }]);
    desk.asked();
    expect(
      await desk.call('dead-letters.sample', { queue: webhookLetters, most: 5, holdSeconds: 60 }),
    ).toMatchObject({ failure: { code: 'throttled' } });
    expect(desk.asked()).not.toContain('ReceiveMessage');
  });

  it('shows which have come back, and which a redrive has sent', async () => {
    const attribute = (type: string, value: string) => ({ DataType: type, StringValue: value });
    const desk = await aDeadLetterDesk({
      async plant({ sqs }) {
        await sqs.send(
          new SendMessageCommand({
            QueueUrl: documentLetters,
            MessageBody: '{"batchId":"batch-1"}',
            MessageAttributes: {
              'sluice.redriveOf': attribute('String', 'first-of-all'),
              'sluice.redrives': attribute('Number', '3'),
            },
          }),
        );
      },
    });
    const { rows } = await desk.sample(documentLetters);
    const back = rows.find(({ returns }) => returns > 0);
    expect(back).toMatchObject({ returns: 3, isPoison: true, subject: { batchId: 'batch-1' }, source: null });
    desk.redriven.set(back?.messageId ?? '', 'uncertain');
    const { sample } = valueOf(await desk.call('dead-letters.held', { queue: documentLetters }));
    expect(sample?.rows.find(({ returns }) => returns > 0)?.sentBefore).toBe('uncertain');
  });
});

describe('a large sample', patient, () => {
  it('holds ten thousand, and groups them', async () => {
    const many = 10_000;
    const desk = await aDeadLetterDesk({
      async plant({ sqs }) {
        for (let from = 0; from < many; from += 10) {
          await sqs.send(
            new SendMessageBatchCommand({
              QueueUrl: documentLetters,
              Entries: Array.from({ length: 10 }, (_, at) => ({
                Id: String(at),
                MessageBody: JSON.stringify({ batchId: `batch-${from}`, documentId: `doc-${from + at}` }),
              })),
            }),
          );
        }
      },
    });
    const { rows, groups } = await desk.sample(documentLetters, many, 3_600);
    expect(rows).toHaveLength(many);
    expect(groups[0]?.messages).toBeGreaterThan(9_900);
    expect(valueOf(await desk.call('dead-letters.release', { queue: documentLetters })).released).toBe(many);
  });
});

describe('access to a sample', patient, () => {
  it('covers the messages of all tenants, in memory as in the queue', async () => {
    const desk = await aDeadLetterDesk();
    const { rows } = await desk.sample(webhookLetters, 5);
    desk.asked();
    const [queue, messageId] = [webhookLetters, rows[0]?.messageId ?? ''];
    desk.be({ who: anAdmin(['northwind'], 'admin') });
    const refusals = await Promise.all([
      desk.call('dead-letters.queues', {}),
      desk.call('dead-letters.sample', { queue, most: 5, holdSeconds: 60 }),
      desk.call('dead-letters.held', { queue }),
      desk.call('dead-letters.message', { queue, messageId }),
      desk.call('dead-letters.reveal', { queue, messageId, path: '' }),
      desk.call('dead-letters.export', { queue, messageIds: [messageId], format: 'json', isWhole: false }),
      desk.call('dead-letters.move', { queue, perSecond: null, reason: 'why not' }),
    ]);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        ok: false,
        failure: { message: expect.stringContaining('messages of all tenants') as string },
      });
    }
    expect(desk.asked()).toEqual([]);
  });

  it('is limited to a queue of this connection', async () => {
    const desk = await aDeadLetterDesk();
    expect(await desk.call('dead-letters.held', { queue: 'foreign-queue' })).toMatchObject({
      failure: { code: 'not-found', what: 'foreign-queue' },
    });
  });
});
