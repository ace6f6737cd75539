import { describe, expect, it } from 'vitest';
import { checkItem } from '#local/aws/dynamodb/values/check-item.ts';
import { measureItem } from '#local/aws/dynamodb/values/size.ts';
import { toStoredDocument, toStoredDocumentEvent } from '#local/pipelines/extraction/stored-items.ts';
import { toItem } from '#local/pipelines/plain-items.ts';
import { followBatch } from '#local/world/past/batch-course.ts';
import { batchValues, tellDocument } from '#local/world/past/table-items.ts';
import { findCorrection, buildPlainDocument, readDocument } from '#local/world/past/document-item.ts';
import { writePassport, tellPassport } from '#local/world/past/document-passport.ts';
import { planPast } from '#local/world/past/past-plan.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const courses = planPast({ seed: '1', anchor }).batches.map((batch) => followBatch(batch, anchor));
/** Reading is slow, so these are a few ordinary documents and more of the eventful ones. */
const some = courses.flatMap((course) => {
  const values = batchValues(course);
  return course.documents
    .filter(({ acts, passages, status }, index) => {
      const isOrdinary =
        acts.length === 0 && passages.length <= 1 && (status === 'SUCCEEDED' || status === 'QUEUED');
      return index % (isOrdinary ? 150 : 4) === 0;
    })
    .map((document) => ({ course, document, values }));
});

describe('a seeded document', () => {
  it('is the same however quickly it was created', () => {
    for (const { course, document, values } of some) {
      const read = document.passages.length > 0 ? readDocument(course, document) : {};
      const isInterrupted = document.passages.at(-1)?.interrupted !== undefined;
      const whole = { ...buildPlainDocument(course, document), ...(isInterrupted ? {} : read) };
      expect(tellDocument(course, document, values)).toEqual(
        toItem(toStoredDocument({ ...whole, usage: emptyAsNone(whole.usage) } as typeof whole)),
      );
    }
  });

  it('has a passport that is the same however quickly it was created', () => {
    for (const { course, document, values } of some) {
      const { tenantId } = course.batch.workflow;
      const corrected = document.acts.length > 0 ? findCorrection(course, document) : undefined;
      const lines = writePassport(course, document).map((event) => {
        const approved = event.what === 'approved' && {
          before: { ...event.before, ...corrected?.was },
          after: { ...event.after, ...corrected?.is },
        };
        const checked = event.what === 'checked' &&
          corrected && { before: corrected.was, after: corrected.is };
        const whole = { ...event, ...approved, ...checked };
        return toItem(toStoredDocumentEvent(tenantId, document.planned.documentId, whole));
      });
      expect(tellPassport(course, document, values)).toEqual(lines);
      const ids = lines.map(({ SK }) => SK?.S ?? '');
      expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)));
    }
  });

  it('is accepted by a table', () => {
    for (const { course, document, values } of some) {
      for (const item of [
        tellDocument(course, document, values),
        ...tellPassport(course, document, values),
      ]) {
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

/** A document that failed at once has consumed nothing. */
function emptyAsNone<T extends object>(usage: T | undefined): T | undefined {
  return usage && Object.keys(usage).length > 0 ? usage : undefined;
}
