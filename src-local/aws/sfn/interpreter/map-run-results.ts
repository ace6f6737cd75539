import { AwsError } from '../../protocol/aws-error.ts';
import type { ExecutionRecord, MapRunRecord } from '../execution-records.ts';
import { callAsRole } from '../call-as-role.ts';
import { resultWriterFailed, StateError } from '../language/errors.ts';
import type { ResultWriter } from '../language/state.ts';
import { listChildren } from '../map-runs.ts';
import type { Run } from '../step-functions-engine.ts';
import type { Frame } from './frame.ts';
import { applyTemplate, buildContext } from './state-data.ts';

/** Results are written in files of so many, so that those of a large Map Run are never in memory together. */
const resultsPerFile = 10_000;

interface ResultFile {
  readonly Key: string;
  readonly Size: number;
}

/**
 * Writes the results of the children to S3, by their status, and a manifest that lists the files. Returns where it is.
 * https://docs.aws.amazon.com/step-functions/latest/dg/input-output-resultwriter.html
 */
export async function writeResults(
  run: Run,
  frame: Frame,
  writer: ResultWriter,
  mapRun: MapRunRecord,
): Promise<unknown> {
  const { engine } = run;
  const destination = readDestination(
    applyTemplate(run, writer.Parameters, frame.data, buildContext(run, frame)),
  );
  const { Bucket } = destination;
  const id = mapRun.arn.slice(mapRun.arn.lastIndexOf(':') + 1);
  const folder = `${destination.Prefix ? `${destination.Prefix}/` : ''}${id}`;
  // The steps that led here must be stored first.
  await Promise.resolve();
  const put = async (name: string, content: string): Promise<ResultFile> => {
    const Body = Buffer.from(content);
    try {
      await callAsRole(run, 's3', 'PutObject', { Bucket, Key: `${folder}/${name}`, Body });
    } catch (error) {
      if (error instanceof AwsError) throw new StateError(resultWriterFailed, error.message);
      throw error;
    }
    return { Key: `${folder}/${name}`, Size: Body.length };
  };
  const isCompact = writer.WriterConfig?.Transformation === 'COMPACT';
  const files: Record<'FAILED' | 'SUCCEEDED', ResultFile[]> = { FAILED: [], SUCCEEDED: [] };
  const waiting: Record<'FAILED' | 'SUCCEEDED', string[]> = { FAILED: [], SUCCEEDED: [] };
  const flush = async (kind: 'FAILED' | 'SUCCEEDED'): Promise<void> => {
    const rows = waiting[kind];
    if (rows.length === 0) return;
    waiting[kind] = [];
    files[kind].push(await put(`${kind}_${files[kind].length}.json`, `[${rows.join(',')}]`));
  };
  for (const child of listChildren(engine, mapRun)) {
    const kind = child.status === 'SUCCEEDED' ? 'SUCCEEDED' : 'FAILED';
    const isBare = isCompact && kind === 'SUCCEEDED';
    waiting[kind].push(JSON.stringify(isBare ? child.output : describeResult(child)));
    if (waiting[kind].length >= resultsPerFile) await flush(kind);
  }
  await flush('SUCCEEDED');
  await flush('FAILED');
  const manifest = {
    DestinationBucket: Bucket,
    MapRunArn: mapRun.arn,
    ResultFiles: { FAILED: files.FAILED, PENDING: [], SUCCEEDED: files.SUCCEEDED },
  };
  const { Key } = await put('manifest.json', JSON.stringify(manifest));
  return { MapRunArn: mapRun.arn, ResultWriterDetails: { Bucket, Key } };
}

function readDestination(value: unknown): { readonly Bucket: string; readonly Prefix: string } {
  const { Bucket, Prefix = '' } = Object(value) as { Bucket?: unknown; Prefix?: unknown };
  if (typeof Bucket !== 'string' || typeof Prefix !== 'string') {
    throw new StateError(resultWriterFailed, 'The Bucket and the Prefix of a ResultWriter must be text.');
  }
  return { Bucket, Prefix };
}

function describeResult(child: ExecutionRecord): object {
  const { output, error, cause } = child;
  return {
    ExecutionArn: child.arn,
    Input: child.input,
    InputDetails: { Included: true },
    Name: child.name,
    ...(output !== undefined && { Output: JSON.stringify(output), OutputDetails: { Included: true } }),
    ...(error !== undefined && { Error: error }),
    ...(cause !== undefined && { Cause: cause }),
    RedriveCount: child.redriveCount,
    StartDate: new Date(child.startDate).toISOString(),
    StateMachineArn: child.machineArn,
    Status: child.status,
    StopDate: new Date(child.stopDate ?? child.startDate).toISOString(),
  };
}
