import { describe, expect, test } from 'vitest';
import {
  getAttributePath,
  findSource,
  formatDayAndTime,
  describeExecution,
  listFacts,
  findLink,
  formatMaskedCount,
  describeNoExecution,
  describeOpened,
  formatReceives,
} from '#renderer/features/dead-letters/message/message-facts.ts';
import { formatMessageCount, messages } from '#renderer/features/dead-letters/messages.ts';
import { aDeadLetterQueue, aMessageRow } from '../a-message-row.ts';

const queue = aDeadLetterQueue();

describe('the facts of a message', () => {
  test('are listed in the order in which people ask', () => {
    const labels = listFacts({ row: aMessageRow({ returns: 2 }), system: [] }, queue).map(
      ({ label }) => label,
    );
    expect(labels).toEqual([
      'Message id',
      'Sent',
      'First received',
      'Receive count',
      'Expires',
      'Source queue',
      'Max receives',
      'Came back',
      'Size',
    ]);
  });

  test('say that the expiry is unknown and leave out other unknown times', () => {
    const row = aMessageRow({ sentAt: null, firstReceivedAt: null, expiresAt: null });
    const facts = listFacts({ row, system: [] }, queue);
    expect(facts.find(({ label }) => label === 'Expires')?.value).toBe('unknown');
    expect(facts.some(({ label }) => label === 'Sent')).toBe(false);
  });

  test('list the other SQS attributes once, below', () => {
    const system = [
      { name: 'SentTimestamp', value: '1' },
      { name: 'AWSTraceHeader', value: 'Root=1-6730c1f8' },
    ];
    const facts = listFacts({ row: aMessageRow(), system }, queue);
    expect(facts.filter(({ mono }) => mono).map(({ label }) => label)).toEqual([
      'Message id',
      'AWSTraceHeader',
    ]);
  });

  test('take the source from the message, or else from the only queue that sends here', () => {
    expect(findSource(aMessageRow({ source: 'gone' }), queue)).toBe('gone');
    expect(findSource(aMessageRow({ source: null }), queue)).toBe('doc-extract');
    expect(findSource(aMessageRow({ source: null }), aDeadLetterQueue({ sources: [] }))).toBeNull();
  });

  test('say that sampling is included in the number of receives', () => {
    expect(formatReceives(4)).toBe('4, including this sample');
    expect(formatReceives(1)).toBe('1');
  });
});

test('numbers in sentences take the right plural', () => {
  expect([0, 1, 1_204].map(formatMaskedCount)).toEqual([
    'nothing masked',
    '1 value masked',
    '1,204 values masked',
  ]);
  expect([1, 1_204].map(formatMessageCount)).toEqual(['1 message', '1,204 messages']);
  expect(describeOpened(['/Message'])).toBe('/Message contains JSON as text; its content is shown.');
  expect(describeOpened(['/a', '/b'])).toContain('/a and /b contain JSON as text');
  expect(formatDayAndTime(Date.UTC(2026, 10, 6, 8, 14))).toBe('6 Nov, 08:14');
  expect(getAttributePath('traceId')).toBe('attribute:traceId');
});

const { subject } = aMessageRow();

test('a message leads to its document by file name', () => {
  expect(findLink(subject)).toMatchObject({
    title: messages.message.linkedDocument,
    words: 'inv-2026-11-0019.pdf',
  });
  expect(findLink({ ...subject, fileName: null }).words).toBe('doc-19');
});

test('a delivery about a batch leads to the batch', () => {
  expect(findLink({ ...subject, documentId: null, fileName: null })).toMatchObject({
    title: 'Linked batch',
    documentId: null,
    words: '01JBX2M9TQ4E',
  });
});

test('a message without a whole key shows what it names and leads nowhere', () => {
  expect(findLink({ tenantId: null, batchId: null, documentId: null, fileName: 'a.pdf' })).toMatchObject({
    batchId: null,
    words: 'The message names a.pdf. That is not enough to find the document.',
  });
  const nothing = { tenantId: null, batchId: null, documentId: null, fileName: null };
  expect(findLink(nothing).words).toBe(messages.message.noDocument);
});

test('an execution is named by its run and its outcome, if known', () => {
  expect(describeExecution({ run: 2, outcome: 'TIMED_OUT', by: 'document' })).toBe('Run 2, timed out');
  expect(describeExecution({ run: 1, outcome: null, by: 'delivery' })).toBe('Run 1');
  expect(describeExecution({ run: 3, outcome: 'FAILED', by: 'batch' })).toBe('Newest run, 3, failed');
});

test('says that there is no execution only if one was looked for', () => {
  expect(describeNoExecution({ document: { is: 'missing' } })).toBe(messages.message.noExecutions);
  expect(describeNoExecution({ document: { is: 'unread', why: 'Slower.' } })).toContain(
    "Couldn't load its executions",
  );
});
