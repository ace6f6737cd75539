import { describe, expect, it } from 'vitest';
import { messageFacts } from '#main/features/dead-letters/message-facts.ts';
import { computeFingerprint } from '#shared/domain/fingerprint.ts';
import { refused } from '#shared/contract/result.ts';
import { aReader, aStoredItem } from '#test/builders/a-reader.ts';
import { aMessage } from './a-fake-queue.ts';

const paid = <T>(result: T): T => result;

function aFailureItem(messageId: string, message: string) {
  const attributes = {
    PK: { S: `MESSAGE#${messageId}` },
    SK: { S: 'FAILURE' },
    stage: { S: 'webhook' },
    code: { S: 'WebhookRefused' },
    message: { S: message },
    attempts: { N: '5' },
    tenantId: { S: 'kestrel' },
    updatedAt: { S: '2026-01-05T08:00:00.000Z' },
  };
  const { PK, SK } = attributes;
  return aStoredItem({ key: { PK, SK }, entity: 'MessageFailure', attributes });
}

describe('the reason a message failed', () => {
  it('is read once while it is held, and again when it is received again', async () => {
    const { reader, asked } = aReader([[aFailureItem('a', 'It answered 503')]]);
    const facts = messageFacts();
    const [first, again] = [aMessage('a'), aMessage('a')];
    await Promise.all([facts.explain(reader, [first], paid), facts.explain(reader, [first], paid)]);
    expect(asked).toHaveLength(1);
    expect(facts.of(first)).toMatchObject({
      cause: { code: 'WebhookRefused', attempts: 5 },
      subject: { tenantId: 'kestrel', batchId: 'batch-1' },
      print: { from: 'cause', code: 'WebhookRefused' },
    });
    expect(facts.of(again).print.from).toBe('body');
    await facts.explain(reader, [again], paid);
    expect(asked).toHaveLength(2);
  });

  it('is read again if it could not be read', async () => {
    const facts = messageFacts();
    const message = aMessage('a');
    const { failure } = refused({ code: 'throttled', message: 'Slower.', attempts: 4 });
    await facts.explain(aReader([], failure).reader, [message], paid);
    expect(facts.of(message).print.from).toBe('body');
    await facts.explain(aReader([[aFailureItem('a', 'It answered 503')]]).reader, [message], paid);
    expect(facts.of(message).print.from).toBe('cause');
  });

  it('shows no query of an address, and groups by the original', async () => {
    const facts = messageFacts();
    const message = aMessage('a');
    const written = 'https://hooks.example/in?key=k-1234567 answered 503';
    await facts.explain(aReader([[aFailureItem('a', written)]]).reader, [message], paid);
    const { cause, print } = facts.of(message);
    expect(cause?.message).toBe('https://hooks.example/in?… answered 503');
    expect(print.pattern).not.toMatch(/k-1234567/);
    expect(print.id).toBe(
      computeFingerprint({ stage: 'webhook', code: 'WebhookRefused', message: written }).id,
    );
  });

  it('shows no header and no name and password of an address', async () => {
    const facts = messageFacts();
    const message = aMessage('a');
    const written = 'POST https://u:pw@hooks.cust/in?key=SUPERSECRET with Bearer abcdefghijklmnopqrstuvwxyz';
    await facts.explain(aReader([[aFailureItem('a', written)]]).reader, [message], paid);
    const { cause, print } = facts.of(message);
    expect(`${cause?.message} ${print.pattern}`).not.toMatch(/SUPERSECRET|pw|abcdefgh/);
    expect(cause?.message).toMatch(/^POST https:\/\//);
  });
});
