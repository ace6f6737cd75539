import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  bytesOfMessage,
  messageBatches,
  mostBytes,
  mostEntries,
} from '#shared/domain/dead-letters/message-batches.ts';

test('every message goes once, in order, in batches that SQS takes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: mostBytes })), (sizes) => {
      const batches = messageBatches(sizes, (bytes) => bytes);
      expect(batches.flat()).toEqual(sizes);
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(mostEntries);
        expect(batch.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(mostBytes);
      }
    }),
  );
});

test('no batch is begun that the one before had room for', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: mostBytes })), (sizes) => {
      const batches = messageBatches(sizes, (bytes) => bytes);
      for (const [at, batch] of batches.slice(1).entries()) {
        const before = batches[at] ?? [];
        const bytes = before.reduce((sum, one) => sum + one, 0) + (batch[0] ?? 0);
        expect(before.length === mostEntries || bytes > mostBytes).toBe(true);
      }
    }),
  );
});

test('a message is as large as its body and its attributes, in bytes', () => {
  const attributes = {
    kind: { type: 'String', value: 'ü' },
    raw: { type: 'Binary', value: 'AAAA' },
  };
  expect(bytesOfMessage({ body: 'ä€', attributes })).toBe(5 + (4 + 6 + 2) + (3 + 6 + 3));
});
