import { expect, test } from 'vitest';
import { decodeFile } from '#renderer/features/review/viewer/page-file.ts';

test('base64 decodes to the original bytes', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(decodeFile(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
});
