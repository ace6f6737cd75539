import { expect, it } from 'vitest';
import { listChanges, readForm, toForm } from '#renderer/features/workflows/objective/objective-draft.ts';

it('reads a percent with a comma, a point or a percent sign, and takes an empty one as no objective', () => {
  const read = (percent: string) => readForm({ percent, minutes: 30 });
  expect(read('99,5')).toEqual({ ok: true, objective: { percent: 99.5, minutes: 30 } });
  expect(read(' 95 % ')).toEqual({ ok: true, objective: { percent: 95, minutes: 30 } });
  expect(read('')).toEqual({ ok: true, objective: null });
  for (const wrong of ['101', '49', '95.55', 'most', '-5', '1e2']) expect(read(wrong).ok, wrong).toBe(false);
});

it('lists what a save would change', () => {
  const saved = { percent: 95, minutes: 15 } as const;
  expect(listChanges(saved, readForm(toForm(saved)))).toEqual([]);
  expect(listChanges(saved, readForm({ percent: '', minutes: 15 }))).toEqual([
    { name: 'Objective', from: '95 % of batches within 15 min', to: 'none' },
  ]);
  expect(listChanges(null, readForm({ percent: '90', minutes: 60 }))).toEqual([
    { name: 'Objective', from: 'none', to: '90 % of batches within 1 h' },
  ]);
  expect(listChanges(saved, readForm({ percent: 'x', minutes: 15 }))).toEqual([]);
});
