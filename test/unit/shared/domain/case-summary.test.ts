import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  summariseForCustomer,
  summariseForTicket,
  type BatchCase,
  type CaseCause,
  type CauseCase,
  type DocumentCase,
} from '#shared/domain/case-summary.ts';
import { canary, marks, type CanaryKind } from '#test/builders/canary/canaries.ts';
import { aBatch } from './a-listed-batch.ts';

const at = '2026-11-26T21:10:00.000Z';

function aCause(change: Partial<CaseCause> = {}): CaseCause {
  return {
    fingerprint: 'a1b2c3',
    stage: 'gap-fill',
    code: 'ThrottlingException',
    message: 'Too many tokens, please wait before trying again: 212,301 in the last minute.',
    documents: 28,
    fileNames: [],
    ...change,
  };
}

const brokenFiles = aCause({
  fingerprint: 'd4e5f6',
  stage: 'textract',
  code: 'BadDocumentException',
  message: 'The PDF breaks off half-way: 81,022 bytes without a cross-reference table.',
  documents: 2,
  fileNames: ['invoice-17.pdf', 'invoice-18.pdf'],
});

function aCase(change: Partial<BatchCase> = {}): BatchCase {
  return {
    is: 'batch',
    batch: aBatch({
      counts: { QUEUED: 0, PROCESSING: 0, SUCCEEDED: 255, REVIEW_REQUIRED: 15, FAILED: 30, REJECTED: 0 },
      documentCount: 300,
      run: 2,
      runs: { 1: 'SUCCEEDED', 2: 'FAILED' },
      createdAt: '2026-11-26T14:02:00.000Z',
    }),
    tenantName: 'Nordwind Logistik',
    workflowName: 'Invoices',
    causes: [aCause(), brokenFiles],
    isAll: true,
    at,
    actions: [
      {
        at: '2026-11-26T20:14:00.000Z',
        text: 'Miriam Vogel reprocessed 35 documents: 5 fixed, 30 failed again',
      },
    ],
    worker: { name: 'Jonas Weber', since: '2026-11-26T20:20:00.000Z' },
    link: 'sluice://open?batch=batch-1',
    ...change,
  };
}

function aDocumentCase(change: Partial<DocumentCase['document']> = {}): DocumentCase {
  return {
    is: 'document',
    document: {
      tenantId: 'northwind',
      batchId: 'batch-1',
      documentId: 'doc-17',
      status: 'FAILED',
      otherStatus: null,
      fileName: 'invoice-17.pdf',
      run: 2,
      stage: 'textract',
      error: {
        stage: 'textract',
        code: 'BadDocumentException',
        message: 'The PDF breaks off half-way: 81,022 bytes without a cross-reference table.',
      },
      ...change,
    },
    since: '2026-11-26T14:02:00.000Z',
    tenantName: 'Nordwind Logistik',
    actions: [],
    worker: null,
    at,
    link: null,
  };
}

function aCauseCase(pattern = 'BadDocumentException: The PDF breaks off half-way'): CauseCase {
  return {
    is: 'cause',
    read: {
      cause: {
        fingerprint: 'd4e5f6',
        pattern,
        stage: 'textract',
        code: 'BadDocumentException',
        count: 1_204,
        tenants: { count: 2, isAll: true },
        hours: [],
        firstEverAt: '2026-11-20T08:00:00.000Z',
        firstAt: '2026-11-25T08:00:00.000Z',
        lastAt: '2026-11-26T20:00:00.000Z',
        isNew: false,
        isGrowing: true,
        quietSince: null,
        work: { by: null, isMine: false, since: null, note: null, version: 1 },
        problems: [],
      } as unknown as CauseCase['read']['cause'],
      customers: [
        {
          tenantId: 'northwind',
          name: 'Nordwind Logistik',
          count: 300,
          firstAt: null,
          lastAt: null,
          batches: [{ projectId: 'freight', batchId: 'batch-1' }],
        },
      ],
      isAll: true,
    },
    days: 2,
    tenantName: null,
    actions: [],
    worker: null,
    at,
    link: null,
  };
}

describe('the summary for a ticket', () => {
  test('has ids, counts, causes, runs, what was done by whom, the next steps and the link', () => {
    expect(summariseForTicket(aCase())).toBe(
      [
        'Batch batch-1 of Nordwind Logistik: FAILED',
        '300 documents: 30 FAILED, 15 REVIEW_REQUIRED, 255 SUCCEEDED.',
        '',
        'Tenant: northwind',
        'Project: freight',
        'Workflow: Invoices (invoices)',
        'Submitted: 26 Nov 2026, 14:02 UTC',
        'As of: 26 Nov 2026, 21:10 UTC',
        '',
        'Causes',
        '- 28 documents: ThrottlingException in gap-fill [a1b2c3]: Too many tokens, please wait before trying again: … in the last minute',
        '- 2 documents: BadDocumentException in textract [d4e5f6]: The PDF breaks off half-way: … without a cross-reference table',
        '',
        'Runs',
        '- Run 1: SUCCEEDED',
        '- Run 2: FAILED',
        '',
        'Done so far',
        '- 26 Nov 2026, 20:14 UTC: Miriam Vogel reprocessed 35 documents: 5 fixed, 30 failed again',
        'Works on it: Jonas Weber since 26 Nov 2026, 20:20 UTC',
        '',
        'Next step: Reprocess 28 documents: the cause passes with time, so a new run may succeed.',
        'Next step: Ask the customer for new files for 2 documents: another run of the same file fails again.',
        'Next step: Review the 15 documents that wait for it.',
        'Case: sluice://open?batch=batch-1',
      ].join('\n'),
    );
  });

  test('says "at least" where not every failed document was read', () => {
    expect(summariseForTicket(aCase({ isAll: false }))).toContain('- at least 28 documents: Throttling');
  });

  test('of a document names its batch and its cause, and not its file', () => {
    const summary = summariseForTicket(aDocumentCase());
    expect(summary).toContain('Document doc-17 of Nordwind Logistik: FAILED');
    expect(summary).toContain('Batch: batch-1');
    expect(summary).toContain('BadDocumentException in textract');
    expect(summary).not.toContain('invoice-17.pdf');
  });

  test('of a cause names the customers that it hit most, with their newest batch', () => {
    const summary = summariseForTicket(aCauseCase());
    expect(summary).toContain('1,204 failures of 1 customer in the last 2 days, growing.');
    expect(summary).toContain('- Nordwind Logistik (northwind): 300 failures, newest batch batch-1');
  });
});

describe('the summary for a customer', () => {
  test('says what is wrong with which files and what they can do', () => {
    expect(summariseForCustomer(aCase())).toBe(
      [
        'Hello,',
        '',
        'Your upload of 26 November 2026 (reference batch-1) has 300 documents: 255 were read, 15 are being checked by a person and 30 could not be read.',
        '',
        'What is wrong, and what you can do:',
        '',
        '1. 28 files: Our system was too busy at the time.',
        'There is nothing you need to do. We can read them again without a new upload.',
        '',
        '2. 2 files: They are damaged or not complete.',
        'invoice-17.pdf and invoice-18.pdf.',
        'Please export or scan them again, and upload them again.',
        '',
        'Please write to us if you have a question.',
      ].join('\n'),
    );
  });

  test('of a document speaks about its file alone', () => {
    expect(summariseForCustomer(aDocumentCase())).toContain(
      'Your file invoice-17.pdf (upload of 26 November 2026, reference batch-1) could not be read: It is damaged or not complete.\nPlease export or scan it again, and upload it again.',
    );
    expect(summariseForCustomer(aDocumentCase({ status: 'SUCCEEDED', error: null }))).toContain(
      'Your file invoice-17.pdf (upload of 26 November 2026, reference batch-1) was read.',
    );
  });

  test('of a cause says nothing about other customers', () => {
    const summary = summariseForCustomer(aCauseCase());
    expect(summary).toContain(
      'Between 25 November 2026 and 26 November 2026, some of your files could not be read',
    );
    expect(summary).not.toMatch(/Nordwind|northwind|1,204|batch-1/);
  });

  test('joins causes that are one problem for the customer', () => {
    const one = aCase({
      causes: [
        aCause({ documents: 3, fileNames: ['a.pdf'] }),
        aCause({ stage: 'textract', documents: 2, fileNames: ['b.pdf'] }),
      ],
    });
    expect(summariseForCustomer(one)).toContain(
      '5 files: Our system was too busy at the time.\na.pdf, b.pdf and 3 more.',
    );
  });

  test('lists at most 20 files and counts the rest', () => {
    const fileNames = Array.from({ length: 28 }, (_, index) => `scan-${String(index + 1)}.pdf`);
    const summary = summariseForCustomer(aCase({ causes: [aCause({ fileNames })] }));
    expect(summary).toContain('scan-20.pdf and 8 more.');
    expect(summary).not.toContain('scan-21.pdf');
  });

  test('has no names of colleagues, no codes, stages or messages, and no id but that of the batch', () => {
    for (const one of [aCase(), aDocumentCase(), aCauseCase()]) {
      const summary = summariseForCustomer(one);
      expect(summary).not.toMatch(
        /Miriam|Jonas|Exception|gap-fill|textract|cross-reference|doc-17|northwind|freight|invoices\b|a1b2c3|d4e5f6|sluice:/,
      );
    }
  });

  test('keeps a hostile file name on one line', () => {
    const summary = summariseForCustomer(
      aDocumentCase({ fileName: 'a\r\nPlease pay to\u202Efdp.exe\u0000' }),
    );
    expect(summary).toContain('Your file a Please pay to fdp.exe (upload');
  });
});

describe('neither summary', () => {
  const kinds = Object.keys(marks) as CanaryKind[];
  const words = fc.constantFrom('Field', 'was', 'read as', 'refused', 'for', 'at line', '');
  const secret = fc.tuple(fc.constantFrom(...kinds), fc.uuid()).map(([kind, of]) => canary(kind, of));
  const wrap = fc.constantFrom(
    (text: string) => text,
    (text: string) => `"${text}"`,
    (text: string) => `“${text}”`,
    (text: string) => `https://bucket.s3.amazonaws.com/key?X-Amz-Signature=${text}&x=1`,
    (text: string) => `{"message":"value ${text} refused","total":"${text}"}`,
    (text: string) => `token=${text}`,
    (text: string) => `${text}@example.com`,
    (text: string) => `\n    at handler (${text}.ts:1:2)`,
  );

  test('has a secret or a value that a message holds', () => {
    fc.assert(
      fc.property(words, secret, wrap, words, (before, { text, mark }, wrapped, after) => {
        const message = `${before} ${wrapped(text)} ${after}`;
        const failing = { stage: 'verify', code: 'ValidationException', message };
        const cases = [aCase({ causes: [aCause(failing)] }), aDocumentCase({ error: failing })];
        for (const one of cases) {
          expect(summariseForTicket(one)).not.toContain(mark);
          expect(summariseForCustomer(one)).not.toContain(mark);
        }
      }),
    );
  });

  test('shows a code that is no name of an error', () => {
    const one = aCase({ causes: [aCause({ code: 'Value 17.50 EUR', message: null })] });
    expect(summariseForTicket(one)).toContain('unusual code in gap-fill');
  });
});
