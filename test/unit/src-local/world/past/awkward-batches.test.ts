import { describe, expect, test } from 'vitest';
import { buildObjectKey } from '#pipelines/extraction/keys.ts';
import { awkwardBatches } from '#local/world/past/awkward-batches.ts';
import { awkwardTenantId, everyTenant } from '#local/world/past/tenants.ts';
import { fileNameSchema, idSchema } from '#shared/pipeline-api/operation.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const batches = awkwardBatches({ seed: '1', anchor: startOfTime });

describe('the batches of the awkward tenant', () => {
  test('are one that was far too large, and hundreds of one document', () => {
    const sizes = batches.map(({ size }) => size);
    expect(sizes.filter((size) => size === 10_000)).toHaveLength(1);
    expect(sizes.filter((size) => size === 1)).toHaveLength(200);
    expect(batches.find(({ size }) => size === 10_000)?.execution).toBe('failed by its history');
  });

  test('have ids of their own, each of which the API takes', () => {
    expect(new Set(batches.map(({ batchId }) => batchId)).size).toBe(batches.length);
    for (const { batchId, size, ...batch } of batches) {
      const ids = Array.from({ length: size }, (_, index) => batch.document(index).documentId);
      expect(new Set(ids).size).toBe(size);
      for (const id of [batchId, ...ids.slice(0, 20)]) expect(idSchema.safeParse(id).success, id).toBe(true);
    }
  });

  test('have files of any name that the API takes, one of them as long as can be', () => {
    const named = batches.find((batch) => batch.document(0).fileName.includes('🧾'));
    const names = Array.from(
      { length: named?.size ?? 0 },
      (_, index) => named?.document(index).fileName ?? '',
    );
    for (const name of names) expect(fileNameSchema.safeParse(name).error, name).toBeUndefined();
    expect(Math.max(...names.map((name) => name.length))).toBe(255);
    // The names consist of whole characters, and their keys are short enough for S3.
    for (const name of names) {
      expect(/\p{Surrogate}/u.test(name)).toBe(false);
      const key = buildObjectKey({
        tenantId: awkwardTenantId,
        batchId: 'batch-x',
        documentId: 'doc-x',
        fileName: name,
      });
      expect(Buffer.byteLength(key)).toBeLessThanOrEqual(1_024);
    }
  });

  test('have thresholds at both ends', () => {
    const quill = everyTenant.find(({ tenantId }) => tenantId === awkwardTenantId);
    const workflows = quill?.projects.flatMap((project) => project.workflows) ?? [];
    const thresholds = workflows.map((one) => [one.confidenceThreshold, one.reviewThreshold]);
    expect(thresholds).toEqual(
      expect.arrayContaining([
        [0, 0],
        [0, 1],
        [1, 1],
      ]),
    );
  });
});
