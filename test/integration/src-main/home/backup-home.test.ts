import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import { holdRestoredJobs } from '#main/dead-letters/hold-restored-jobs.ts';
import { readLedger } from '#main/dead-letters/redrive-ledger.ts';
import { backUpHome, readBackup, restoreHome } from '#main/home/backup-home.ts';
import { beginJournal } from '#main/jobs/journal.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aConsole } from '#test/builders/a-console.ts';
import { aPlan } from '#test/builders/a-job-engine.ts';
import { aHome } from '#test/builders/a-home.ts';
import { injectFileFaults } from '#test/builders/faulty-files.ts';
import { reopenConsole } from '#test/builders/a-used-home.ts';

const madeAt = '2026-11-27T05:00:00.000Z';
const parts = { version: '0', now: () => Date.parse(madeAt), isSandboxOpen: false };

const prepared = (): Promise<void> => Promise.resolve();

function aSmallHome(): string {
  const home = aHome();
  mkdirSync(join(home, 'jobs'));
  mkdirSync(join(home, 'log'));
  writeFileSync(join(home, 'preferences.json'), '{"theme":"dark"}');
  writeFileSync(join(home, 'jobs', 'j.jsonl'), Buffer.from([0, 1, 255, 10]));
  writeFileSync(join(home, 'log', 'sluice.log'), '{}');
  return home;
}

/** Writes a backup with a file of this path beside one that is called b.json, and the checksums that belong to them. */
async function aBackupWith(path: string): Promise<string> {
  const home = aHome();
  writeFileSync(join(home, 'a.json'), '1');
  writeFileSync(join(home, 'b.json'), '2');
  const to = join(aHome(), 'backup');
  await backUpHome({ home, to, ...parts });
  const lines = gunzipSync(readFileSync(to)).toString('utf8').trimEnd().split('\n').slice(0, -1);
  const forged = lines.map((line) => line.replace('"a.json"', () => JSON.stringify(path)));
  const sha256 = createHash('sha256')
    .update(forged.map((line) => `${line}\n`).join(''))
    .digest('hex');
  writeFileSync(to, gzipSync(`${[...forged, JSON.stringify({ sha256 })].join('\n')}\n`));
  return to;
}

function readContents(home: string): Record<string, string> {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      relative(home, join(parentPath, name)),
      readFileSync(join(parentPath, name)).toString('hex'),
    ]),
  );
}

describe('a backup of a home', () => {
  it('is restored byte for byte, without the log, what Chromium keeps and the secrets of a running console', async () => {
    const home = aSmallHome();
    // A window writes here all the time, and its locks name a machine.
    mkdirSync(join(home, 'electron'));
    writeFileSync(join(home, 'electron', 'Preferences'), '{}');
    writeFileSync(join(home, 'console.secrets'), '{}');
    const to = join(aHome(), 'backup');
    expect(await backUpHome({ home, to, ...parts })).toMatchObject({ files: 2, madeAt });
    const restored = join(aHome(), 'new');
    await restoreHome(restored, readBackup(to).files, prepared);
    const {
      [join('log', 'sluice.log')]: _,
      [join('electron', 'Preferences')]: __,
      'console.secrets': ___,
      ...expected
    } = readContents(home);
    expect(readContents(restored)).toEqual(expected);
  });

  // Windows makes links for administrators only.
  it.runIf(process.platform !== 'win32')(
    'holds what a link leads to, and no link that leads nowhere',
    async () => {
      const home = aSmallHome();
      const elsewhere = join(aHome(), 'connections.json');
      writeFileSync(elsewhere, '{"connections":[]}');
      symlinkSync(elsewhere, join(home, 'connections.json'));
      symlinkSync(join(home, 'none'), join(home, 'tenants.json'));
      symlinkSync(home, join(home, 'around'));
      const to = join(aHome(), 'backup');
      expect(await backUpHome({ home, to, ...parts })).toMatchObject({ files: 3 });
      const found = readBackup(to).files.find(({ path }) => path === 'connections.json');
      expect(found?.bytes.toString()).toBe('{"connections":[]}');
    },
  );

  it('is not written over another file, and not restored over another home', async () => {
    const home = aSmallHome();
    const to = join(aHome(), 'backup');
    await backUpHome({ home, to, ...parts });
    await expect(backUpHome({ home, to, ...parts })).rejects.toThrow('exists. Nothing was written');
    const before = readContents(home);
    await expect(restoreHome(home, readBackup(to).files, prepared)).rejects.toThrow(
      'is not empty. Nothing was restored',
    );
    expect(readContents(home)).toEqual(before);
  });

  it('whose jobs could not be held is not restored at all', async () => {
    const home = aSmallHome();
    const to = join(aHome(), 'backup');
    await backUpHome({ home, to, ...parts });
    const restored = join(aHome(), 'new');
    const full = (draft: string): Promise<void> => {
      expect(readContents(draft)).toHaveProperty(join('jobs', 'j.jsonl'));
      return Promise.reject(new Error('ENOSPC: no space left on device, write'));
    };
    await expect(restoreHome(restored, readBackup(to).files, full)).rejects.toThrow(
      /could not be written to .*new: ENOSPC.*Nothing was restored\.$/,
    );
    expect(readdirSync(dirname(restored))).toEqual([]);
  });

  it('is made again where a console deletes a file before it is read', async () => {
    const home = aSmallHome();
    const draft = join(home, 'draft.json');
    writeFileSync(draft, '{}');
    const stop = injectFileFaults((call, path) => {
      if (call === 'read' && path === draft) rmSync(draft, { force: true });
      return undefined;
    });
    const to = join(aHome(), 'backup');
    try {
      const sleep = (): Promise<unknown> => Promise.resolve();
      expect(await backUpHome({ home, to, ...parts, sleep })).toMatchObject({ files: 2 });
    } finally {
      stop();
    }
  });

  it('that is cut or damaged at any byte is refused before anything is written', async () => {
    const to = join(aHome(), 'backup');
    await backUpHome({ home: aSmallHome(), to, ...parts });
    const bytes = readFileSync(to);
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x5a;
      for (const wrong of [damaged, bytes.subarray(0, at)]) {
        writeFileSync(to, wrong);
        let files: unknown = 'refused';
        try {
          ({ files } = readBackup(to));
        } catch (error) {
          expect(String(error)).toContain('Nothing was restored');
        }
        // A byte of gzip's own head says nothing about the content.
        if (files !== 'refused') expect(wrong.length).toBe(bytes.length);
      }
    }
  });

  it.each(['../a.json', '/a.json', 'jobs/../../a.json', 'C:/../a.json'])(
    'leads nowhere but below the home, and not to %s',
    async (path) => {
      const to = await aBackupWith(path);
      expect(() => readBackup(to)).toThrow('Nothing was restored');
    },
  );

  it.each(['notes: today.txt', 'C:a.json', '..\\a.json', '\\\\server\\a.json'])(
    'of an older console is restored without %j, whose name not every system takes, and names it',
    async (path) => {
      const { files, notRestored } = readBackup(await aBackupWith(path));
      expect(files.map((file) => file.path)).toEqual(['b.json']);
      expect(notRestored).toEqual([expect.stringContaining(JSON.stringify(path))]);
    },
  );

  // Windows has no such names.
  it.runIf(process.platform !== 'win32')(
    'leaves out files whose names not every system takes, and names them',
    async () => {
      const home = aSmallHome();
      writeFileSync(join(home, 'jobs', 'copy: j.jsonl'), '{}');
      writeFileSync(join(home, 'a\\b.json'), '{}');
      writeFileSync(join(home, 'log', 'of: today'), '{}');
      const to = join(aHome(), 'backup');
      const { left } = await backUpHome({ home, to, ...parts });
      const said = left.at(-1);
      expect(said).toContain('"a\\\\b.json" and "jobs/copy: j.jsonl"');
      expect(said).not.toContain('today');
      const { files, notRestored } = readBackup(to);
      expect(files.map(({ path }) => path)).toEqual(['jobs/j.jsonl', 'preferences.json']);
      expect(notRestored).toEqual([]);
    },
  );

  it('is refused while a console goes on writing', async () => {
    const home = aSmallHome();
    const to = join(aHome(), 'backup');
    const file = join(home, 'jobs', 'j.jsonl');
    let reads = 0;
    const restore = injectFileFaults((call, path) => {
      if (call === 'read' && path === file) {
        reads += 1;
        appendFileSync(file, 'one more line\n');
      }
      return undefined;
    });
    try {
      const sleep = (): Promise<void> => Promise.resolve();
      await expect(backUpHome({ home, to, ...parts, sleep })).rejects.toThrow(
        'A console is writing to this folder (jobs/j.jsonl)',
      );
    } finally {
      restore();
    }
    expect(reads).toBeGreaterThanOrEqual(5);
    expect(readdirSync(join(to, '..'))).toEqual([]);
  });

  it('is made once the console rests', async () => {
    const home = aSmallHome();
    const to = join(aHome(), 'backup');
    const file = join(home, 'jobs', 'j.jsonl');
    let reads = 0;
    const restore = injectFileFaults((call, path) => {
      if (call === 'read' && path === file && (reads += 1) < 3) appendFileSync(file, 'one more line\n');
      return undefined;
    });
    try {
      await backUpHome({ home, to, ...parts, sleep: () => Promise.resolve() });
    } finally {
      restore();
    }
    const held = readBackup(to).files.find(({ path }) => path === 'jobs/j.jsonl');
    expect(held?.bytes).toEqual(readFileSync(file));
  });
});

describe('a redrive that ran while the backup was made', () => {
  const queue = namesByConvention('sandbox').extraction.webhookDeadLetterQueue;

  it('is held after the restore, and no message is sent twice', { timeout: 120_000 }, async () => {
    const { ask, home, opened, world } = await aConsole({ clock: drivenClock(Date.now()) });
    const sent = countSends(world);
    const { rows } = await ask('dead-letters.sample', { queue, most: 12, holdSeconds: 600 });
    const messageIds = rows.map(({ messageId }) => messageId);
    const { planId, hash } = await ask('plans.make', {
      target: { kind: 'redrive-messages', queue, messageIds },
    });
    const { jobId } = await ask('plans.start', { planId, hash, reason: 'As the test wants it' });
    // The first step is one message; the job then waits for what comes of it.
    await expect
      .poll(
        async () => {
          const { receipts } = await ask('jobs.receipts', { jobId, offset: 0 });
          return receipts.filter(({ state }) => state !== 'waiting' && state !== 'sending').length;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    const { restored, head, held } = await moveByBackup(home, opened);
    expect(held).toHaveLength(1);
    expect(held[0]?.uncertain).toBeGreaterThan(5);
    // A second look finds nothing more to hold.
    const again = await holdRestoredJobs({ home: restored, madeAt: head.madeAt, now: Date.now });
    expect(again.every(({ uncertain }) => uncertain === held[0]?.uncertain)).toBe(true);

    const before = sent();
    expect(before).toBeGreaterThan(0);
    const next = await reopenConsole(restored, world);
    const { receipts } = await next.ask('jobs.receipts', { jobId, offset: 0 });
    expect(receipts.filter(({ state }) => state === 'waiting' || state === 'sending')).toEqual([]);
    const uncertain = receipts.filter(({ state }) => state === 'uncertain');
    expect(uncertain[0]?.note).toContain('restored from a backup');
    await next.call('jobs.resume', { jobId });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(sent()).toBe(before);

    // A new plan for the same messages asks for a reason first.
    await next.ask('dead-letters.sample', { queue, most: 12, holdSeconds: 600 });
    const ids = uncertain.map(({ id }) => id);
    const plan = await next.call('plans.make', {
      target: { kind: 'redrive-messages', queue, messageIds: ids },
    });
    if (plan.ok) {
      const started = await next.call('plans.start', { planId: plan.value.planId, hash: plan.value.hash });
      expect(started.ok).toBe(false);
    }
    await next.opened.close();
    expect(sent()).toBe(before);
  });
});

/** Backs a home up while its console runs, and restores it in another place once that is closed. */
async function moveByBackup(home: string, opened: { readonly close: () => Promise<unknown> }) {
  const to = join(aHome(), 'backup');
  await backUpHome({ home, to, ...parts, now: Date.now });
  await opened.close();
  const restored = join(aHome(), 'new');
  const { head, files } = readBackup(to);
  const held = await restoreHome(restored, files, (draft) =>
    holdRestoredJobs({ home: draft, madeAt: head.madeAt, now: Date.now }),
  );
  return { restored, head, held };
}

describe('a job that had not sent anything when the backup was made', () => {
  const queue = namesByConvention('sandbox').extraction.webhookDeadLetterQueue;

  it('is held after the restore, and its discarded messages are planned again only with a reason', async () => {
    const { ask, home, opened, world } = await aConsole({ clock: drivenClock(Date.now()) });
    const { rows } = await ask('dead-letters.sample', { queue, most: 3, holdSeconds: 600 });
    const messageIds = rows.map(({ messageId }) => messageId);
    const discard = await ask('plans.make', { target: { kind: 'discard-messages', queue, messageIds } });
    await ask('plans.start', {
      planId: discard.planId,
      hash: discard.hash,
      reason: 'As the test wants it',
      typed: { environment: 'sandbox', count: String(messageIds.length) },
    });
    await expect
      .poll(async () => (await ask('dead-letters.discarded', { offset: 0 })).total, { timeout: 30_000 })
      .toBe(messageIds.length);
    const target = { kind: 'resend-messages', queue, messageIds } as const;
    // The discard ends a moment after its last message, and until then its messages are its own.
    const countGo = async () => (await ask('plans.make', { target })).counts.go;
    await expect.poll(countGo, { timeout: 30_000 }).toBe(messageIds.length);
    const { planId } = await ask('plans.make', { target });
    // No alarm has this name, so it is never quiet.
    const pace = { ...usualPace, beginWhen: { alarm: 'unknown' } };
    const { hash } = await ask('plans.setPace', { planId, pace });
    await ask('plans.start', { planId, hash });
    const { restored, held } = await moveByBackup(home, opened);
    expect(held).toContainEqual({ jobId: planId, uncertain: messageIds.length });

    const next = await reopenConsole(restored, world);
    const again = await next.ask('plans.make', { target });
    expect(again.items.map(({ verdict, needsReason }) => [verdict, needsReason])).toEqual(
      messageIds.map(() => ['blocked', true]),
    );
    const started = await next.call('plans.start', { planId: again.planId, hash: again.hash });
    expect(started.ok).toBe(false);
    await next.opened.close();
  });

  it.each(['redrive-messages', 'resend-messages', 'discard-messages'] as const)(
    'leaves a ledger of what a %s may have sent, also if its first call was already on disk',
    async (kind) => {
      const home = aHome();
      mkdirSync(join(home, 'jobs'));
      const messageIds = ['m-1', 'm-2', 'm-3'];
      const whole = aPlan(3);
      const items = whole.items.map((item, at) => ({ ...item, id: messageIds[at] ?? '', version: null }));
      const plan = { ...whole, kind, target: { kind, queue, messageIds }, items };
      const line = { event: 'plan', at: madeAt, format: 1, by: 'admin', reason: null, plan } as const;
      const journal = beginJournal(join(home, 'jobs', `${plan.planId}.jsonl`), line, parts);
      journal?.append({ event: 'intent', call: 1, step: 1, key: 'k', ids: ['m-1'] });
      journal?.close();
      const held = await holdRestoredJobs({ home, madeAt, now: parts.now });
      expect(held).toEqual([{ jobId: plan.planId, uncertain: 3 }]);
      const { fold } = readLedger(join(home, 'jobs', `${plan.planId}.messages.jsonl`));
      const states = [...fold.standings].map(([id, { state }]) => [id, state]);
      // A discard sends nothing.
      const isSending = kind !== 'discard-messages';
      expect(states).toEqual(isSending ? messageIds.map((id) => [id, 'uncertain']) : []);
      expect(fold.place).toEqual(isSending ? { connectionId: 'local', queue, kind } : null);
    },
  );
});

/** Counts messages that are sent from now on. */
function countSends(world: Awaited<ReturnType<typeof aConsole>>['world']): () => number {
  let count = 0;
  const { aws } = world.sandbox;
  const real = aws.dispatch;
  Object.assign(aws, {
    dispatch: (...args: Parameters<typeof real>) => {
      const target = Object.entries(args[0].headers).find(
        ([name]) => name.toLowerCase() === 'x-amz-target',
      )?.[1];
      if (target?.startsWith('AmazonSQS.SendMessage') === true) count += 1;
      return real(...args);
    },
  });
  return () => count;
}
