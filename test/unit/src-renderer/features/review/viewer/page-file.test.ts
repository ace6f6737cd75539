import { expect, test } from 'vitest';
import { fileBytes } from '#renderer/features/review/viewer/page-file.ts';

test('a file comes out of its text as it went in', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(fileBytes(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
});
