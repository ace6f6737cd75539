import { expect, test } from 'vitest';
import { whyNotSend } from '#renderer/features/dead-letters/discarded/use-discarded.ts';
import { messages } from '#renderer/features/dead-letters/messages.ts';

const saved = { queue: 'letters', sentAgain: null, isSaved: true };
const sent = { ...saved, sentAgain: { state: 'sent', at: '2026-01-05T08:00:00.000Z', jobId: 'j' } } as const;

test('discarded messages of one queue can be sent again unless all were sent or none is in its file', () => {
  expect(whyNotSend([])).toBe(messages.discarded.choose);
  expect(whyNotSend([saved, { ...saved, queue: 'webhooks' }])).toBe(messages.discarded.oneQueue);
  expect(whyNotSend([sent, sent])).toBe(messages.discarded.allSent);
  expect(whyNotSend([{ ...saved, isSaved: false }])).toBe(messages.discarded.notSavedTitle);
  expect(whyNotSend([saved, sent])).toBeUndefined();
});
