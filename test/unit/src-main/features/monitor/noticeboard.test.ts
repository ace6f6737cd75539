import { expect, it } from 'vitest';
import { openNoticeboard } from '#main/features/monitor/noticeboard.ts';
import { iso, start } from './a-watched-cloud.ts';

const happening = {
  kind: 'alarm',
  at: iso(start),
  title: 'Alarm: a',
  says: 'It fires.',
  place: { desk: 'review' },
} as const;

it('what another world told leads nobody any more, however long it stands on the desktop', () => {
  const clicks: (() => void)[] = [];
  const clicked: number[] = [];
  const board = openNoticeboard({
    notify: (_notice, click) => clicks.push(click) > 0,
    isOn: () => true,
    clicked: ({ number }) => void clicked.push(number),
  });
  board.tell([happening, happening]);
  board.clear();
  board.tell([happening]);
  for (const click of clicks) click();
  expect(clicked).toEqual([3]);
});
