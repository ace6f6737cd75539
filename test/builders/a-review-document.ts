import { noKnowledge } from '#shared/domain/review/rules.ts';
import { readAll } from '#local/world/sheets/reading.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import type { SheetRecipe } from '#local/world/sheets/sheet.ts';
import type { ReviewDocument, ReviewField, ReviewLine } from '#shared/contract/review-document.ts';

/** Returns an invoice that needs review because of its total and its second line. */
export function aReviewDocument(changes: Partial<ReviewDocument> = {}): ReviewDocument {
  return {
    tenantId: 'northwind',
    projectId: 'invoices',
    batchId: 'b-1',
    documentId: 'd-1',
    workflowId: 'supplier-invoices',
    workflowName: 'Supplier invoices',
    fileName: 'inv-2026-11-0413.pdf',
    status: 'REVIEW_REQUIRED',
    version: 4,
    run: 1,
    score: 0.79,
    waitingSince: '2026-11-21T09:00:00.000Z',
    thresholds: { confidence: 0.6, review: 0.85 },
    fourEyes: false,
    step: 'first',
    whyNot: null,
    claimedBy: null,
    claimExpiresAt: null,
    assigned: null,
    fields: [
      aReviewField('supplier', { value: 'Harrow & Pike Freight Ltd' }),
      aReviewField('invoiceDate', { type: 'date', value: '12 Nov 2026' }),
      aReviewField('purchaseOrder', { value: null, confidence: null, readBy: null }),
      aReviewField('subtotal', { type: 'money', value: '2,493.00' }),
      aReviewField('total', {
        type: 'money',
        value: '2,997.60',
        confidence: 0.79,
        flags: ['below threshold', 'readers disagree'],
        readings: [
          { reader: 'textract', value: '2,991.60', confidence: 0.71 },
          { reader: 'bedrock', value: '2,997.60', confidence: 0.79 },
        ],
      }),
    ],
    lines: [
      aReviewLine({ quantity: '2', unit: '640.00', amount: '1,280.00' }),
      aReviewLine({ quantity: '1', unit: '1,213.00', amount: '1,213.00', confidence: 0.8 }),
    ],
    checks: [
      {
        name: 'Line items add up to the subtotal',
        passed: true,
        detail: '2 lines come to 2,493.00, as the subtotal says',
      },
    ],
    opinions: [],
    differs: [],
    reviewedBy: null,
    reviewedAt: null,
    decision: null,
    holdUntil: null,
    weights: {},
    knowledge: noKnowledge,
    problems: [],
    ...changes,
  };
}

export function aReviewField(name: string, changes: Partial<ReviewField> = {}): ReviewField {
  return {
    name,
    type: 'text',
    value: 'as printed',
    confidence: 0.97,
    readBy: 'textract',
    page: 1,
    box: [0.1, 0.1, 0.2, 0.02],
    flags: [],
    readings: [],
    ...changes,
  };
}

export function aReviewLine(changes: Partial<ReviewLine> = {}): ReviewLine {
  return {
    description: 'Linehaul Rotterdam to Felixstowe',
    quantity: '1',
    unit: '10.00',
    amount: '10.00',
    confidence: 0.96,
    page: 1,
    box: [0.1, 0.4, 0.8, 0.02],
    ...changes,
  };
}

/** Returns the document that the sandbox's readers make of a sheet. */
export function aDocumentRead(recipe: SheetRecipe): ReviewDocument {
  const schema = buildSchema(recipe.kind, recipe.about);
  const { fields, lineItems, checks } = readAll(recipe, { schema, reviewThreshold: 0.85 });
  return aReviewDocument({
    fields: Object.entries(schema).map(([name, type]) => {
      const read = fields[name];
      if (!read) return aReviewField(name, { type, value: null, confidence: null, readBy: null });
      const { value, confidence, readBy, page, box, flags = [], readings } = read;
      return {
        name,
        type,
        value,
        confidence,
        readBy,
        page,
        box: [...box],
        flags: [...flags],
        readings: (['textract', 'bedrock'] as const).flatMap((reader) => {
          const reading = readings?.[reader];
          return reading ? [{ reader, ...reading }] : [];
        }),
      };
    }),
    lines: lineItems.map((line) => ({ ...line, box: [...line.box] })),
    checks: checks.map((check) => ({ ...check })),
  });
}
