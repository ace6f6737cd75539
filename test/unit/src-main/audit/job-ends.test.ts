import { expect, it } from 'vitest';
import type { Job } from '#shared/contract/jobs.ts';
import { openAuditLog, type LaterOutcome } from '#main/audit/audit-log.ts';
import { openJobEnds } from '#main/audit/job-ends.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aJob } from '#test/builders/a-job.ts';

const startedAt = Date.parse('2026-11-22T14:30:00.000Z');
const endedAt = '2026-11-22T14:29:00.000Z';
const log = { error: () => undefined };

/** The part of a console that audits ends. Each one on the same home started later than the one before. */
function aProcess(home: string, later = 0) {
  const now = (): number => startedAt + later;
  const audit = openAuditLog({ home, now, who: () => ({ connection: 'local', person: 'mira' }) });
  const written: string[] = [];
  const write = (outcome: LaterOutcome): void => {
    audit.ended(outcome);
    written.push(outcome.ids['state'] ?? '');
  };
  const ends = openJobEnds({ home, write, now, log });
  return {
    written,
    open: () => ends.open(),
    see: (...states: readonly Job['state'][]) => {
      for (const state of states) {
        ends.changed(aJob({ state, endedAt: state === 'running' ? null : endedAt }));
      }
    },
  };
}

it('an end is written once, and again when the job was resumed', () => {
  const { written, open, see } = aProcess(aHome());
  open();
  see('running', 'braked', 'braked', 'running', 'running', 'braked', 'stopped', 'stopped');
  expect(written).toEqual(['braked', 'braked', 'stopped']);
});

it('an end that an earlier process has written is not written again', () => {
  const home = aHome();
  const first = aProcess(home);
  first.open();
  first.see('running', 'braked');
  const second = aProcess(home, 1_000);
  second.open();
  second.see('braked');
  expect(second.written).toEqual([]);
});

it.each(['before', 'after'])(
  'a job that runs again in the next process, first seen %s the audit log is open, has another end',
  (when) => {
    const home = aHome();
    const first = aProcess(home);
    first.open();
    first.see('running', 'braked', 'running');
    const second = aProcess(home, 1_000);
    if (when === 'before') second.see('running');
    second.open();
    if (when === 'after') second.see('running');
    second.see('braked', 'braked');
    expect(second.written).toEqual(['braked']);
  },
);

it('an end that could not be written is written with the next change', () => {
  const written: string[] = [];
  let isFull = true;
  const ends = openJobEnds({
    home: aHome(),
    write({ ids }) {
      if (isFull) throw new Error('ENOSPC');
      written.push(ids['state'] ?? '');
    },
    now: () => startedAt,
    log,
  });
  ends.open();
  ends.changed(aJob({ state: 'running' }));
  ends.changed(aJob({ endedAt }));
  isFull = false;
  ends.changed(aJob({ endedAt }));
  ends.changed(aJob({ endedAt }));
  expect(written).toEqual(['done']);
});
