import { describe, expect, it } from 'vitest';
import { openPrompt, type AwsKeys } from '#main/aws/account/account-credentials.ts';
import { CodeNotTaken, NotSignedIn } from '#main/aws/aws-trouble.ts';
import { aSignIn, settled, someKeys } from './a-sign-in.ts';

describe('the one sign-in of a connection', () => {
  it('fetches once for all simultaneous callers, and asks STS first whose the keys are', async () => {
    const asked: string[] = [];
    const { credentials, fetches, states } = aSignIn({
      fetch: [() => Promise.resolve(someKeys('one'))],
      verify: async ({ accessKeyId }) => {
        asked.push(accessKeyId);
        return { accountId: '111122223333', arn: 'arn:aws:iam::111122223333:user/mira' };
      },
    });
    expect(credentials.standing()).toEqual({ state: 'not-yet' });
    const all = await Promise.all(Array.from({ length: 20 }, () => credentials.get()));
    expect(new Set(all.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set(['one']));
    expect([fetches(), asked]).toEqual([1, ['one']]);
    expect(states).toEqual(['in-progress', 'signed-in']);
    expect(credentials.standing()).toEqual({
      state: 'signed-in',
      accountId: '111122223333',
      arn: 'arn:aws:iam::111122223333:user/mira',
      expiresAt: null,
    });
    expect(JSON.stringify(credentials.standing())).not.toContain('secret');
  });

  it('never gives out keys of another account, and does not retry automatically', async () => {
    const { credentials, fetches } = aSignIn({
      fetch: [() => Promise.resolve(someKeys('theirs'))],
      verify: () => Promise.reject(new NotSignedIn('other-account', 'These keys are of another account.')),
    });
    for (let asked = 0; asked < 3; asked += 1) {
      await expect(credentials.get()).rejects.toMatchObject({ reason: 'other-account' });
    }
    expect(fetches()).toBe(1);
    expect(credentials.standing()).toMatchObject({ state: 'failed', reason: 'other-account' });
  });

  it('retries automatically what could not be reached, and nothing else', async () => {
    const { credentials, fetches } = aSignIn({
      fetch: [
        () => Promise.reject(new NotSignedIn('unreachable', 'AWS could not be reached.')),
        () => Promise.resolve(someKeys('one')),
      ],
    });
    await expect(credentials.get()).rejects.toMatchObject({ reason: 'unreachable' });
    expect(credentials.standing()).toMatchObject({ state: 'failed', reason: 'unreachable' });
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'one' });
    expect(fetches()).toBe(2);
  });

  it('makes no caller wait longer than a request may, and continues anyway', async () => {
    let come: (keys: ReturnType<typeof someKeys>) => void = () => undefined;
    const { credentials, fetches, takeLong } = aSignIn({
      fetch: [() => new Promise((resolve) => (come = resolve))],
    });
    const reads = Promise.allSettled([credentials.get(), credentials.get()]);
    await settled();
    expect(takeLong()).toBe(2);
    expect((await reads).map((one) => one.status === 'rejected' && one.reason)).toMatchObject([
      { name: 'NotSignedIn', reason: 'in-progress' },
      { name: 'NotSignedIn', reason: 'in-progress' },
    ]);
    expect(credentials.standing()).toEqual({ state: 'in-progress' });
    come(someKeys('late'));
    await settled();
    expect(credentials.standing()).toMatchObject({ state: 'signed-in' });
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'late' });
    expect([fetches(), takeLong()]).toEqual([1, 0]);
  });

  it('quotes nothing of an unknown error', async () => {
    const { credentials } = aSignIn({ fetch: [() => Promise.reject(new Error('AKIASECRET in a file'))] });
    await expect(credentials.get()).rejects.toMatchObject({ message: 'Sign-in to AWS failed.' });
    expect(JSON.stringify(credentials.standing())).not.toContain('AKIASECRET');
  });

  it('signs in again on request, and not if that is not needed', async () => {
    const { credentials, fetches } = aSignIn({
      fetch: [
        () => Promise.reject(new NotSignedIn('expired', 'Over.', 'aws sso login --profile a')),
        () => Promise.resolve(someKeys('one')),
      ],
    });
    await expect(credentials.get()).rejects.toMatchObject({ run: 'aws sso login --profile a' });
    expect(credentials.standing()).toMatchObject({ state: 'failed', run: 'aws sso login --profile a' });
    await credentials.signIn();
    expect(credentials.standing()).toMatchObject({ state: 'signed-in' });
    await credentials.signIn();
    expect(fetches()).toBe(2);
  });
});

describe('expiring keys', () => {
  it('are renewed once before they expire, while reads continue with the old ones', async () => {
    const { credentials, fetches, pass } = aSignIn({
      fetch: [() => Promise.resolve(someKeys('old', 60)), () => Promise.resolve(someKeys('new', 120))],
    });
    await credentials.get();
    pass(54);
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'old' });
    expect(fetches()).toBe(1);
    pass(2);
    const during = await Promise.all([credentials.get(), credentials.get(), credentials.get()]);
    expect(during.map(({ accessKeyId }) => accessKeyId)).toEqual(['old', 'old', 'old']);
    await settled();
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'new' });
    expect(fetches()).toBe(2);
  });

  it('are not fetched with every read if they live for minutes only', async () => {
    const { credentials, fetches, pass } = aSignIn({ fetch: [() => Promise.resolve(someKeys('short', 4))] });
    await credentials.get();
    pass(2);
    await credentials.get();
    await settled();
    expect(fetches()).toBe(1);
  });

  it('are used until their last moment if no others are available, and never after it', async () => {
    const { credentials, pass } = aSignIn({
      fetch: [
        () => Promise.resolve(someKeys('old', 60)),
        () => Promise.reject(new NotSignedIn('given-up', 'No code was given.')),
      ],
    });
    await credentials.get();
    pass(57);
    await credentials.get();
    await settled();
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'old' });
    expect(credentials.standing()).toMatchObject({ state: 'signed-in' });
    pass(3);
    await expect(credentials.get()).rejects.toMatchObject({ reason: 'given-up' });
    expect(credentials.standing()).toMatchObject({ state: 'failed', reason: 'given-up' });
  });

  it('are reported as expired once no read has happened since', async () => {
    const { credentials, pass } = aSignIn({ fetch: [() => Promise.resolve(someKeys('old', 60))] });
    await credentials.get();
    pass(61);
    expect(credentials.standing()).toMatchObject({ state: 'failed', reason: 'expired' });
  });

  it('are fetched once more for all refused requests, also before their time', async () => {
    const { credentials, fetches } = aSignIn({
      fetch: [() => Promise.resolve(someKeys('old', 60)), () => Promise.resolve(someKeys('new', 60))],
    });
    const old = await credentials.get();
    expect(await Promise.all([credentials.renew(old), credentials.renew(old)])).toEqual([true, true]);
    expect(await credentials.renew(old)).toBe(true);
    expect(fetches()).toBe(2);
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'new' });
  });

  it('cannot be replaced if the profile only holds these', async () => {
    const { credentials } = aSignIn({ fetch: [() => Promise.resolve(someKeys('static'))] });
    const keys = await credentials.get();
    expect(await credentials.renew(keys)).toBe(false);
  });
});

const device = 'arn:aws:iam::111122223333:mfa/mira';

/** Behaves like a role that accepts only one code. */
async function byCode(askCode: (device: string) => Promise<string>): Promise<AwsKeys> {
  const code = await askCode(device);
  if (code !== '123456') throw new CodeNotTaken();
  return someKeys('with-code', 60);
}

describe('the code of a device', () => {
  it('is requested once, for all readers, and each read is refused at once', async () => {
    const { credentials, prompts, fetches, promptId } = aSignIn({ fetch: [byCode] });
    const reads = await Promise.allSettled(Array.from({ length: 6 }, () => credentials.get()));
    expect(reads.every(({ status }) => status === 'rejected')).toBe(true);
    expect(reads[0]).toMatchObject({ reason: { reason: 'code-wanted' } });
    await expect(credentials.get()).rejects.toMatchObject({ reason: 'code-wanted' });
    expect([prompts(), fetches()]).toEqual([1, 1]);
    expect(credentials.standing()).toEqual({
      state: 'code-wanted',
      promptId: 'prompt-1',
      device,
      again: null,
    });
    expect(credentials.answer(promptId(), '123456')).toBe(true);
    await settled();
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'with-code' });
    expect([prompts(), fetches()]).toEqual([1, 1]);
  });

  it('is requested again, with the reason, if AWS refuses it', async () => {
    const { credentials, promptId, states, prompts } = aSignIn({ fetch: [byCode] });
    await credentials.signIn();
    credentials.answer(promptId(), '000000');
    await settled();
    expect(credentials.standing()).toMatchObject({
      state: 'code-wanted',
      promptId: 'prompt-2',
      again: 'AWS rejected that code. Wait for the next code on the device.',
    });
    credentials.answer(promptId(), '123456');
    await settled();
    expect(credentials.standing()).toMatchObject({ state: 'signed-in' });
    expect(prompts()).toBe(2);
    expect(states).toEqual([
      'in-progress',
      'code-wanted',
      'in-progress',
      'code-wanted',
      'in-progress',
      'signed-in',
    ]);
  });

  it('is not requested again by reads after a dismissal, but at the next sign-in', async () => {
    const { credentials, promptId, prompts } = aSignIn({ fetch: [byCode] });
    await expect(credentials.get()).rejects.toMatchObject({ reason: 'code-wanted' });
    expect(credentials.giveUp(promptId())).toBe(true);
    await settled();
    for (let reads = 0; reads < 3; reads += 1) {
      await expect(credentials.get()).rejects.toMatchObject({ reason: 'given-up' });
    }
    expect(prompts()).toBe(1);
    expect(credentials.standing()).toMatchObject({ state: 'failed', reason: 'given-up' });
    await credentials.signIn();
    expect(credentials.standing()).toMatchObject({ state: 'code-wanted', promptId: 'prompt-2' });
  });

  it('is not requested by a key renewal after a dismissal', async () => {
    const { credentials, promptId } = aSignIn({ fetch: [byCode] });
    await credentials.signIn();
    credentials.answer(promptId(), '123456');
    await settled();
    const keys = await credentials.get();
    await expect(credentials.renew(keys)).rejects.toMatchObject({ reason: 'code-wanted' });
    credentials.giveUp(promptId());
    await settled();
    expect(await credentials.renew(keys)).toBe(false);
  });

  it('is accepted once, and only by the current prompt', async () => {
    const { credentials, promptId } = aSignIn({ fetch: [byCode] });
    await credentials.signIn();
    const first = promptId();
    expect(credentials.answer('another', '123456')).toBe(false);
    expect(credentials.giveUp('another')).toBe(false);
    expect(credentials.answer(first, '000000')).toBe(true);
    expect(credentials.answer(first, '123456')).toBe(false);
    expect(credentials.giveUp(first)).toBe(false);
    await settled();
    expect(credentials.answer(first, '123456')).toBe(false);
    expect(credentials.answer(promptId(), '123456')).toBe(true);
  });

  it('is asked by a prompt that ends once', async () => {
    const prompt = openPrompt({ id: 'p', device, again: null });
    expect(prompt.answer('123456')).toBe(true);
    expect(prompt.giveUp()).toBe(false);
    expect(await prompt.answered).toBe('123456');
    const other = openPrompt({ id: 'q', device, again: null });
    expect(other.giveUp()).toBe(true);
    await expect(other.answered).rejects.toMatchObject({ reason: 'given-up' });
  });
});
