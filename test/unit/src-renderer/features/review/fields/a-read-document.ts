import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { aReviewDocument, aReviewField, aReviewLine } from '#test/builders/a-review-document.ts';

/** Returns an invoice with a total that the readers disagree on, and a second line with low confidence. */
export function aReadDocument(changes: Partial<ReviewDocument> = {}): ReviewDocument {
  return aReviewDocument({
    fields: [
      aReviewField('supplier', { value: 'Harrow & Pike' }),
      aReviewField('purchaseOrder', { confidence: 0.81, flags: ['below threshold'] }),
      aReviewField('currency', { value: 'GBP' }),
      aReviewField('total', {
        type: 'money',
        value: '2,997.60',
        confidence: 0.79,
        flags: ['readers disagree'],
        readings: [
          { reader: 'bedrock', value: '2,997.60', confidence: 0.79 },
          { reader: 'textract', value: '2,991.60', confidence: 0.71 },
        ],
      }),
    ],
    lines: [aReviewLine(), aReviewLine({ confidence: 0.7 }), aReviewLine()],
    ...changes,
  });
}
