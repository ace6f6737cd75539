import { describe, expect, it } from 'vitest';
import { ok, refused } from '#shared/contract/result.ts';
import { lateReader } from '#main/aws/late-reader.ts';
import type { OpenedReader } from '#main/aws/late-reader.ts';
import type { CatalogueReader, PageRead } from '#main/aws/reading.ts';

const page = { items: [], cursor: null } as unknown as PageRead;
const asked = { system: {} as never, pattern: 'any', params: [] };

function aReader(
  answer: () => Awaited<ReturnType<CatalogueReader['ask']>>,
): OpenedReader & { closed: number } {
  const opened = {
    closed: 0,
    reader: {
      run: () => Promise.resolve(answer()),
      ask: () => Promise.resolve(answer()),
      readAgain: () => Promise.reject(new Error('not asked')),
      changed() {},
    } satisfies CatalogueReader,
    close() {
      opened.closed += 1;
      return Promise.resolve();
    },
  };
  return opened;
}

const unreachable = () => refused({ code: 'aws-unreachable', message: 'Gone.', service: 'DynamoDB' });

describe('a reader that opens late', () => {
  it('opens at the first question, once for all that ask at the same time', async () => {
    let opens = 0;
    const late = lateReader(() => {
      opens += 1;
      return Promise.resolve(aReader(() => ok(page)));
    });
    expect(opens).toBe(0);
    await Promise.all([late.reader.ask(asked), late.reader.ask(asked)]);
    expect(opens).toBe(1);
  });

  it('says why it did not open and that nothing was read, and tries again at the next question', async () => {
    let opens = 0;
    const late = lateReader(() => {
      opens += 1;
      return opens === 1
        ? Promise.reject(new Error('Another process has the folder'))
        : Promise.resolve(aReader(() => ok(page)));
    });
    expect(await late.reader.ask(asked)).toMatchObject({
      ok: false,
      failure: {
        code: 'aws-unreachable',
        message: 'The sandbox did not open. Another process has the folder. Nothing was read.',
      },
    });
    expect(await late.reader.ask(asked)).toMatchObject({ ok: true });
  });

  it('closes one that has ended and opens another for the next question', async () => {
    const first = aReader(unreachable);
    const readers = [first, aReader(() => ok(page))];
    const late = lateReader(() => Promise.resolve(readers.shift() as OpenedReader));
    expect(await late.reader.ask(asked)).toMatchObject({ ok: false });
    expect(first.closed).toBe(1);
    expect(await late.reader.ask(asked)).toMatchObject({ ok: true });
  });

  it('leaves errors of ours to the gate, and the AWS open', async () => {
    const opened = aReader(() => ok(page));
    const late = lateReader(() => Promise.resolve(opened));
    await late.reader.ask(asked);
    const item = { system: {} as never, table: 'main', key: {} };
    await expect(late.reader.readAgain(item)).rejects.toThrow('not asked');
    expect(opened.closed).toBe(0);
  });

  it('closes what it has opened, and nothing where it has opened nothing', async () => {
    const opened = aReader(() => ok(page));
    const late = lateReader(() => Promise.resolve(opened));
    await late.close();
    expect(opened.closed).toBe(0);
    await late.reader.ask(asked);
    await late.close();
    expect(opened.closed).toBe(1);
  });
});
