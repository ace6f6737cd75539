import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsole } from '#main/compose/open-console.ts';
import type { Caller } from '#main/gate/gate.ts';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';

const n = 20_000;
const caller: Caller = { trusted: true, host: 'browser', id: 'bench' };

/** Measures what the real gate, with its log file, adds to a handler that does nothing. */
export const bench: Bench = async () => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const opened = await openConsole({ host: 'browser', home, connection: undefined, version: '0' });
  const call = () => opened.gate.call(caller, { operation: 'session.current', input: {} });
  for (let warm = 0; warm < 2_000; warm += 1) await call();

  const times: number[] = [];
  for (let run = 0; run < n; run += 1) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  await opened.close();
  rmSync(home, { recursive: true, force: true });
  const note = 'session.current through the gate, in process, with the log written to disk';
  return [
    {
      name: 'gate.overhead.p50',
      value: rounded(percentile(times, 0.5)),
      unit: 'ms',
      better: 'lower',
      n,
      note,
      bar: 0.2,
    },
    {
      name: 'gate.overhead.p99',
      value: rounded(percentile(times, 0.99)),
      unit: 'ms',
      better: 'lower',
      n,
      note,
    },
  ];
};
