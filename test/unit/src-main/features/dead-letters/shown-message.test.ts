import { describe, expect, test } from 'vitest';
import { shownAttribute, shownSystem, wholeMessage } from '#main/features/dead-letters/shown-message.ts';
import { isPresigned } from '#main/rows/shown-text.ts';
import { isSigned } from '#shared/domain/dead-letters/why-masked.ts';
import { aMessage } from './a-fake-queue.ts';

const signed = 'https://b.s3/x?a=1&X-Amz-Signature=deadbeef';

describe('a shown attribute', () => {
  test.each([
    { orderId: 'A-17', pages: 3, inputTokens: 1234 },
    { trace: { id: '1-6730c1f8-4be2', file: 'invoice 1.pdf' } },
  ])('that is JSON is shown if nothing in it is masked: %j', (json) => {
    const value = JSON.stringify(json);
    expect(shownAttribute('context', { type: 'String', value })).toEqual({ kind: 'text', text: value });
  });

  test.each([
    [{ value: 'Ada Byron' }, 'extracted value'],
    [{ nested: { secretAccessKey: 'wJalr' } }, 'secret'],
    [{ perUser: { 'ada@example.com': 1 } }, 'e-mail'],
    [{ url: signed }, 'pre-signed URL'],
  ])('that is JSON with %j in it is masked', (json, why) => {
    const value = JSON.stringify(json);
    expect(shownAttribute('context', { type: 'String', value })).toEqual({
      kind: 'masked',
      why,
      characters: value.length,
    });
  });

  test('of the queue itself is shown without people', () => {
    const system = { SenderId: 'AROAX:ada@example.com', MessageGroupId: 'orders of kestrel' };
    const [sender, group] = shownSystem(aMessage('a', { system }));
    expect(sender?.value).not.toContain('ada@');
    expect(group?.value).toBe('orders of kestrel');
  });
});

test('a full message has all its values except credentials', () => {
  const bytes = Buffer.from(signed).toString('base64');
  const whole = wholeMessage(
    aMessage('a', {
      body: JSON.stringify({ url: signed, to: 'ada@example.com' }),
      attributes: {
        token: { type: 'String', value: 'hush-hush' },
        link: { type: 'String', value: signed },
        blob: { type: 'Binary', value: bytes },
        other: { type: 'Binary', value: 'AQID' },
      },
      system: { SenderId: 'AROAX:ada@example.com' },
    }),
  );
  expect(JSON.stringify(whole)).not.toMatch(new RegExp(`deadbeef|${bytes}`));
  expect(JSON.parse(whole.body)).toMatchObject({ to: 'ada@example.com' });
  expect(whole.attributes).toMatchObject({ token: { value: 'hush-hush' }, other: { value: 'AQID' } });
  expect(whole.system).toEqual({ SenderId: 'AROAX:ada@example.com' });
});

test.each([
  'https://b/x?X-Amz-Signature=a',
  'X-Amz-Security-Token%253Da',
  '?signature=a',
  '%3fSignature%3da',
  '%26signature=a',
  String.raw`\u0026signature=a`,
])('both the Explorer and messages recognise a pre-signed address: %s', (text) => {
  expect([isPresigned(text), isSigned(text)]).toEqual([true, true]);
});
