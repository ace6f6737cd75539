import { expect, it } from 'vitest';
import { ok } from '#shared/contract/result.ts';
import { clipboardHandlers } from '#main/features/clipboard/clipboard-handlers.ts';

const context = { reference: 'r', role: null, host: 'electron' } as const;

it('writes through main if main has a clipboard', async () => {
  const written: string[] = [];
  const handlers = clipboardHandlers(async (text) => void written.push(text));
  await expect(handlers['clipboard.copy']({ text: 'batch-1' }, context)).resolves.toEqual(
    ok({ copied: true }),
  );
  expect(written).toEqual(['batch-1']);
});

it('says that it did not write if main has none', async () => {
  const handlers = clipboardHandlers(undefined);
  await expect(handlers['clipboard.copy']({ text: 'batch-1' }, context)).resolves.toEqual(
    ok({ copied: false }),
  );
});
