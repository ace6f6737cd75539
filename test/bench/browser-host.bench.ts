import { startConsole } from '#scripts/start-console.ts';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';

const starts = 10;
const calls = 2_000;

export const bench: Bench = async () => {
  const times: number[] = [];
  for (let run = 0; run < starts; run += 1) {
    const started = performance.now();
    const host = await startConsole({ build: 'out' });
    times.push(performance.now() - started);
    await host.stop();
  }
  return [
    {
      name: 'browser-host.ready.p50',
      value: Math.round(percentile(times, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: starts,
      note: 'from spawning node to its ready line, built, fresh home folder',
      bar: 1_500,
    },
    {
      name: 'browser-host.call.p50',
      value: rounded(await roundTrip()),
      unit: 'ms',
      better: 'lower',
      n: calls,
      note: 'session.current over HTTP on loopback, one connection',
    },
  ];
};

async function roundTrip(): Promise<number> {
  const host = await startConsole({ build: 'out' });
  const token = new URL(host.address).hash.slice('#token='.length);
  const signedIn = await fetch(`${host.origin}/session`, { method: 'POST', body: JSON.stringify({ token }) });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const times: number[] = [];
  for (let run = 0; run < calls; run += 1) {
    const started = performance.now();
    const answer = await fetch(`${host.origin}/call/session.current`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"input":{}}',
    });
    await answer.json();
    times.push(performance.now() - started);
  }
  await host.stop();
  return percentile(times.slice(100), 0.5);
}
