import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';

describe('many jobs of earlier consoles', () => {
  it('are listed up to 200, reading only the end of each', async () => {
    const { start, clock, engine, home, another } = aJobEngine();
    const plan = aPlan(2, { planId: 'plan-of-many' });
    start(plan);
    await clock.advance(60_000);
    await engine.close();
    const journal = readFileSync(join(home, 'jobs', 'plan-of-many.jsonl'), 'utf8').replaceAll(
      /,"sum":"[0-9a-f]{8}"\}$/gm,
      '}',
    );
    // Only the end of the journal is kept, so that reading all of it would find no plan.
    const [, ...end] = journal.split('\n');
    for (let number = 0; number < 300; number += 1) {
      const file = join(home, 'jobs', `many-${number}.jsonl`);
      mkdirSync(join(home, 'jobs'), { recursive: true });
      writeFileSync(file, ['a plan', ...end].join('\n').replaceAll('plan-of-many', `many-${number}`));
      utimesSync(file, number, number);
    }
    const next = another();
    const jobs = next.jobs('local');
    expect(jobs).toHaveLength(200);
    expect(next.detail('local', 'many-299')).toBeNull();
    expect(next.detail('local', 'many-0')).toBeNull();
    expect(next.detail('local', 'plan-of-many')?.job.state).toBe('done');
  });
});
