import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDeadLetterDesk, aSecret, webhookLetters } from './a-dead-letter-desk.ts';

const patient = { timeout: 120_000 };

describe('an export', patient, () => {
  it('contains masked messages, and no cell of it is a formula', async () => {
    const { desk, queue, messageId } = await aSecret('support');
    const { fileName, mediaType, text } = valueOf(
      await desk.call('dead-letters.export', {
        queue,
        messageIds: [messageId],
        format: 'json',
        isWhole: false,
      }),
    );
    expect(fileName).toMatch(/^dead-letters-autowired-documents-dlq-sandbox-\d{8}T\d{6}Z\.json$/);
    expect(mediaType).toBe('application/json');
    const [written] = JSON.parse(text) as [Record<string, unknown>];
    expect(written).toMatchObject({ messageId, batchId: 'batch-of-secrets', code: null });
    for (const secret of ['hush-hush', 'ada@example.com', 'abc123']) expect(text).not.toContain(secret);
    const csv = valueOf(
      await desk.call('dead-letters.export', {
        queue,
        messageIds: [messageId],
        format: 'csv',
        isWhole: false,
      }),
    );
    expect(csv.text.split('\r\n')[0]).toBe(
      '\uFEFFmessageId,group,code,cause,tenantId,batchId,documentId,fileName,source,sentAt,firstReceivedAt,expiresAt,receives,returns,groupId,bytes,attributes,system,body',
    );
    expect(csv.text).not.toMatch(/(?:^|[,\n])"?[=+@]/);
  });

  it('of whole messages requires an admin', async () => {
    const { desk, queue, messageId } = await aSecret();
    const input = { queue, messageIds: [messageId], format: 'json' as const, isWhole: true };
    const { fileName, text } = valueOf(await desk.call('dead-letters.export', input));
    expect(fileName).toContain('-whole-');
    const [written] = JSON.parse(text) as [{ body: string; attributes: object }];
    expect(JSON.parse(written.body)).toMatchObject({ requestedBy: 'ada@example.com' });
    // A pre-signed URL is never shown, not even in a whole export.
    expect(text).not.toContain('abc123');
    expect(written.body).toContain('‹masked: pre-signed URL');
    expect(written.attributes).toMatchObject({ token: { value: 'hush-hush' }, blob: { value: 'AQID' } });
    const support = await aSecret('support');
    expect(
      await support.desk.call('dead-letters.export', { ...input, messageIds: [support.messageId] }),
    ).toMatchObject({ failure: { code: 'role-required', allowed: ['admin'] } });
  });

  it('is complete or is not made', async () => {
    const { desk, queue, messageId } = await aSecret();
    expect(
      await desk.call('dead-letters.export', {
        queue,
        messageIds: [messageId, 'another'],
        format: 'csv',
        isWhole: false,
      }),
    ).toMatchObject({
      failure: {
        code: 'not-found',
        message: expect.stringContaining('1 of 2 messages is no longer') as string,
      },
    });
  });

  it('of all messages is quick, and in the requested order', async () => {
    const desk = await aDeadLetterDesk();
    const { rows } = await desk.sample(webhookLetters);
    const messageIds = rows.map(({ messageId }) => messageId).toReversed();
    const { text } = valueOf(
      await desk.call('dead-letters.export', {
        queue: webhookLetters,
        messageIds,
        format: 'json',
        isWhole: true,
      }),
    );
    const written = JSON.parse(text) as { messageId: string }[];
    expect(written.map(({ messageId }) => messageId)).toEqual(messageIds);
  });
});
