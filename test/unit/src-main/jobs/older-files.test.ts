import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seal } from '#main/audit/line-file.ts';
import { openLedgers } from '#main/dead-letters/open-ledgers.ts';
import { openLedger } from '#main/dead-letters/redrive-ledger.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aJobEngine } from '#test/builders/a-job-engine.ts';

/**
 * The files in `test/fixtures/older-home` were written by the console of 22 November 2026, which knew no checksums, no
 * lengths, no pace and no "sent, not confirmed". They are never written again.
 */
function anOlderHome(): string {
  const home = aHome();
  cpSync(join(import.meta.dirname, '../../../fixtures/older-home'), home, { recursive: true });
  return home;
}

const hour = 3_600_000;
const log = { info() {}, warn() {}, error() {}, fatal() {} };

describe('a home folder of an earlier version', () => {
  it('keeps its ended jobs and their receipts', async () => {
    const { engine } = aJobEngine({ home: anOlderHome() });
    const job = engine.jobs('local').find(({ jobId }) => jobId === 'older-done');
    expect(job).toMatchObject({
      state: 'done',
      total: 3,
      counts: { fixed: 3, unconfirmed: 0, uncertain: 0 },
    });
    expect(engine.receipts('local', 'older-done')?.map(({ id, state }) => [id, state])).toEqual([
      ['document-1', 'fixed'],
      ['document-2', 'fixed'],
      ['document-3', 'fixed'],
    ]);
    expect(engine.lost('local')).toEqual([]);
    await engine.close();
  });

  it('goes on asking about what was sent of a job under way, and sends none of it again', async () => {
    const { engine, clock, pipeline } = aJobEngine({ home: anOlderHome() });
    engine.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    const standing = engine.jobs('local').find(({ jobId }) => jobId === 'older-under-way');
    expect(standing).toMatchObject({ total: 12, counts: { fixed: 1, running: 10, waiting: 1 } });
    expect(standing?.because ?? '').not.toContain('damaged');
    // The earlier version has sent the others, so they are only asked about.
    expect(pipeline.looked.flat()).toContain('document-11');
    for (const { ids } of pipeline.calls) expect(ids).toEqual(['document-12']);
    await engine.close();
  });

  it('opens a ledger, in which what was sent stays sent and what may have been sent is uncertain', async () => {
    const home = anOlderHome();
    const { sentBefore } = openLedgers({ home, now: () => Date.now(), log, open: undefined });
    expect(sentBefore.of('local', 'dead', 'a')).toBe('sent');
    expect(sentBefore.of('local', 'dead', 'b')).toBe('uncertain');
    const file = join(home, 'jobs', 'older-redrive.messages.jsonl');
    const place = { connectionId: 'local', queue: 'dead', kind: 'redrive-messages' };
    const before = readFileSync(file, 'utf8');
    const ledger = await openLedger(file, { place, now: () => Date.now() });
    expect(ledger.recovered).toEqual(['b']);
    await ledger.close();
    expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
  });
});

describe('a home folder of a later version', () => {
  it('lists a job whose line cannot be read, names what is uncertain, and leaves it to a person', async () => {
    const home = anOlderHome();
    const file = join(home, 'jobs', 'older-under-way.jsonl');
    const line = { event: 'weighed', at: '2026-11-20T14:25:30.000Z', ids: ['document-12'] };
    appendFileSync(file, `${seal(JSON.stringify(line))}\n`);
    const { engine, clock, pipeline } = aJobEngine({ home });
    engine.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    const job = engine.jobs('local').find(({ jobId }) => jobId === 'older-under-way');
    expect(job).toMatchObject({ state: 'interrupted', counts: { fixed: 1, uncertain: 1 } });
    expect(job?.because).toContain('Line 7 of its journal is damaged');
    expect(job?.because).toContain('was written by another version of Sluice');
    const uncertain = engine
      .receipts('local', 'older-under-way')
      ?.filter(({ state }) => state === 'uncertain');
    expect(uncertain?.map(({ id }) => id)).toEqual(['document-12']);
    expect(pipeline.calls).toEqual([]);
    await engine.close();
  });

  it('names a journal whose plan has another form, with the ids that its other lines have', async () => {
    const home = anOlderHome();
    const file = join(home, 'jobs', 'older-under-way.jsonl');
    const [plan = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const later = [plan.replace('"format":1', '"format":2'), ...lines].join('\n');
    writeFileSync(file, later);
    const { engine, clock, pipeline } = aJobEngine({ home });
    engine.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(engine.lost('local')).toMatchObject([
      {
        jobId: 'older-under-way',
        file,
        why: 'Line 1, which holds the plan, was written by another version of Sluice, and this one cannot read it.',
        idsTotal: 11,
      },
    ]);
    expect(engine.jobs('local').map(({ jobId }) => jobId)).toEqual(['older-done']);
    expect(pipeline.calls).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(later);
    await engine.close();
  });
});
