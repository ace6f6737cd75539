import { expect, test } from 'vitest';
import { describeOvertaken } from '#renderer/features/workflows/save/overtaken-dialog.tsx';
import { aWorkflow, aWorkflowEvent } from '#test/builders/a-workflow.ts';

const mine = {
  thresholds: { confidenceThreshold: 0.5, reviewThreshold: 0.88 },
  reason: 'Mine.',
  typedEnvironment: null,
  over: aWorkflow(),
  from: 'draft' as const,
};
const theirs = aWorkflow({ version: 4, reviewThreshold: 0.9 });
const nameOf = () => 'Ines Halvorsen';

test('names the person who saved first, or says that it was oneself in another window', () => {
  const race = { mine, theirs, by: aWorkflowEvent() };
  expect(describeOvertaken(race, nameOf, 'support')).toBe(
    'Ines Halvorsen saved version 4 at 11:02 UTC while you were working on version 3.',
  );
  expect(describeOvertaken(race, nameOf, 'admin')).toMatch(/^You, in another window, saved version 4/);
});

test('leaves out what the history does not contain', () => {
  expect(describeOvertaken({ mine, theirs, by: null }, nameOf, 'admin')).toBe(
    'Another person saved version 4 while you were working on version 3.',
  );
});
