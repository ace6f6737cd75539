import { expect, it } from 'vitest';
import { needsPerson } from '#renderer/contract/use-person-here.ts';

it('a sign-in needs a person until they have finished it, but not while it renews itself', () => {
  const states = ['failed', 'not-yet', 'in-browser', 'in-progress', 'signed-in', 'no-api'] as const;
  expect(states.filter(needsPerson)).toEqual(['failed', 'not-yet', 'in-browser']);
  // The sandbox has no sign-in.
  expect(needsPerson(undefined)).toBe(false);
});
