import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawRooms } from '#scripts/draw-rooms.ts';

it('shows the folders as they are in the code; npm run pictures draws them again', () => {
  expect(readFileSync('docs/pictures/rooms.svg', 'utf8')).toBe(drawRooms());
});
