import { expect, test } from 'vitest';
import { parseTexts } from '#renderer/app/window-memory.ts';

test('stored values come back', () => {
  expect(parseTexts(JSON.stringify(['a', 'b']))).toEqual(['a', 'b']);
});

test.each([null, 'not json', '{}', '[1, null]'])('stored %s is read as nothing', (stored) => {
  expect(parseTexts(stored)).toEqual([]);
});
