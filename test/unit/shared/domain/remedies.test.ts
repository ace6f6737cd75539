import { describe, expect, it } from 'vitest';
import { listRemedies, type CauseToRemedy, type Offers } from '#shared/domain/remedies.ts';

const offered: Offers = { sendToReview: null, accept: null, reprocess: undefined };

function aCause(change: Partial<CauseToRemedy>): CauseToRemedy {
  return {
    code: null,
    sample: null,
    stage: null,
    documents: 3,
    complete: true,
    decidable: 0,
    minutesAgo: 60,
    ...change,
  };
}

function actionsFor(change: Partial<CauseToRemedy>, offers = offered): readonly string[] {
  return listRemedies(aCause(change), offers).map(({ action }) => action);
}

describe('the actions against a cause', () => {
  it.each([
    ['an unknown cause', {}, ['reprocess', 'wait-and-retry', 'ask-for-file']],
    [
      'throttling a moment ago',
      { code: 'ThrottlingException', stage: 'textract', minutesAgo: 2 },
      ['wait-and-retry', 'reprocess', 'raise-limit'],
    ],
    [
      'throttling an hour ago',
      { code: 'ThrottlingException', stage: 'gap-fill' },
      ['reprocess', 'wait-and-retry', 'raise-limit'],
    ],
    ['a broken file', { code: 'BadDocumentException' }, ['ask-for-file', 'reprocess-anyway']],
    ['a locked file', { sample: 'The PDF is encrypted' }, ['ask-for-file', 'reprocess-anyway']],
    [
      'a file that is too large',
      { code: 'DocumentTooLargeException' },
      ['ask-for-file', 'raise-limit', 'reprocess-anyway'],
    ],
    [
      'a score that is too low',
      { code: 'ConfidenceTooLow', decidable: 3 },
      ['send-to-review', 'accept-documents', 'raise-limit', 'reprocess', 'wait-and-retry'],
    ],
  ] as const)('for %s come in the order in which they help', (_, change, expected) => {
    expect(actionsFor(change)).toEqual(expected);
  });

  it('each say what they do, and a limit names where it is set and who can', () => {
    for (const code of ['ThrottlingException', 'ConfidenceTooLow', 'AnswerTruncated', 'TextractTimeout']) {
      const remedies = listRemedies(aCause({ code, decidable: 1 }), offered);
      for (const { does } of remedies) expect(does).toMatch(/^[A-Z].*\.$/);
      expect(remedies.find(({ action }) => action === 'raise-limit')?.does).toMatch(/admin|deploys|account/);
    }
  });

  it('carry the reason why one is not offered', () => {
    const why = 'The pipeline API of this deployment has no POST /accept.';
    const remedies = listRemedies(aCause({ code: 'ConfidenceTooLow', decidable: 1 }), {
      ...offered,
      accept: why,
    });
    expect(remedies.find(({ action }) => action === 'accept-documents')?.whyNot).toBe(why);
    expect(remedies.find(({ action }) => action === 'send-to-review')?.whyNot).toBeUndefined();
  });
});
