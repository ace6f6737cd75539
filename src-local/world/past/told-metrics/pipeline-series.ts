import { pipelineMetrics } from '../../../pipelines/extraction/metrics.ts';
import type { Passage } from '../course/passage.ts';
import type { RunTraffic } from '../run-traffic.ts';
import type { Moment } from './point-runs.ts';
import { happening, type ToldSeries } from './told-series.ts';

/** What the pipeline says of itself. */
export function pipelineSeries(runs: () => readonly RunTraffic[]): ToldSeries[] {
  const passages = (): Passage[] => runs().flatMap((run) => run.passages);
  return [
    ...(['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const).map((Outcome) =>
      series(pipelineMetrics.documentsEnded, 'Count', { Outcome }, () =>
        passages()
          .filter(({ outcome }) => outcome === Outcome)
          .map(({ endedAt }) => [endedAt, 1]),
      ),
    ),
    series(pipelineMetrics.documentScore, 'None', {}, () =>
      passages().flatMap(({ reading, endedAt, interrupted }): Moment[] =>
        reading.ok && !interrupted ? [[endedAt, reading.score]] : [],
      ),
    ),
    series(pipelineMetrics.batchSeconds, 'Seconds', {}, () =>
      runs()
        .filter(({ status }) => status === 'SUCCEEDED')
        .map(({ startedAt, endedAt }) => [endedAt, (endedAt - startedAt) / 1_000]),
    ),
  ];
}

function series(
  name: string,
  unit: string,
  dimensions: Readonly<Record<string, string>>,
  moments: () => readonly Moment[],
): ToldSeries {
  return happening({ namespace: pipelineMetrics.namespace, name, dimensions, unit }, moments);
}
