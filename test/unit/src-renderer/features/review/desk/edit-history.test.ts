import { describe, expect, test } from 'vitest';
import type { Edit } from '#shared/contract/review-document.ts';
import type { Edits } from '#shared/domain/review/draft-rules.ts';
import {
  createEditHistory,
  findPlaceAfter,
  type EditChange,
} from '#renderer/features/review/desk/edit-history.ts';

const typed = (value: string): Edit => ({ kind: 'value', value });
const accepted: Edit = { kind: 'accepted' };

/** A desk whose edits change by the history or by a person. */
function aDesk(first: Edits = {}) {
  const history = createEditHistory(first);
  let edits = first;
  let now = 0;
  const apply = (changes: readonly EditChange[] | undefined) => {
    for (const { place, edit } of changes ?? []) {
      const { [place]: _before, ...others } = edits;
      edits = edit === null ? others : { ...others, [place]: edit };
    }
    history.note(edits, now);
    return changes;
  };
  return {
    edits: () => edits,
    edit(place: string, edit: Edit | null, afterMs = 5_000) {
      now += afterMs;
      apply([{ place, edit }]);
    },
    takeBack: () => apply(history.takeBack()),
    doAgain: () => apply(history.doAgain()),
  };
}

describe('taking back', () => {
  test('goes back one change at a time, and forward again', () => {
    const desk = aDesk();
    desk.edit('total', accepted);
    desk.edit('iban', typed('DE89'));
    expect(desk.takeBack()).toEqual([{ place: 'iban', edit: null }]);
    expect(desk.takeBack()).toEqual([{ place: 'total', edit: null }]);
    expect(desk.edits()).toEqual({});
    expect(desk.takeBack()).toBeUndefined();
    expect(desk.doAgain()).toEqual([{ place: 'total', edit: accepted }]);
    expect(desk.doAgain()).toEqual([{ place: 'iban', edit: typed('DE89') }]);
    expect(desk.doAgain()).toBeUndefined();
    expect(desk.edits()).toEqual({ total: accepted, iban: typed('DE89') });
  });

  test('takes typing without a pause as one change', () => {
    const desk = aDesk();
    desk.edit('total', typed('7'));
    desk.edit('total', typed('7.'), 200);
    desk.edit('total', typed('7.7'), 200);
    desk.edit('total', typed('7.73'), 3_000);
    desk.takeBack();
    expect(desk.edits()).toEqual({ total: typed('7.7') });
    desk.takeBack();
    expect(desk.edits()).toEqual({});
  });

  test('takes an amount that is written as the document writes it as the same change', () => {
    const desk = aDesk();
    desk.edit('total', accepted);
    desk.edit('total', typed('94,32'));
    desk.edit('total', typed('94.32'));
    desk.takeBack();
    expect(desk.edits()).toEqual({ total: accepted });
    desk.doAgain();
    expect(desk.edits()).toEqual({ total: typed('94.32') });
  });

  test('keeps a pick, a taken word and typing apart, however fast they follow', () => {
    const desk = aDesk();
    const taken: Edit = { kind: 'value', value: '7.733,00', takenFrom: { page: 1, box: [0, 0, 0.1, 0.1] } };
    desk.edit('total', typed('7'), 10);
    desk.edit('total', taken, 10);
    desk.edit('total', accepted, 10);
    desk.takeBack();
    expect(desk.edits()).toEqual({ total: taken });
    desk.takeBack();
    expect(desk.edits()).toEqual({ total: typed('7') });
  });

  test('takes back what changed several places at once as one change', () => {
    const history = createEditHistory({});
    const lines: Edit = { kind: 'lines', lines: [] };
    history.note({ lineItems: lines, total: typed('1') }, 0);
    expect(history.takeBack()).toEqual([
      { place: 'lineItems', edit: null },
      { place: 'total', edit: null },
    ]);
  });

  test('begins with a saved draft, which it never takes away', () => {
    const desk = aDesk({ total: typed('restored') });
    expect(desk.takeBack()).toBeUndefined();
    desk.edit('total', typed('other'));
    desk.takeBack();
    expect(desk.edits()).toEqual({ total: typed('restored') });
  });

  test('forgets what was taken back once there is another change', () => {
    const desk = aDesk();
    desk.edit('total', accepted);
    desk.takeBack();
    desk.edit('iban', accepted);
    expect(desk.doAgain()).toBeUndefined();
  });
});

describe('the focus after a change was taken back', () => {
  const lines = { place: 'lineItems', edit: null };

  test('is on what has changed, and stays where only the lines as a whole have', () => {
    const changes = [lines, { place: 'lineItems.1.unit', edit: null }];
    expect(findPlaceAfter(changes, 'total', 4)).toBe('lineItems.1.unit');
    expect(findPlaceAfter([lines], 'lineItems.2.unit', 4)).toBe('lineItems.2.unit');
    expect(findPlaceAfter([{ place: 'total', edit: null }], null, 0)).toBe('total');
  });

  test('leaves a line that is no longer there', () => {
    const changes = [lines, { place: 'lineItems.4.unit', edit: null }];
    expect(findPlaceAfter(changes, 'lineItems.4.unit', 4)).toBe('lineItems.3.unit');
    expect(findPlaceAfter([lines], 'lineItems.0.amount', 0)).toBeNull();
  });
});
