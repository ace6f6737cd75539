import { expect, test } from 'vitest';
import { textsIn } from '#renderer/app/window-memory.ts';

test('what was kept comes back', () => {
  expect(textsIn(JSON.stringify(['a', 'b']))).toEqual(['a', 'b']);
});

test.each([null, 'not json', '{}', '[1, null]'])('stored %s is read as nothing', (stored) => {
  expect(textsIn(stored)).toEqual([]);
});
