import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { stages } from '../../../pipelines/extraction/readers.ts';
import { once } from '../once.ts';
import type { RunTraffic } from '../run-traffic.ts';
import { happening, type ToldSeries } from './told-series.ts';

/** What Lambda says of the functions that the state machine calls. */
export function lambdaSeries(runs: () => readonly RunTraffic[]): ToldSeries[] {
  const names = namesByConvention('sandbox').extractionFunctions;
  return [
    ...functionSeries(names.processDocument, runs, stageCalls),
    ...functionSeries(names.listDocuments, runs, listingCalls),
    ...functionSeries(names.markDocumentFailed, runs, markCalls),
    ...functionSeries(names.finaliseBatch, runs, finaliseCalls),
  ];
}

interface Call {
  /** When it ended. */
  readonly at: number;
  readonly ms: number;
  readonly failed: boolean;
}

function functionSeries(
  FunctionName: string,
  runs: () => readonly RunTraffic[],
  callsOf: (run: RunTraffic) => Iterable<Call>,
): ToldSeries[] {
  const calls = once(() => {
    const all: Call[] = [];
    for (const run of runs()) for (const call of callsOf(run)) all.push(call);
    return all;
  });
  const series = (name: string, unit: string, valueOf: (call: Call) => number): ToldSeries =>
    happening({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName }, unit }, () =>
      calls().map((call) => [call.at, valueOf(call)]),
    );
  return [
    series('Invocations', 'Count', () => 1),
    series('Errors', 'Count', ({ failed }) => Number(failed)),
    series('Throttles', 'Count', () => 0),
    series('Duration', 'Milliseconds', ({ ms }) => ms),
  ];
}

function listingCalls({ startedAt }: RunTraffic): Call[] {
  return [{ at: startedAt + 240, ms: 85, failed: false }];
}

/** Each attempt at each stage, but for one that its execution did not wait for. */
function* stageCalls({ passages }: RunTraffic): Generator<Call> {
  for (const { begunAt, reading, waits, interrupted } of passages) {
    let at = begunAt;
    for (const [place, ms] of reading.stageMs.entries()) {
      if (interrupted && stages[place] === interrupted.stage) break;
      const failed = !reading.ok && place === reading.stageMs.length - 1;
      at += ms;
      yield { at, ms, failed };
      if (!failed) continue;
      for (const wait of waits) {
        at += wait + ms;
        yield { at, ms, failed };
      }
    }
  }
}

function* markCalls({ passages }: RunTraffic): Generator<Call> {
  for (const { reading, interrupted, endedAt } of passages) {
    if (!reading.ok && !interrupted) yield { at: endedAt, ms: 45, failed: false };
  }
}

/** One that fails is called again, after 1, 2, 4 and 8 seconds. */
function finaliseCalls({ endedAt, batch, run, status }: RunTraffic): Call[] {
  if (status === 'SUCCEEDED') return [{ at: endedAt, ms: 120, failed: false }];
  if (batch.execution !== 'failed in finalise' || run > 1) return [];
  return [15_000, 14_000, 12_000, 8_000, 0].map((before) => ({
    at: endedAt - before,
    ms: 120,
    failed: true,
  }));
}
