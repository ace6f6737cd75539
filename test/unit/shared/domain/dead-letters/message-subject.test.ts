import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  findDownloadedFile,
  idsOfBody,
  mergedSubject,
  noSubject,
  subjectOfBody,
} from '#shared/domain/dead-letters/message-subject.ts';

const s3Event = (key: string): string =>
  JSON.stringify({
    Records: [{ eventSource: 'aws:s3', s3: { bucket: { name: 'documents' }, object: { key, size: 1 } } }],
  });

const ofDocument = {
  tenantId: 'northwind',
  batchId: 'batch-1',
  documentId: 'doc-1',
  fileName: 'invoice 1.pdf',
};

describe('the subject of a message', () => {
  test('is the file in an S3 event', () => {
    const key = 'documents/northwind/batch-1/doc-1/invoice+1.pdf';
    expect(subjectOfBody(s3Event(key))).toEqual(ofDocument);
    expect(subjectOfBody(s3Event(encodeURIComponent(key.replace('+', ' '))))).toEqual(ofDocument);
  });

  test('is only the file’s name if its key belongs to no document', () => {
    expect(subjectOfBody(s3Event('documents/alder-finch/scan+0001.pdf'))).toEqual({
      ...noSubject,
      fileName: 'scan 0001.pdf',
    });
    expect(subjectOfBody(s3Event('%E0%A4%A')).fileName).toBe('%E0%A4%A');
  });

  test('is the event wrapped in a notification', () => {
    const key = 'documents/northwind/batch-1/doc-1/invoice+1.pdf';
    const wrapped = JSON.stringify({ Type: 'Notification', Message: s3Event(key) });
    expect(subjectOfBody(wrapped)).toEqual(ofDocument);
  });

  test.each([
    [
      { tenantId: 'kestrel', batchId: 'batch-2', run: 1 },
      { tenantId: 'kestrel', batchId: 'batch-2' },
    ],
    [
      { tenant_id: 'kestrel', document_id: 'doc-2' },
      { tenantId: 'kestrel', documentId: 'doc-2' },
    ],
    [{ detail: { batchId: 'batch-3' } }, { batchId: 'batch-3' }],
    [
      { documentId: 'doc-4', fileName: 'a.pdf' },
      { documentId: 'doc-4', fileName: 'a.pdf' },
    ],
  ])('is found from ids under their own names: %j', (body, said) => {
    expect(subjectOfBody(JSON.stringify(body))).toEqual({ ...noSubject, ...said });
  });

  test.each(['hello', '', ' ', '...', '<webhook/>', '7', 'null', '[]', '{"batchId":7}', '{"text":"?"}'])(
    'is empty if the body names nothing: %s',
    (body) => expect(subjectOfBody(body)).toEqual(noSubject),
  );

  test('is read from any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(Object.keys(subjectOfBody(body))).toEqual(Object.keys(noSubject));
      }),
    );
  });
});

describe('the recorded subject of a message', () => {
  const said = subjectOfBody(s3Event('documents/northwind/batch-1/doc-1/invoice+1.pdf'));

  test('takes precedence over the message itself', () => {
    expect(mergedSubject({ tenantId: 'kestrel' }, said)).toEqual({ ...said, tenantId: 'kestrel' });
    expect(mergedSubject(undefined, said)).toEqual(said);
  });

  test('does not give a file’s name to another document', () => {
    expect(mergedSubject({ documentId: 'doc-9' }, said)).toEqual({
      ...said,
      documentId: 'doc-9',
      fileName: null,
    });
  });
});

test('only ids are stored on disk, and nothing of a body without ids in the expected places', () => {
  const said = { tenantId: 'kestrel', batchId: 'batch-1', documentId: 'doc-1' };
  expect(idsOfBody(JSON.stringify({ ...said, fileName: 'ada.pdf' }))).toEqual({ ...said, fileName: null });
  for (const documentId of [
    'https://b/x?X-Amz-Signature=a',
    'ada@example.com',
    'x'.repeat(257),
    'a#b',
    'Bearer 0123456789abcdef',
  ]) {
    expect(idsOfBody(JSON.stringify({ ...said, documentId }))).toEqual(noSubject);
  }
});

describe('the message of a download', () => {
  const batchId = 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479';
  const body = JSON.stringify({ fileId: 'accounts-2026-11-20', batchId });

  test('is named by its file, and leads to no batch of documents', () => {
    expect(subjectOfBody(body)).toEqual({ ...noSubject, fileName: 'accounts-2026-11-20' });
    expect(subjectOfBody(JSON.stringify({ batchId }))).toEqual({ ...noSubject, fileName: batchId });
    expect(idsOfBody(body)).toEqual(noSubject);
  });

  test('is not taken for a message about a batch of documents', () => {
    const webhook = JSON.stringify({
      tenantId: 'northwind',
      batchId: 'batch-1',
      fileId: 'accounts-2026-11-20',
    });
    expect(subjectOfBody(webhook)).toMatchObject({ tenantId: 'northwind', batchId: 'batch-1' });
    expect(subjectOfBody('{"batchId":"batch-1"}')).toMatchObject({ batchId: 'batch-1', fileName: null });
  });

  test('gives its file’s id to the ledger in one shape only', () => {
    expect(findDownloadedFile(body)).toBe('accounts-2026-11-20');
    for (const fileId of [
      '',
      'accounts',
      'a#b-2026-11-20',
      'x'.repeat(200),
      7,
      'https://x/?sig=1-2026-11-20',
    ])
      expect(findDownloadedFile(JSON.stringify({ fileId }))).toBeNull();
    expect(findDownloadedFile('no JSON')).toBeNull();
  });
});
