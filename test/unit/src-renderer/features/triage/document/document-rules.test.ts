import { describe, expect, test } from 'vitest';
import { findBand } from '#renderer/ui/confidence-bar.tsx';
import { messages } from '#renderer/features/triage/messages.ts';
import { listStageLines } from '#renderer/features/triage/document/stages.tsx';
import { whyNotReprocess } from '#renderer/features/triage/document/use-document.ts';

describe('the tone of a confidence', () => {
  const both = { confidenceThreshold: 0.56, reviewThreshold: 0.85 };
  test.each([
    [0.41, both, 'failed'],
    [0.56, both, 'review'],
    [0.849, both, 'review'],
    [0.85, both, 'sure'],
    [0.9, { confidenceThreshold: null, reviewThreshold: null }, 'unknown'],
    [0.4, { confidenceThreshold: null, reviewThreshold: 0.85 }, 'review'],
    [0.9, { confidenceThreshold: 0.5, reviewThreshold: null }, 'unknown'],
  ] as const)('%d with %o is %s', (confidence, thresholds, band) => {
    expect(findBand(confidence, thresholds)).toBe(band);
  });
});

describe('reprocessing', () => {
  const batch = { projectId: 'freight' };
  test.each(['FAILED', 'REJECTED'] as const)('is offered for %s', (status) => {
    expect(whyNotReprocess({ status, expired: false }, batch)).toBeUndefined();
  });

  test.each([
    [{ status: 'SUCCEEDED', expired: false }, messages.reprocess.succeeded],
    [{ status: 'REVIEW_REQUIRED', expired: false }, messages.reprocess.inReview],
    [{ status: 'PROCESSING', expired: false }, messages.reprocess.processing],
    [{ status: 'QUEUED', expired: false }, messages.reprocess.queued],
    [{ status: null, expired: false }, messages.reprocess.noStatus],
    [{ status: 'FAILED', expired: true }, messages.reprocess.expired],
    [undefined, messages.reprocess.notRead],
  ] as const)('is not offered for %o, and says why', (document, why) => {
    expect(whyNotReprocess(document, batch)).toBe(why);
  });

  test('waits for the batch, because the plan needs its project', () => {
    expect(whyNotReprocess({ status: 'FAILED', expired: false }, undefined)).toBe(
      messages.reprocess.batchNotRead,
    );
  });
});

describe('the stages of a run', () => {
  const cost = {
    textract: '0.01',
    gapFill: null,
    verify: null,
    infrastructure: '0.0001',
    total: '0.0101',
    unpriced: ['gapFill' as const],
  };

  test('are those it reached, and say if they have no price', () => {
    const usage = {
      textract: { pages: 1, ms: 2_300 },
      gapFill: { model: 'unheardOf', inputTokens: 4_213, outputTokens: null, ms: 1_000 },
      verify: null,
    };
    expect(listStageLines(usage, cost)).toMatchObject([
      { stage: 'Textract', ms: 2_300, consumed: '1 page', usd: '0.01' },
      { stage: 'Gap-fill', consumed: 'unheardOf: 4,213 tokens in, out unknown', usd: null },
      { stage: 'Infrastructure', ms: null, usd: '0.0001' },
    ]);
  });
});
