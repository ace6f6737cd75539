import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { readingSchema } from '#shared/contract/explorer.ts';
import type { InputOf, Contract } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { openExplorer } from '#main/features/explorer/explorer-handlers.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import type { ReadingWorld } from '#test/builders/a-reading-world.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import type { z } from 'zod';

type Names = Extract<keyof Contract, `explorer.${string}`>;
type Output<N extends Names> = z.output<Contract[N]['output']>;

/** Opens the Explorer as the console does on the sandbox, called through the gate. */
async function aSandbox(): Promise<{
  world: ReadingWorld;
  call: <N extends Names>(name: N, input: InputOf<N>) => Promise<Result<Output<N>>>;
}> {
  const systems = Object.values(catalogue);
  const world = await aReadingWorld(...systems);
  const { handlers } = openExplorer({
    home: aHome(),
    systems,
    file: null,
    prepare() {},
    reader: () => world.reader,
    tableNames: (system) => tableNames(system, 'sandbox'),
    connection: () => aConnectionSummary(),
    who: () => 'support',
    log: { info() {}, warn() {}, error() {}, fatal() {} },
    now: () => world.clock.now(),
    randomBytes,
  });
  const { gate } = aGate({ handlers });
  return {
    world,
    call: async (operation, input) =>
      (await gate.call(trusted, { operation, input })) as Result<Output<typeof operation>>,
  };
}

const today = 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479';
const filesOfToday = { system: 'downloads', pattern: 'filesOfBatch', params: [{ batchId: today }] };

describe('the Explorer on pocket AWS', () => {
  it('reads a batch page by page as one reading, and exports all of it, without a secret', async () => {
    const { call } = await aSandbox();
    const answers: unknown[] = [];
    const rows: string[] = [];
    const readings = new Set<string>();
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = { ...filesOfToday, pageSize: 2, ...(cursor === undefined ? {} : { cursor }) };
      const answer = valueOf(await call('explorer.ask', page));
      expect(readingSchema.safeParse(answer).error).toBeUndefined();
      answers.push(answer);
      readings.add(answer.reading);
      rows.push(...answer.items.map(({ handle }) => handle));
      cursor = answer.cursor;
    }
    expect(readings.size).toBe(1);
    expect(rows).toHaveLength(5);

    const columns = ['FileID', 'Status', 'PresignedURL', 'EncryptedAESKey', 'EncodedAESIV'];
    const asked = { reading: [...readings][0] ?? '', columns, rows };
    const csv = valueOf(await call('explorer.export', { ...asked, format: 'csv' }));
    const json = valueOf(await call('explorer.export', { ...asked, format: 'json' }));
    expect(csv.text.trim().split('\r\n')).toHaveLength(6);
    expect(JSON.parse(json.text)).toHaveLength(5);

    const secrets = catalogue.downloads.samples.jobs.flatMap((sample) =>
      ['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV'].flatMap((name) => {
        const value = Object.entries(sample).find(([one]) => one === name)?.[1];
        return typeof value === 'string' ? [value] : [];
      }),
    );
    expect(secrets.length).toBeGreaterThan(0);
    const told = JSON.stringify([answers, csv, json]);
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  });

  it('reveals an e-mail address with one read of one item, and never a key', async () => {
    const { world, call } = await aSandbox();
    const question = { system: 'hr', pattern: 'employeeByEmail', params: [{ email: 'alice@acme.co' }] };
    const [alice] = valueOf(await call('explorer.ask', question)).items;
    expect(alice?.attributes).toMatchObject({
      email: { MASKED: { what: 'an e-mail address', revealable: true } },
      GSI1PK: { MASKED: { what: 'a key with an e-mail address', revealable: true } },
    });
    world.sent.length = 0;
    const handle = alice?.handle ?? '';
    const revealed = await call('explorer.reveal', { handle, attribute: 'email' });
    expect(valueOf(revealed)).toEqual({ value: { S: 'alice@acme.co' } });
    expect(revealed).toMatchObject({ receipt: { rru: 1, items: 1 } });
    expect(world.sent.map(({ operation }) => operation)).toEqual(['GetItem']);
    const key = valueOf(await call('explorer.reveal', { handle, attribute: 'GSI1PK' }));
    expect(key).toEqual({ value: { S: 'EMAIL#alice@acme.co' } });

    const [file] = valueOf(await call('explorer.ask', filesOfToday)).items;
    world.sent.length = 0;
    const secret = { handle: file?.handle ?? '', attribute: 'EncryptedAESKey' };
    expect(await call('explorer.reveal', secret)).toMatchObject({ failure: { code: 'invalid-input' } });
    expect(world.sent).toEqual([]);
  });
});
