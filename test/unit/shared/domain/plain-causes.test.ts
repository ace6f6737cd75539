import { describe, expect, it } from 'vitest';
import { classifyCause, isProblemOfFile } from '#shared/domain/cause-kinds.ts';
import { longestNote } from '#shared/domain/activity-kinds.ts';
import { explainToCustomer, writeFileRequest, writeRequestNote } from '#shared/domain/plain-causes.ts';
import { explainSameAgain, listRemedies } from '#shared/domain/remedies.ts';

const codes = [
  ['PasswordProtectedException', 'locked-file'],
  ['DocumentTooLargeException', 'file-too-large'],
  ['UnsupportedLanguage', 'language'],
  ['UnsupportedDocumentException', 'file-type'],
  ['BadDocumentException', 'broken-file'],
  ['ExecutionTimedOut', 'execution'],
  ['ExecutionEnded', 'execution'],
  ['ThrottlingException', 'busy'],
  ['ProvisionedThroughputExceededException', 'busy'],
  ['ServiceQuotaExceededException', 'busy'],
  ['ModelTimeoutException', 'busy'],
  ['ReadersUnavailable', 'busy'],
  ['SchemaMismatch', 'layout'],
  ['ConfidenceTooLow', 'low-score'],
  ['GuardrailIntervened', 'model'],
  ['Other', 'unknown'],
  [null, 'unknown'],
] as const;

describe('the kind of a cause', () => {
  it.each(codes)('of the code %s is %s', (code, kind) => {
    expect(classifyCause({ code, message: null })).toBe(kind);
  });

  it('is a locked file where only the message says so', () => {
    for (const message of ['The PDF is encrypted', 'File is password-protected']) {
      expect(classifyCause({ code: null, message })).toBe('locked-file');
      expect(classifyCause({ code: 'BadDocumentException', message })).toBe('locked-file');
    }
  });

  it('decides alike what the customer is told and what is offered first', () => {
    for (const [code, kind] of codes) {
      const cause = { code, message: null, sample: null };
      const { can } = explainToCustomer(cause, 1);
      const [best] = listRemedies(
        { ...cause, stage: null, documents: 1, complete: true, decidable: 0, minutesAgo: 60 },
        { sendToReview: null, accept: null, reprocess: undefined },
      );
      const isOfFile = isProblemOfFile(kind);
      expect(explainSameAgain(cause) !== null).toBe(isOfFile);
      expect(best?.action === 'ask-for-file').toBe(isOfFile);
      if (isOfFile) expect(can).toMatch(/upload|by hand/);
      if (kind === 'busy' || kind === 'execution') expect(can).toMatch(/nothing you need to do/);
    }
  });
});

describe('the text that asks for a new file', () => {
  it('names the files and what is wrong, and quotes nothing of the failure', () => {
    const message = 'The PDF breaks off half-way: 1,234 bytes. Total 99.50. Request 7f1d.';
    const text = writeFileRequest({
      batchId: 'batch-1',
      files: ['a.pdf', 'b.pdf'],
      more: 3,
      cause: { code: 'BadDocumentException', message },
    });
    expect(text).toBe(
      [
        'We could not process 5 files of batch batch-1.',
        '',
        '- a.pdf',
        '- b.pdf',
        '- and 3 more',
        '',
        'They are damaged or not complete.',
        'Please export or scan them again, and upload them again.',
      ].join('\n'),
    );
  });

  it('asks to check the file where the cause is not known', () => {
    const text = writeFileRequest({
      batchId: 'batch-1',
      files: ['a.pdf'],
      cause: { code: null, message: null },
    });
    expect(text).toContain('It could not be read.\nPlease check it, and upload it again.');
    expect(text).toContain('a file of batch batch-1');
  });

  it('is noted for colleagues with the ids of the documents, as many as a note has room for', () => {
    const fingerprint = 'b8cf51';
    expect(writeRequestNote({ documentIds: ['doc-1'], fingerprint })).toBe(
      'Asked the customer for a new file in place of doc-1 (cause b8cf51).',
    );
    const documentIds = Array.from({ length: 60 }, (_, at) => `document-${String(at).padStart(26, '0')}`);
    const note = writeRequestNote({ documentIds, more: 40, fingerprint });
    expect(note).toContain('100 new files in place of document-');
    expect(note).toContain(' and 80 more (cause b8cf51).');
    expect(note.length).toBeLessThan(longestNote);
  });
});
