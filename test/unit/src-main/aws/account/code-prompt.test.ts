import { describe, expect, it } from 'vitest';
import type { AwsKeys } from '#main/aws/account/keys.ts';
import { CodeNotTaken } from '#main/aws/account/not-signed-in.ts';
import { openPrompt } from '#main/aws/account/prompt.ts';
import { aSignIn, settled, someKeys } from './a-sign-in.ts';

const device = 'arn:aws:iam::111122223333:mfa/mira';

/** A role that takes one code only. */
async function byCode(askCode: (device: string) => Promise<string>): Promise<AwsKeys> {
  const code = await askCode(device);
  if (code !== '123456') throw new CodeNotTaken();
  return someKeys('with-code', 60);
}

describe('a code of a device', () => {
  it('is asked for once, whoever reads, and a read is told so at once', async () => {
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

  it('is asked for again, with the reason, where AWS does not take it', async () => {
    const { credentials, promptId, states, prompts } = aSignIn({ fetch: [byCode] });
    await credentials.signIn();
    credentials.answer(promptId(), '000000');
    await settled();
    expect(credentials.standing()).toMatchObject({
      state: 'code-wanted',
      promptId: 'prompt-2',
      again: 'AWS did not take that code. Wait for the next one that the device shows.',
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

  it('is not asked for again by reads once a person gave up, but when they sign in', async () => {
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

  it('is not asked for by who renews keys after a person gave up', async () => {
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

  it('is taken once, and only by the prompt that stands', async () => {
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

  it('is held by a prompt that ends once', async () => {
    const prompt = openPrompt({ id: 'p', device, again: null });
    expect(prompt.answer('123456')).toBe(true);
    expect(prompt.giveUp()).toBe(false);
    expect(await prompt.answered).toBe('123456');
    const other = openPrompt({ id: 'q', device, again: null });
    expect(other.giveUp()).toBe(true);
    await expect(other.answered).rejects.toMatchObject({ reason: 'given-up' });
  });
});
