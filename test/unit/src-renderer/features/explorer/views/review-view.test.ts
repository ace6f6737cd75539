import { describe, expect, it } from 'vitest';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { collectSampledItems } from '#renderer/features/explorer/views/review-view.tsx';

const batch = { PK: { S: 'TENANT#acme#PROJECT#p1' }, SK: { S: 'BATCH#b1' } } as const satisfies Attributes;

function read(attributes: Attributes): ReadItem {
  return { handle: 'h', entity: 'Batch', attributes, bytes: 100, catchingUp: false, expired: false };
}

function answer(pattern: string, ...items: readonly Attributes[]) {
  return { question: { system: 'extraction', pattern }, readings: [{ items: items.map(read) }] };
}

describe('the items of a review', () => {
  it('contain each item once, as the table has it', () => {
    const items = collectSampledItems(catalogue.extraction, [
      answer('batchById', batch),
      answer('batchByKey', { ...batch, name: { S: 'whole' } }),
      answer('batchById', batch),
    ]);
    expect(items).toEqual({ main: [{ ...batch, name: { S: 'whole' } }] });
  });

  it('exclude other systems and unknown questions', () => {
    const other = { ...answer('batchById', batch), question: { system: 'hr', pattern: 'orgById' } };
    expect(collectSampledItems(catalogue.extraction, [other, answer('constructor', batch)])).toEqual({});
  });
});
