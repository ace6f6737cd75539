import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Result } from '#shared/contract/result.ts';
import type { Spend } from '#shared/contract/costs.ts';
import { aConsole } from '#test/builders/a-console.ts';
import { trusted } from '#test/builders/a-gate.ts';

it(
  'counts the requests of each screen to each service as they go out, and stores them in the home folder',
  { timeout: 120_000 },
  async () => {
    const { home, opened, ask } = await aConsole();
    const spend = (): Spend => {
      let now: Spend | undefined;
      const watched = opened.gate.watch(trusted, { operation: 'spend.watch', input: {} }, (result) => {
        const said = result as Result<Spend>;
        if (said.ok) now = said.value;
      });
      if (watched.ok) watched.value.stop();
      if (now === undefined) throw new Error('spend.watch says nothing');
      return now;
    };
    expect(spend()).toMatchObject({ calls: 0, rru: 0, rows: [], days: [] });

    await ask('tenants.list', {});
    await ask('dead-letters.queues', {});
    const { rows, rru, calls, byPattern, month, days } = spend();
    expect(new Set(rows.map(({ screen }) => screen))).toEqual(new Set(['Triage', 'Dead letters']));
    const ofQueues = rows.filter(({ screen }) => screen === 'Dead letters');
    expect(ofQueues.map(({ pattern }) => pattern.split(':')[0])).toEqual(
      expect.arrayContaining(['SQS', 'CloudWatch']),
    );
    expect(ofQueues.filter(({ pattern }) => pattern.startsWith('extraction.'))).toEqual([]);
    const metrics = ofQueues.find(({ pattern }) => pattern === 'CloudWatch: GetMetricData');
    expect(metrics?.items).toBeGreaterThan(1);
    expect(rows.reduce((sum, row) => sum + row.rru, 0)).toBe(rru);
    expect(byPattern.reduce((sum, row) => sum + row.calls, 0)).toBe(calls);
    expect(month.rows).toEqual(rows);
    expect(days).toHaveLength(1);

    await opened.close();
    const [file = ''] = readdirSync(join(home, 'spend'));
    expect(file).toBe(`${days[0]?.day ?? ''}.json`);
    expect(JSON.parse(readFileSync(join(home, 'spend', file), 'utf8'))).toEqual({ rows });
  },
);
