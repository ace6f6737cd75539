import { describe, expect, it, vi } from 'vitest';
import { openApiSignIn } from '#main/pipeline/account/api-sign-in.ts';
import { NoPass, type Pass } from '#main/pipeline/account/pass-sources.ts';
import type { Persona } from '#shared/contract/session.ts';
import { aPassSource, readToken } from './a-pass-source.ts';

const mira: Persona = { id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' };
const jonas: Persona = { ...mira, id: 'jonas', name: 'Jonas Weir', tenants: ['northwind'] };

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Opens a sign-in whose tokens are named after their owners. */
function aSignIn(renewsItself = true) {
  let time = 1_000_000;
  let ids = 0;
  const given = aPassSource(renewsItself);
  const refuses = new Map<string, NoPass>();
  const askWho = vi.fn(async (pass: Pass): Promise<Persona> => {
    const token = (await readToken(pass)) ?? '';
    const refusal = refuses.get(token);
    if (refusal !== undefined) throw refusal;
    return token.includes('jonas') ? jonas : mira;
  });
  const signIn = openApiSignIn({
    source: given.source,
    askWho,
    now: () => time,
    newId: () => `id-${(ids += 1)}`,
  });
  const states: string[] = [];
  signIn.onChange(() => states.push(signIn.standing().state));
  return {
    signIn,
    ...given,
    askWho,
    refuses,
    states,
    pass: (ms: number) => void (time += ms),
    now: () => time,
  };
}

async function aSignedIn(expiresIn: number | null = null, renewsItself = true) {
  const parts = aSignIn(renewsItself);
  const got = parts.signIn.get();
  await settled();
  parts.last().give('first', expiresIn === null ? null : parts.now() + expiresIn);
  const first = await got;
  parts.states.length = 0;
  return { ...parts, first };
}

describe('signing in to the API', () => {
  it('is done once for all simultaneous callers, and names no person before the API has', async () => {
    const { signIn, fetched, last, askWho, states } = aSignIn();
    expect([signIn.standing(), signIn.who()]).toEqual([{ state: 'not-yet' }, null]);
    const both = [signIn.get(), signIn.get()];
    await settled();
    expect(fetched).toHaveLength(1);
    expect(signIn.standing()).toEqual({ state: 'in-progress' });
    last().give('first');
    const [one, other] = await Promise.all(both);
    expect(one).toBe(other);
    expect(askWho).toHaveBeenCalledTimes(1);
    expect(signIn.who()).toEqual(mira);
    expect(states).toEqual(['in-progress', 'signed-in']);
    expect(signIn.byId(one?.id ?? '')).toBe(one);
  });

  it('keeps a lasting token, and fetches another a minute before it ends', async () => {
    const { signIn, fetched, first, pass, last } = await aSignedIn(600_000);
    pass(539_000);
    expect(await signIn.get()).toBe(first);
    pass(2_000);
    const next = signIn.get();
    await settled();
    expect(fetched).toHaveLength(2);
    last().give('second');
    expect(await next).not.toBe(first);
  });

  it('continues with the old one to its last moment if no other is available', async () => {
    const { signIn, first, pass, last } = await aSignedIn(600_000);
    pass(550_000);
    const next = signIn.get();
    await settled();
    last().refuse(new NoPass('The program has gone.'));
    expect(await next).toBe(first);
    pass(60_000);
    const late = signIn.get();
    await settled();
    last().refuse(new NoPass('The program has gone.'));
    await expect(late).rejects.toThrow('The program has gone.');
    expect(signIn.standing()).toEqual({ state: 'failed', why: 'The program has gone.' });
    // The identity remains, so that work in progress is not lost.
    expect(signIn.who()).toEqual(mira);
  });

  it('shows when it ends, if it does not renew itself', async () => {
    const { signIn, now, pass } = await aSignedIn(600_000, false);
    const expiresAt = new Date(now() + 600_000).toISOString();
    expect(signIn.standing()).toEqual({ state: 'signed-in', expiresAt });
    pass(600_001);
    expect(signIn.standing()).toMatchObject({ state: 'failed', why: expect.stringContaining('has expired') });
    const renewing = await aSignedIn(600_000, true);
    expect(renewing.signIn.standing()).toEqual({ state: 'signed-in', expiresAt: null });
  });

  it('trusts the API’s clock and not this machine’s', async () => {
    const { signIn, fetched, first } = await aSignedIn(-3_600_000, false);
    expect(first.pass.expiresAt).toBeNull();
    expect(await signIn.get()).toBe(first);
    expect(fetched).toHaveLength(1);
  });
});

describe('a sign-in that the API refuses', () => {
  it('leaves no person, and no token behind', async () => {
    const { signIn, refuses, last } = aSignIn();
    refuses.set('Bearer unknown-token', new NoPass('It did not take it.', 'not-taken'));
    const got = signIn.get();
    await settled();
    last().give('unknown-token');
    await expect(got).rejects.toThrow('It did not take it.');
    expect(signIn.who()).toBeNull();
    expect(signIn.current()).toBeUndefined();
    expect(signIn.standing()).toEqual({ state: 'failed', why: 'It did not take it.' });
  });

  it('removes the previous person if the API no longer knows them', async () => {
    const { signIn, refuses, last, first } = await aSignedIn();
    refuses.set('Bearer second', new NoPass('It knows you no more.', 'not-taken'));
    const renewed = signIn.renew(first);
    await settled();
    last().give('second');
    expect(await renewed).toBeUndefined();
    expect(signIn.who()).toBeNull();
  });

  it('reveals nothing of an unexpected error', async () => {
    const { signIn, last } = aSignIn();
    const got = signIn.get();
    await settled();
    last().refuse(new TypeError('Bearer eyJ.secret.text is no header'));
    await expect(got).rejects.toThrow(/^Sign-in to the pipeline API failed\.$/);
    expect(JSON.stringify(signIn.standing())).not.toContain('secret');
  });
});

describe('a token that is refused during work', () => {
  it('is renewed once for all refused calls, and reports which one it was', async () => {
    const { signIn, fetched, last, first } = await aSignedIn();
    const both = [signIn.renew(first), signIn.renew(first)];
    await settled();
    expect(fetched).toHaveLength(2);
    expect(last().how).toMatchObject({ isAsked: false, refused: first.pass });
    last().give('second');
    const [one, other] = await Promise.all(both);
    expect(one).toBe(other);
    expect(one).not.toBe(first);
    // A later caller with the old token gets the new one without a fetch.
    expect(await signIn.renew(first)).toBe(one);
    expect(fetched).toHaveLength(2);
  });

  it('is not renewed into another person', async () => {
    const { signIn, last, first } = await aSignedIn();
    const renewed = signIn.renew(first);
    await settled();
    last().give('of-jonas');
    expect(await renewed).toBeUndefined();
    expect(signIn.who()).toEqual(jonas);
  });
});

describe('a sign-in that a person makes', () => {
  it('returns at once, and shows where it continues and how it ended', async () => {
    const { signIn, last, states } = aSignIn();
    const asked = signIn.signIn();
    await settled();
    expect(last().how.isAsked).toBe(true);
    last().how.inBrowser('sso.example.com');
    await asked;
    const standing = signIn.standing();
    expect(standing).toEqual({ state: 'in-browser', issuer: 'sso.example.com' });
    await expect(signIn.get()).rejects.toThrow('in your browser');
    last().refuse(new NoPass('The sign-in timed out.'));
    await settled();
    expect(signIn.standing()).toEqual({ state: 'failed', why: 'The sign-in timed out.' });
    expect(states).toEqual(['in-progress', 'in-browser', 'failed']);
  });

  it('can be repeated while it waits in the browser, where its tab may have been closed', async () => {
    const { signIn, fetched } = aSignIn();
    for (const issuer of ['one.example.com', 'other.example.com']) {
      const asked = signIn.signIn();
      await settled();
      fetched.at(-1)?.how.inBrowser(issuer);
      await asked;
    }
    const [first, second] = fetched;
    expect([first, second].map((one) => one?.how.signal.aborted)).toEqual([true, false]);
    first?.refuse(new NoPass('It was given up.'));
    await settled();
    expect(signIn.standing()).toEqual({ state: 'in-browser', issuer: 'other.example.com' });
    second?.give('of-jonas');
    await settled();
    expect(signIn.who()).toEqual(jonas);
  });

  it('and fails says why until they try again, whatever is requested meanwhile', async () => {
    const { signIn, last } = aSignIn(false);
    void signIn.signIn();
    await settled();
    last().refuse(new NoPass('It was cancelled.'));
    await settled();
    for (const ask of [() => signIn.begin(), () => signIn.get()]) {
      const asked = ask().catch(() => undefined);
      await settled();
      last().refuse(new NoPass('No sign-in was made.', 'not-asked'));
      await asked;
      expect(signIn.standing()).toEqual({ state: 'failed', why: 'It was cancelled.' });
    }
    void signIn.signIn();
    await settled();
    expect(signIn.standing()).toEqual({ state: 'in-progress' });
  });

  it('replaces one that is under way, whose end is then ignored', async () => {
    const { signIn, fetched } = aSignIn();
    const early = signIn.get();
    await settled();
    const asked = signIn.signIn();
    await settled();
    const [first, second] = fetched;
    expect(first?.how.signal.aborted).toBe(true);
    second?.give('of-jonas');
    await asked;
    first?.give('first');
    // The early caller gets the pass that is now valid.
    expect((await early).who).toEqual(jonas);
    expect(signIn.who()).toEqual(jonas);
  });

  it('that was not requested leaves the state as it was', async () => {
    const { signIn, last } = aSignIn(false);
    const got = signIn.get();
    await settled();
    last().refuse(new NoPass('No sign-in was made.', 'not-asked'));
    await expect(got).rejects.toThrow('No sign-in was made.');
    expect(signIn.standing()).toEqual({ state: 'not-yet' });
  });

  it('is forgotten when the console closes', async () => {
    const { signIn, first, last } = await aSignedIn();
    void signIn.signIn();
    await settled();
    signIn.close();
    expect(last().how.signal.aborted).toBe(true);
    last().give('of-jonas');
    await settled();
    expect([signIn.current(), signIn.byId(first.id)]).toEqual([undefined, undefined]);
  });
});

describe('the sign-in of a connection that is opened', () => {
  it('is made if there is none, without waiting for it or reporting its result', async () => {
    const { signIn, fetched, last } = aSignIn();
    const begun = signIn.begin();
    await settled();
    expect(fetched).toHaveLength(1);
    expect(last().how.isAsked).toBe(false);
    // The sign-in is already under way.
    await signIn.begin();
    last().refuse(new NoPass('No token.'));
    await begun;
    expect(fetched).toHaveLength(1);
    expect(signIn.standing()).toEqual({ state: 'failed', why: 'No token.' });
  });

  it('that exists checks the person again: a role may have changed', async () => {
    const { signIn, fetched, askWho, first, states } = await aSignedIn();
    askWho.mockResolvedValueOnce({ ...mira, role: 'admin' });
    await signIn.begin();
    expect(fetched).toHaveLength(1);
    expect(signIn.who()).toEqual({ ...mira, role: 'admin' });
    expect(signIn.byId(first.id)?.who.role).toBe('admin');
    expect(states).toEqual(['signed-in']);
    askWho.mockRejectedValueOnce(new NoPass('It cannot be reached.'));
    await signIn.begin();
    expect(signIn.who()?.role).toBe('admin');
    expect(signIn.standing().state).toBe('signed-in');
  });

  it('that the API no longer accepts is renewed, or there is no person', async () => {
    const { signIn, fetched, last, refuses, first } = await aSignedIn();
    refuses.set('Bearer first', new NoPass('It knows you no more.', 'not-taken'));
    const begun = signIn.begin();
    await settled();
    expect(fetched).toHaveLength(2);
    expect(last().how.refused).toBe(first.pass);
    last().give('first');
    await begun;
    expect(signIn.who()).toBeNull();
  });
});
