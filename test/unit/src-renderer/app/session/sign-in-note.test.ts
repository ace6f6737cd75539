import { describe, expect, it } from 'vitest';
import {
  codeProblem,
  describeApiSignIn,
  endsIn,
  notSignedIn,
  typedCode,
  whyUnknown,
} from '#renderer/app/session/sign-in-note.tsx';
import { messages } from '#renderer/app/messages.ts';

describe('the sign-in note', () => {
  it('shows when keys end', () => {
    const now = Date.UTC(2026, 0, 5, 9);
    const inMinutes = (minutes: number) => ({ expiresAt: new Date(now + minutes * 60_000).toISOString() });
    expect(endsIn(inMinutes(0.5), now)).toBe('ends in a minute');
    expect(endsIn(inMinutes(42.5), now)).toBe('ends in 42 min');
    expect(endsIn(inMinutes(190), now)).toBe('ends in 3 h 10 min');
    expect(endsIn({ expiresAt: null }, now)).toBe('does not end');
  });

  it('shows the account in groups', () => {
    expect(notSignedIn('111122223333')).toBe('Not signed in to 1111-2222-3333.');
  });

  it('accepts a code as shown, read out or pasted', () => {
    expect(typedCode('123 456')).toBe('123456');
    expect(typedCode(' 123-456-7 ')).toBe('123456');
    expect(codeProblem('12345')).toBe(messages.session.codeProblem);
    expect(codeProblem('1234567')).toBeDefined();
    expect(codeProblem('123456')).toBeUndefined();
  });

  it('offers to sign in to the pipeline API until that is done, and says why', () => {
    expect(describeApiSignIn({ state: 'failed', why: 'It has expired.' })).toEqual({
      says: `It has expired. ${messages.session.roleMeanwhile}`,
      button: 'Sign in',
    });
    expect(describeApiSignIn({ state: 'not-yet' })?.button).toBe('Sign in');
    expect(describeApiSignIn({ state: 'in-browser', issuer: 'id.example' })).toEqual({
      says: 'Continue in the browser at id.example.',
      button: 'Sign in again',
    });
    for (const state of ['no-api', 'in-progress'] as const) expect(describeApiSignIn({ state })).toBeNull();
    expect(describeApiSignIn({ state: 'signed-in', expiresAt: null })).toBeNull();
  });

  it.each([
    [{ state: 'no-api' }, messages.session.noApi],
    [{ state: 'failed', why: 'It said no.' }, 'not signed in there. It said no. Actions that require a role'],
    [{ state: 'in-browser', issuer: 'https://id.example' }, 'in the browser. Actions that require a role'],
    [{ state: 'not-yet' }, 'you have not signed in there yet. Actions that require a role'],
    [{ state: 'in-progress' }, 'has not answered yet. Actions that require a role'],
  ] as const)('shows why the person is unknown: %j', (pipeline, words) => {
    expect(whyUnknown(pipeline)).toContain(words);
  });
});
