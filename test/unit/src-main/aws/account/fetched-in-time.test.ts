import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchedInTime } from '#main/aws/account/fetched-in-time.ts';

const never = new Promise<never>(() => undefined);

describe('keys that are waited for', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are given up after two minutes', async () => {
    const fetched = fetchedInTime(
      () => never,
      () => never,
    );
    const told = expect(fetched).rejects.toMatchObject({ name: 'NotSignedIn', reason: 'refused' });
    await vi.advanceTimersByTimeAsync(120_000);
    await told;
  });

  it('are not, while a person looks for a code, however long that takes', async () => {
    let answer: (code: string) => void = () => undefined;
    const fetched = fetchedInTime(
      async (askCode) => `keys by ${await askCode('phone')}`,
      () => new Promise<string>((resolve) => (answer = resolve)),
    );
    await vi.advanceTimersByTimeAsync(3_600_000);
    answer('123456');
    expect(await fetched).toBe('keys by 123456');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ask nobody for a code once they were given up', async () => {
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const asked: string[] = [];
    let ended: Promise<string> | undefined;
    const fetched = fetchedInTime(
      (askCode) => (ended = slow.then(() => askCode('phone'))),
      (device) => {
        asked.push(device);
        return never;
      },
    );
    const told = expect(fetched).rejects.toMatchObject({ name: 'NotSignedIn', reason: 'refused' });
    await vi.advanceTimersByTimeAsync(120_000);
    await told;
    goOn();
    await expect(ended).rejects.toMatchObject({ name: 'NotSignedIn' });
    expect(asked).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leave nothing behind that waits', async () => {
    await expect(
      fetchedInTime(
        () => Promise.reject(new Error('no')),
        () => never,
      ),
    ).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });
});
