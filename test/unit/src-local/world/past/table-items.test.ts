import { describe, expect, it } from 'vitest';
import { checkItem } from '#local/aws/dynamodb/values/check-item.ts';
import type { Item } from '#local/aws/dynamodb/values/attribute-value.ts';
import { measureItem } from '#local/aws/dynamodb/values/size.ts';
import { Later } from '#local/journal/told.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { followBatch } from '#local/world/past/batch-course.ts';
import { tellDocument, tellPassport } from '#local/world/past/table-items.ts';
import { findCorrection } from '#local/world/past/document-item.ts';
import { planPast } from '#local/world/past/past-plan.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const courses = planPast({ seed: '1', anchor }).batches.map((batch) => followBatch(batch, anchor));
/** Reading is slow, so these are a few ordinary documents and more of the eventful ones. */
const some = courses.flatMap((course) => {
  return course.documents
    .filter(({ acts, passages, status }, index) => {
      const isOrdinary =
        acts.length === 0 && passages.length <= 1 && (status === 'SUCCEEDED' || status === 'QUEUED');
      return index % (isOrdinary ? 150 : 4) === 0;
    })
    .map((document) => ({ course, document }));
});

describe('a seeded document', () => {
  it('shows the keys of the index before it is read', () => {
    for (const { course, document } of some) {
      const [, told] = tellDocument(course, document, anchor);
      const { GSI2PK, GSI2SK } = readItem(told);
      expect(told).toMatchObject({ shown: GSI2PK ? { GSI2PK, GSI2SK } : {} });
    }
  });

  it('has a passport in the order of its ids, with what was put right', () => {
    for (const { course, document } of some) {
      const corrected = document.acts.length > 0 ? findCorrection(course, document) : undefined;
      const lines = tellPassport(course, document);
      for (const item of lines.map(([, told]) => readItem(told))) {
        const { what } = item;
        const isReviewed = what && 'S' in what && ['approved', 'checked'].includes(what.S);
        if (!corrected || !isReviewed) continue;
        expect(item).toMatchObject(toItem({ before: corrected.was, after: corrected.is }));
      }
      const keys = lines.map(([key]) => key);
      expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : 1)));
    }
  });

  it('is accepted by a table', () => {
    for (const { course, document } of some) {
      for (const [, told] of [tellDocument(course, document, anchor), ...tellPassport(course, document)]) {
        const item = readItem(told);
        expect(checkItem(item, 'Item')).toEqual(item);
        expect(measureItem(item)).toBeLessThan(100_000);
      }
    }
  });

  it('was corrected by its reviewer if it had been misread', () => {
    const approved = some.filter(({ document }) => document.decision?.decision === 'approve');
    const corrected = approved.filter(({ course, document }) => findCorrection(course, document));
    expect(corrected.length).toBeGreaterThan(approved.length * 0.2);
    expect(corrected.length).toBeLessThan(approved.length * 0.7);
    for (const { course, document } of corrected) {
      const { is = {}, was = {} } = findCorrection(course, document) ?? {};
      expect(Object.keys(is)).toEqual(Object.keys(was));
      for (const [place, value] of Object.entries(is)) expect(value).not.toBe(was[place]);
    }
  });
});

function readItem(told: unknown): Item {
  return (told instanceof Later ? told.make() : told) as Item;
}
