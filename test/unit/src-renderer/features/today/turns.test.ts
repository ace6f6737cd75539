import { describe, expect, it } from 'vitest';
import { createTurns } from '#renderer/features/today/turns.ts';

function aWork() {
  const begun: string[] = [];
  const ends = new Map<string, (how: 'well' | 'badly') => void>();
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    return new Promise((resolve, reject) => {
      ends.set(name, (how) => {
        if (how === 'well') resolve(name);
        else reject(new Error(name));
      });
    });
  };
  return { begun, work, end: (name: string, how: 'well' | 'badly' = 'well') => ends.get(name)?.(how) };
}

const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const wanted = (): AbortSignal => new AbortController().signal;

describe('turns', () => {
  it('let a fixed number begin at once, and the others in order', async () => {
    const { begun, work, end } = aWork();
    const turns = createTurns(2);
    const all = ['a', 'b', 'c', 'd'].map(async (name) => turns.run(work(name), wanted));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    end('a');
    end('c');
    await settled();
    end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('continue after a failure', async () => {
    const { begun, work, end } = aWork();
    const turns = createTurns(1);
    const first = turns.run(work('a'), wanted);
    const second = turns.run(work('b'), wanted);
    end('a', 'badly');
    await expect(first).rejects.toThrow('a');
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await second).toBe('b');
  });

  it('skip cancelled work without losing a place', async () => {
    const { begun, work, end } = aWork();
    const turns = createTurns(1);
    const left = new AbortController();
    const first = turns.run(work('a'), wanted);
    const second = turns.run(work('b'), () => left.signal);
    const third = turns.run(work('c'), wanted);
    left.abort();
    await expect(second).rejects.toThrow('It is no longer wanted.');
    await expect(turns.run(work('d'), () => left.signal)).rejects.toThrow();
    end('a');
    await first;
    await settled();
    end('c');
    expect(await third).toBe('c');
    expect(begun).toEqual(['a', 'c']);
  });

  it('do not check for cancellation if the work need not wait', async () => {
    let asked = false;
    const turns = createTurns(1);
    await turns.run(
      async () => Promise.resolve(),
      () => {
        asked = true;
        return wanted();
      },
    );
    expect(asked).toBe(false);
  });
});
