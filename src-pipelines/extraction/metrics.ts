import { PutMetricDataCommand, type MetricDatum } from '@aws-sdk/client-cloudwatch';
import type { PipelineParts } from '../parts.ts';
import type { DocumentItem } from './item-shapes.ts';

/** The pipeline sends these metrics to CloudWatch itself. */
export const pipelineMetrics = {
  namespace: 'Autowired',
  /** A count, with the dimension `Outcome`: the status a document ended in. */
  documentsEnded: 'DocumentsEnded',
  /** From 0 to 1, for documents that were read to the end. */
  documentScore: 'DocumentScore',
  /** The time from an execution's start to its batch's last document. */
  batchSeconds: 'BatchSeconds',
} as const;

export async function reportDocument(
  parts: PipelineParts,
  { status, score }: Pick<DocumentItem, 'status' | 'score'>,
): Promise<void> {
  await report(parts, [
    {
      MetricName: pipelineMetrics.documentsEnded,
      Dimensions: [{ Name: 'Outcome', Value: status }],
      Unit: 'Count',
      Value: 1,
    },
    ...(score === undefined
      ? []
      : [{ MetricName: pipelineMetrics.documentScore, Unit: 'None' as const, Value: score }]),
  ]);
}

export async function reportBatch(parts: PipelineParts, seconds: number): Promise<void> {
  await report(parts, [{ MetricName: pipelineMetrics.batchSeconds, Unit: 'Seconds', Value: seconds }]);
}

async function report(parts: PipelineParts, data: readonly MetricDatum[]): Promise<void> {
  const Timestamp = new Date(parts.now());
  try {
    await parts.clients.cloudwatch.send(
      new PutMetricDataCommand({
        Namespace: pipelineMetrics.namespace,
        MetricData: data.map((datum) => ({ ...datum, Timestamp })),
      }),
    );
  } catch {
    // A document that has ended must not be processed again because a metric could not be sent.
  }
}
