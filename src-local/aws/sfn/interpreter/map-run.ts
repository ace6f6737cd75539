import { AwsError } from '../../protocol/aws-error.ts';
import { requireForChild, callAsRole } from '../call-as-role.ts';
import type { ExecutionRecord, MapRunRecord } from '../execution-records.ts';
import {
  dataLimitExceeded,
  exceedToleratedFailureThreshold,
  notPermitted,
  StateError,
  resultWriterFailed,
} from '../language/errors.ts';
import type { MapState, ResultWriter } from '../language/state.ts';
import {
  changeMapRun,
  formatChildArn,
  formatChildName,
  formatLabelledMachineArn,
  formatMapRunArn,
  openItems,
  listChildren,
} from '../map-runs.ts';
import type { Run } from '../step-functions-engine.ts';
import { act } from './act.ts';
import { beginExecution } from './begin-execution.ts';
import type { Failure, Frame } from './frame.ts';
import { abandonMapRun, finishWork, queueMapRun } from './leave-state.ts';
import { readItemsOfReader } from './map-run-items.ts';
import { emit, findState, follow, moveTo } from './run.ts';
import {
  applyTemplate,
  buildContext,
  buildItemContext,
  checkSize,
  filterInput,
  readItems,
  readMaxConcurrency,
  readTolerance,
} from './state-data.ts';

/** "Distributed mode: up to 10,000 parallel child workflow executions." */
const mostChildrenAtOnce = 10_000;

/** A Map state in distributed mode begins. https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html */
export function beginMapRun(run: Run, frame: Frame, state: MapState): void {
  const context = buildContext(run, frame);
  const input = filterInput(frame, state, context);
  const total = state.ItemReader ? undefined : readItems(state, input, context).length;
  follow(run, frame, 'MapStateStarted', { length: total ?? 0 });
  const { engine, record } = run;
  const machineArn = formatLabelledMachineArn(record.machineArn, frame.state, state.Label);
  const mapRun: MapRunRecord = {
    arn: formatMapRunArn(machineArn, engine.world.random.uuid()),
    executionArn: record.arn,
    machineArn,
    frame: frame.id,
    state: frame.state,
    status: 'RUNNING',
    startDate: engine.world.clock.now(),
    maxConcurrency: readMaxConcurrency(state, input, context),
    ...readTolerance(state, input, context),
    ...(total !== undefined && { total }),
    next: 0,
    running: 0,
    succeeded: 0,
    failed: 0,
    timedOut: 0,
    aborted: 0,
    resultsWritten: 0,
    redriveCount: 0,
    pendingRedrive: 0,
    redriveNext: 0,
  };
  engine.mapRuns.set(mapRun.arn, mapRun);
  frame.mapRun = mapRun.arn;
  follow(run, frame, 'MapRunStarted', { mapRunArn: mapRun.arn });
  moveTo(run, frame, { kind: 'map run' });
}

/** Takes the next step of a Map Run: reads its items, starts one child, or ends. */
export function settleMapRun(run: Run, frame: Frame): void {
  const { engine } = run;
  const state = findState(run, frame);
  const mapRun = engine.mapRuns.get(frame.mapRun ?? '');
  if (state.Type !== 'Map' || mapRun?.status !== 'RUNNING' || run.calls.has(frame.id)) return;
  if (mapRun.total === undefined) {
    waitFor(run, frame, readItemsOfReader(run, frame, state), (items) => {
      openItems(engine.world, mapRun.arn).set('items', items);
      changeMapRun(engine, mapRun.arn, { total: items.length });
    });
  } else if (isTooManyFailed(mapRun, mapRun.total)) {
    const cause = 'The specified tolerated failure threshold was exceeded';
    failMapRun(run, frame, { error: exceedToleratedFailureThreshold, cause });
  } else if (mapRun.pendingRedrive > 0 || mapRun.next < mapRun.total) {
    if (mapRun.running >= Math.min(mapRun.maxConcurrency || mostChildrenAtOnce, mostChildrenAtOnce)) return;
    try {
      if (mapRun.pendingRedrive > 0) redriveNextChild(run, mapRun);
      else startNextChild(run, frame, state, mapRun);
      queueMapRun(run, frame);
    } catch (error) {
      if (!(error instanceof StateError) || error.name !== notPermitted) throw error;
      failMapRun(run, frame, { error: error.name, cause: error.cause });
    }
  } else if (mapRun.running === 0) {
    endMapRun(run, frame, state, mapRun);
  }
}

function isTooManyFailed(mapRun: MapRunRecord, total: number): boolean {
  const { toleratedFailureCount: count, toleratedFailurePercentage: percentage } = mapRun;
  const failed = mapRun.failed + mapRun.timedOut + mapRun.aborted;
  const exceedsShare = percentage !== undefined && failed * 100 > percentage * total;
  if (count !== undefined) return failed > count || exceedsShare;
  return percentage === undefined ? failed > 0 : exceedsShare;
}

/** Waits for an answer of S3; after a restart it is asked again. */
function waitFor<T>(run: Run, frame: Frame, answer: Promise<T>, then: (value: T) => void): void {
  const { step } = frame;
  const call = new AbortController();
  run.calls.set(frame.id, call);
  const release = run.engine.world.clock.hold();
  const end = (change: () => void): void => {
    if (run.calls.get(frame.id) === call) run.calls.delete(frame.id);
    if (call.signal.aborted || frame.step !== step || run.frames.get(frame.id) !== frame) return;
    act(run, () => {
      change();
      queueMapRun(run, frame);
    });
  };
  void answer
    .then(
      (value) => end(() => then(value)),
      (error: unknown) => {
        if (!(error instanceof StateError)) throw error;
        end(() => failMapRun(run, frame, { error: error.name, cause: error.cause }));
      },
    )
    .finally(release);
}

function startNextChild(run: Run, frame: Frame, state: MapState, mapRun: MapRunRecord): void {
  const { engine, record } = run;
  const index = mapRun.next;
  const child = { arn: formatChildArn(mapRun, index), name: formatChildName(mapRun.arn, index) };
  requireForChild(run, 'StartExecution', child);
  const context = buildContext(run, frame);
  const input = filterInput(frame, state, context);
  const items = openItems(engine.world, mapRun.arn).get('items') ?? readItems(state, input, context);
  const item = items[index];
  const selected =
    state.ItemSelector === undefined
      ? item
      : applyTemplate(run, state.ItemSelector, input, buildItemContext(run, frame, index, item));
  changeMapRun(engine, mapRun.arn, { next: index + 1, running: mapRun.running + 1 });
  beginExecution(engine, {
    ...child,
    input: JSON.stringify(selected),
    machineArn: mapRun.machineArn,
    revision: record.revision,
    order: index,
    mapRun: { arn: mapRun.arn, index },
  });
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/redrive-map-run.html */
function redriveNextChild(run: Run, mapRun: MapRunRecord): void {
  const { engine } = run;
  for (let index = mapRun.redriveNext; index < mapRun.next; index += 1) {
    const child = engine.children.get(formatChildArn(mapRun, index));
    if (!child || child.status === 'SUCCEEDED' || child.status === 'RUNNING') continue;
    requireForChild(run, 'RedriveExecution', child);
    changeMapRun(engine, mapRun.arn, {
      redriveNext: index + 1,
      pendingRedrive: mapRun.pendingRedrive - 1,
      running: mapRun.running + 1,
    });
    engine.redrive(child);
    return;
  }
  // The retention period of the others is over.
  changeMapRun(engine, mapRun.arn, { pendingRedrive: 0, redriveNext: mapRun.next });
}

function endMapRun(run: Run, frame: Frame, state: MapState, mapRun: MapRunRecord): void {
  if (state.ResultWriter) {
    waitFor(run, frame, writeResults(run, frame, state.ResultWriter, mapRun), (output) =>
      succeedMapRun(run, frame, mapRun, output),
    );
    return;
  }
  const outputs = listOutputs(listChildren(run.engine, mapRun));
  try {
    checkSize(frame.state, outputs);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    failMapRun(run, frame, { error: dataLimitExceeded, cause: error.cause });
    return;
  }
  succeedMapRun(run, frame, mapRun, outputs);
}

/** A child whose failure was tolerated leaves no output. */
function listOutputs(children: Iterable<ExecutionRecord>): unknown[] {
  const outputs: unknown[] = [];
  for (const { status, output } of children) if (status === 'SUCCEEDED') outputs.push(output);
  return outputs;
}

function succeedMapRun(run: Run, frame: Frame, mapRun: MapRunRecord, output: unknown): void {
  const { engine } = run;
  changeMapRun(engine, mapRun.arn, {
    status: 'SUCCEEDED',
    stopDate: engine.world.clock.now(),
    resultsWritten: mapRun.succeeded,
  });
  engine.world.store.drop(`sfn/map-run-items/${mapRun.arn}`);
  follow(run, frame, 'MapRunSucceeded');
  emit(run, 'MapStateSucceeded', frame.last);
  finishWork(run, frame, output);
}

function failMapRun(run: Run, frame: Frame, failure: Failure): void {
  abandonMapRun(run, frame, 'FAILED');
  const { error, cause } = failure;
  follow(run, frame, 'MapRunFailed', {
    ...(error !== undefined && { error }),
    ...(cause !== undefined && { cause }),
  });
  moveTo(run, frame, { ...failure, kind: 'error' });
}

/** Takes the Map Run up again with the children that failed and the items that have no child yet. */
export function redriveMapRun(run: Run, frame: Frame, redriven: number): boolean {
  const { engine } = run;
  const mapRun = engine.mapRuns.get(frame.mapRun ?? '');
  // Journals of earlier versions kept the Map Run of a state that was left.
  if (mapRun?.total === undefined || mapRun.state !== frame.state) return false;
  const { stopDate: _, ...unstopped } = mapRun;
  const { failed, timedOut, aborted, redriveCount } = mapRun;
  engine.mapRuns.set(mapRun.arn, {
    ...unstopped,
    status: 'RUNNING',
    redriveCount: redriveCount + 1,
    redriveDate: engine.world.clock.now(),
    pendingRedrive: mapRun.pendingRedrive + failed + timedOut + aborted,
    redriveNext: 0,
    failed: 0,
    timedOut: 0,
    aborted: 0,
  });
  const details = { mapRunArn: mapRun.arn, redriveCount: redriveCount + 1 };
  frame.last = emit(run, 'MapRunRedriven', redriven, details);
  moveTo(run, frame, { kind: 'map run' });
  return true;
}

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
async function writeResults(
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
