import { describe, expect, it } from 'vitest';
import {
  codeProblem,
  endsIn,
  notSignedIn,
  typedCode,
  whyUnknown,
} from '#renderer/app/session/sign-in-note.tsx';

describe('the words of a sign-in', () => {
  it('say when keys end', () => {
    const now = Date.UTC(2026, 0, 5, 9);
    const inMinutes = (minutes: number) => ({ expiresAt: new Date(now + minutes * 60_000).toISOString() });
    expect(endsIn(inMinutes(0.5), now)).toBe('ends in a minute');
    expect(endsIn(inMinutes(42.5), now)).toBe('ends in 42 min');
    expect(endsIn(inMinutes(190), now)).toBe('ends in 3 h 10 min');
    expect(endsIn({ expiresAt: null }, now)).toBe('does not end');
  });

  it('name the account in groups', () => {
    expect(notSignedIn('111122223333')).toBe('Not signed in to 1111-2222-3333.');
  });

  it('take a code as it is shown, read out or pasted', () => {
    expect(typedCode('123 456')).toBe('123456');
    expect(typedCode(' 123-456-7 ')).toBe('123456');
    expect(codeProblem('12345')).toBe('Type the 6 digits that the device shows.');
    expect(codeProblem('1234567')).toBeDefined();
    expect(codeProblem('123456')).toBeUndefined();
  });

  it.each([
    [{ state: 'no-api' }, 'names none. So the console offers'],
    [{ state: 'failed', why: 'It said no.' }, 'not signed in there. It said no. Until then'],
    [{ state: 'in-browser', issuer: 'https://id.example' }, 'goes on in the browser. Until then'],
    [{ state: 'not-yet' }, 'nobody has signed in there yet. Until then'],
    [{ state: 'in-progress' }, 'has not said them yet. Until then'],
  ] as const)('say why nobody knows who one is: %j', (pipeline, words) => {
    expect(whyUnknown(pipeline)).toContain(words);
  });
});
