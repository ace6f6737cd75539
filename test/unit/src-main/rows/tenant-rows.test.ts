import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { workflowEventSchema } from '#shared/contract/workflows.ts';
import { storedItem } from '#main/aws/dynamodb/reading.ts';
import { workflowEventRow } from '#main/rows/tenant-rows.ts';

const { extraction } = catalogue;
const home = { system: extraction, tableKey: 'main', table: extraction.tables.main };
const rowOf = (attributes: Attributes) => {
  const row = workflowEventRow(storedItem(home, attributes, 0));
  expect(workflowEventSchema.safeParse(row).error).toBeUndefined();
  return row;
};

const event = {
  PK: { S: 'TENANT#t#WORKFLOW#w' },
  SK: { S: 'EVENT#01KCMZW9408T35P3ECY5QS15TC' },
  createdAt: { S: '2026-11-20T11:00:00.000Z' },
  actor: { S: 'user-hanna-brandt' },
};
const thresholds = (confidence: string, review: string) => ({
  M: { confidenceThreshold: { N: confidence }, reviewThreshold: { N: review } },
});

it('finds nothing wrong with the catalogue’s own', () => {
  const samples = extraction.samples.main
    .map((sample) => sampleAttributes(extraction, 'main', sample))
    .filter(({ PK }) => PK !== undefined && 'S' in PK && PK.S.includes('#WORKFLOW#'));
  expect(samples.length).toBeGreaterThan(0);
  for (const sample of samples) expect(rowOf(sample).problems).toEqual([]);
});

it('shows a change of thresholds with the old and new values', () => {
  const row = rowOf({
    ...event,
    what: { S: 'thresholds changed' },
    reason: { S: 'Too much in review.' },
    requestId: { S: 'request-1' },
    before: thresholds('0.5', '0.9'),
    after: thresholds('0.5', '0.85'),
  });
  expect(row).toEqual({
    eventId: '01KCMZW9408T35P3ECY5QS15TC',
    at: '2026-11-20T11:00:00.000Z',
    what: 'thresholds changed',
    actor: 'user-hanna-brandt',
    reason: 'Too much in review.',
    requestId: 'request-1',
    before: { confidenceThreshold: 0.5, reviewThreshold: 0.9 },
    after: { confidenceThreshold: 0.5, reviewThreshold: 0.85 },
    settings: [],
    problems: [],
  });
});

it('has no thresholds for other changes', () => {
  const row = rowOf({ ...event, what: { S: 'schema changed' }, before: { M: { fields: { N: '11' } } } });
  expect(row).toMatchObject({ before: null, after: null, problems: [] });
});

it('says what a line lacks', () => {
  const row = rowOf({
    ...event,
    what: { S: 'thresholds changed' },
    before: { M: { reviewThreshold: { S: '0.9' } } },
  });
  expect(row.before).toEqual({ confidenceThreshold: null, reviewThreshold: null });
  expect(row.after).toBeNull();
  expect(row.problems).toEqual([
    'before.confidenceThreshold: expected a number, found none',
    'before.reviewThreshold: expected a number, found text',
    'after: expected a map, found none',
  ]);
});
