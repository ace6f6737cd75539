import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { openAuditLog, UnrecordedOutcome, type AuditLog } from '#main/audit/audit-log.ts';
import { openLineFile, type LineFile } from '#main/audit/line-file.ts';
import { aHome } from '#test/builders/a-home.ts';

const call = {
  operation: 'connections.open',
  input: { connectionId: 'staging', note: 'a body that must not be kept' },
  context: { reference: 'ref-1', role: 'admin', host: 'browser' },
} as const;

function anAudit(home: string, more: { open?: typeof openLineFile } = {}): AuditLog {
  return openAuditLog({
    ...more,
    home,
    now: () => Date.UTC(2026, 10, 20),
    who: () => ({ connection: 'local', person: 'admin' }),
  });
}

function entries(home: string): Record<string, unknown>[] {
  const [file] = readdirSync(join(home, 'audit'));
  const text = readFileSync(join(home, 'audit', file ?? ''), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the audit trail', () => {
  it('has the intent on disk before the work begins, and the outcome after it', async () => {
    const home = aHome();
    let seenDuringWork: unknown;
    await anAudit(home).around(call, () => {
      seenDuringWork = entries(home).map(({ kind }) => kind);
      return ok({});
    });
    expect(seenDuringWork).toEqual(['opened', 'intent']);
    expect(entries(home)).toMatchObject([
      { kind: 'opened', names: {} },
      { kind: 'intent', operation: 'connections.open', ids: { connectionId: 'staging' }, person: 'admin' },
      { kind: 'outcome', code: 'ok', reference: 'ref-1' },
    ]);
  });

  it('records the outcome in detail, if the same code may mean several things', async () => {
    const home = aHome();
    const audit = openAuditLog({
      home,
      now: () => Date.UTC(2026, 10, 20),
      who: () => ({ connection: 'local', person: 'admin' }),
      outcomeOf: (_operation, value) => (value === 'lost' ? { outcome: 'held' } : undefined),
    });
    await audit.around(call, () => ok('lost'));
    await audit.around(call, () => ok('won'));
    await audit.around(call, () => refused({ code: 'key-reused', message: '' }));
    const outcomes = entries(home).filter(({ kind }) => kind === 'outcome');
    expect(outcomes.map(({ code, ids }) => [code, ids])).toEqual([
      ['ok', { outcome: 'held' }],
      ['ok', undefined],
      ['key-reused', undefined],
    ]);
  });

  it('keeps ids and a hash, and no body', async () => {
    const home = aHome();
    await anAudit(home).around(call, () => ok({}));
    expect(JSON.stringify(entries(home))).not.toContain('must not be kept');
  });

  it('names what a handle refers to, before the work begins', async () => {
    const home = aHome();
    const audit = openAuditLog({
      home,
      now: () => Date.UTC(2026, 10, 20),
      who: () => ({ connection: 'local', person: 'admin' }),
      idsOf: (operation, input) => ({ key: `${operation} of ${JSON.stringify(input)}` }),
    });
    await audit.around({ ...call, operation: 'explorer.reveal', input: { handle: 'h1' } }, () => ok({}));
    expect(entries(home)[1]).toMatchObject({
      kind: 'intent',
      ids: { key: 'explorer.reveal of {"handle":"h1"}' },
    });
  });

  it('chains each entry to the one before', async () => {
    const home = aHome();
    const audit = anAudit(home);
    await audit.around(call, () => ok({}));
    await audit.around(call, () => ok({}));
    let previous = '0'.repeat(64);
    for (const { hash, ...body } of entries(home)) {
      expect(body['previous']).toBe(previous);
      expect(createHash('sha256').update(JSON.stringify(body)).digest('hex')).toBe(hash);
      previous = String(hash);
    }
  });

  it('records an outcome for work that throws, and lets the error through', async () => {
    const home = aHome();
    const failing = anAudit(home).around(call, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(entries(home).at(-1)).toMatchObject({ kind: 'outcome', code: 'unexpected' });
  });

  it('says that work was done whose outcome cannot be written, and passes on what was refused', async () => {
    const home = aHome();
    const full = (result: Result<unknown>): Promise<unknown> => {
      let hasRoom = true;
      const open = (file: string): LineFile =>
        openLineFile(file, (to, bytes) => {
          if (!hasRoom) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
          return writeSync(to, bytes);
        });
      return anAudit(home, { open }).around(call, () => {
        hasRoom = false;
        return result;
      });
    };
    await expect(full(ok({}))).rejects.toThrow(UnrecordedOutcome);
    const failure = { code: 'not-found' as const, message: 'No', what: 'it' };
    expect(await full(refused(failure))).toMatchObject({ ok: false, failure });
    expect(entries(home).at(-1)).toMatchObject({ kind: 'intent' });
  });

  it('does no work when the intent cannot be written', async () => {
    const home = aHome();
    writeFileSync(join(home, 'audit'), 'a file where the folder should be');
    let worked = false;
    const result = await anAudit(home).around(call, () => {
      worked = true;
      return ok({});
    });
    expect(worked).toBe(false);
    expect(result).toMatchObject({ ok: false, failure: { code: 'storage-failed' } });
  });
});

describe('a start', () => {
  it('names the ends of earlier chains before anything is done, and makes no file for a start without actions', async () => {
    const home = aHome();
    const first = openAuditLog({ home, now: () => 1, who: () => ({ connection: 'local', person: 'admin' }) });
    await first.around(call, () => ok({}));
    first.close();
    const files = () => readdirSync(join(home, 'audit')).filter((name) => name.endsWith('.jsonl'));
    const start = (at: number) =>
      openAuditLog({ home, now: () => at, who: () => ({ connection: 'local', person: null }) }).close();
    start(2);
    expect(files()).toHaveLength(2);
    const opened = readFileSync(
      join(home, 'audit', files().find((name) => !name.startsWith(first.chain)) ?? ''),
      'utf8',
    );
    expect(opened).toContain(`"${first.chain}":{"sequence":3`);
    start(3);
    expect(files()).toHaveLength(2);
  });
});
