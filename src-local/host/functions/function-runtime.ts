import { join } from 'node:path';
import type { Dispatch } from '../../aws/dispatch.ts';
import { deriveAccessKey, parseRoleName } from '../../aws/iam/access.ts';
import type { FunctionCall, FunctionError, FunctionRuntime } from '../../aws/lambda/lambda-engine.ts';
import { ConnectionReset } from '../../aws/protocol/wire.ts';
import { whenAborted } from '../../world/clock.ts';
import type { Outside } from '../../world/living/outside.ts';
import { seededRandomness } from '../../world/randomness.ts';
import type { World } from '../../world/world.ts';
import { readBundle, type Bundle } from './run-bundle.ts';
import { trackActivity, type Activity } from './track-activity.ts';

export interface RuntimeOptions {
  readonly world: World;
  readonly dispatch: Dispatch;
  /** The folder of bundles, one folder each. */
  readonly folder: string;
  readonly seed: string;
  readonly outside: Outside;
}

export interface HostedRuntime extends FunctionRuntime {
  /** Returns the last lines that a function wrote. */
  readLog(name: string): readonly string[];
}

/** One container runs one call at a time, and is used again for later calls, as on AWS. */
interface Container {
  readonly revisionId: string;
  readonly handler: (event: unknown, context: object) => unknown;
  readonly serve: (call: FunctionCall, activity: Activity) => void;
  readonly end: () => void;
}

const mostLines = 200;
/** Idle containers of a function that are kept; more are needed only while more calls come at the same time. */
const mostIdle = 10;

/** Runs the bundles of functions in this process. A bundle is loaded at the first call of its function. */
export function hostFunctions(options: RuntimeOptions): HostedRuntime {
  const bundles = new Map<string, Promise<Bundle>>();
  const idle = new Map<string, Container[]>();
  const started = new Map<string, number>();
  const logs = new Map<string, string[]>();

  const findBundle = (codeKey: string): Promise<Bundle> => {
    const entry = codeKey.replace(/^.*\//, '').replace(/\.zip$/, '');
    const bundle = bundles.get(entry) ?? readBundle(join(options.folder, entry, 'index.js'));
    bundles.set(entry, bundle);
    // A bundle that could not be read may be there at the next call.
    bundle.catch(() => bundles.delete(entry));
    return bundle;
  };
  const writeLog = (name: string, line: string): void => {
    const lines = logs.get(name) ?? [];
    logs.set(name, lines);
    lines.push(line);
    if (lines.length > mostLines) lines.shift();
    recordEmbeddedMetrics(options.world, line);
  };
  const takeContainer = async (call: FunctionCall): Promise<Container> => {
    const waiting = idle.get(call.name)?.pop();
    if (waiting?.revisionId === call.revisionId) return waiting;
    waiting?.end();
    const number = (started.get(call.name) ?? 0) + 1;
    started.set(call.name, number);
    const log = (line: string): void => writeLog(call.name, line);
    return startContainer(options, await findBundle(call.codeKey), { call, number, log });
  };
  const giveBack = (name: string, container: Container): void => {
    const waiting = idle.get(name) ?? [];
    idle.set(name, waiting);
    if (waiting.length < mostIdle) waiting.push(container);
    else container.end();
  };

  return {
    readLog: (name) => logs.get(name) ?? [],
    async run(call) {
      const activity = trackActivity(options.world.clock, () => call.letClockGo());
      let container: Container | undefined;
      try {
        container = await takeContainer(call);
        container.serve(call, activity);
        const answer = await container.handler(JSON.parse(call.payload), createContext(options.world, call));
        return { payload: JSON.stringify(answer ?? null) ?? 'null' };
      } catch (error) {
        return { error: container ? describeError(error) : describeStart(error) };
      } finally {
        activity.end();
        // Lambda ends a container whose time was over.
        if (call.signal.aborted) container?.end();
        else if (container) giveBack(call.name, container);
      }
    },
  };
}

interface Starting {
  readonly call: FunctionCall;
  readonly number: number;
  readonly log: (line: string) => void;
}

function startContainer(
  { world, dispatch, seed, outside }: RuntimeOptions,
  bundle: Bundle,
  { call: first, number, log }: Starting,
): Container {
  const { clock, region, endpoint, store } = world;
  const opening = store.collection<number>('world/openings').get('count') ?? 0;
  let current: { readonly call: FunctionCall; readonly activity: Activity } | undefined;
  let hasEnded = false;
  const requireCurrent = (): { readonly call: FunctionCall; readonly activity: Activity } => {
    if (!current) throw new Error(`${first.name} set a timer or made a call before its handler was called`);
    return current;
  };
  const isOver = (): boolean => hasEnded || current?.call.signal.aborted === true;
  const after: Activity['after'] = (ms, run) =>
    requireCurrent().activity.after(ms, () => {
      if (!isOver()) run();
    });

  const exported = bundle.start(
    {
      now: () => clock.now(),
      dice: seededRandomness(`${seed}/pipelines/${opening}/${first.name}/${number}`),
      variables: { ...readRuntimeVariables(region, first), ...first.variables },
      after,
      log,
      fetch: (url, init) => fetchOutside(outside, url, init, after),
    },
    {
      // A container must have no effect after its end, and its code must not go on.
      dispatch: (request, signal) =>
        isOver() ? Promise.reject(new ConnectionReset('The function has ended')) : dispatch(request, signal),
      region,
      endpoint,
      accessKeyId: deriveAccessKey(parseRoleName(first.roleArn)),
      begin: () => requireCurrent().activity.begin(),
    },
  );
  const name = first.handler.split('.').at(-1) ?? '';
  const handler = exported[name];
  if (typeof handler !== 'function') throw new Error(`${first.handler} is undefined or not exported`);
  return {
    revisionId: first.revisionId,
    handler: handler as Container['handler'],
    serve(call, activity) {
      current = { call, activity };
    },
    end() {
      hasEnded = true;
    },
  };
}

function fetchOutside(
  outside: Outside,
  url: string,
  init: RequestInit,
  after: Activity['after'],
): Promise<Response> {
  const signal = init.signal ?? undefined;
  return new Promise((resolve, reject) => {
    const sleep = (ms: number): Promise<void> =>
      new Promise((wake) => {
        const timer = after(ms, wake);
        whenAborted(signal, () => timer.cancel());
      });
    const stopListening = whenAborted(signal, () => reject(signal?.reason as Error));
    outside(url, init, sleep).then(resolve, reject).finally(stopListening);
  });
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
function readRuntimeVariables(
  region: string,
  { name, handler, memoryMegabytes }: FunctionCall,
): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    LAMBDA_TASK_ROOT: '/var/task',
    _HANDLER: handler,
    TZ: ':UTC',
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function createContext({ clock }: World, call: FunctionCall): object {
  return {
    functionName: call.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: call.arn,
    memoryLimitInMB: String(call.memoryMegabytes),
    awsRequestId: call.requestId,
    logGroupName: `/aws/lambda/${call.name}`,
    logStreamName: call.revisionId,
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, call.deadline - clock.now()),
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html */
function describeError(error: unknown): FunctionError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { errorType: name, errorMessage: message, trace: [] };
}

/** The bundle is not there, or failed before its handler was called. */
function describeStart(error: unknown): FunctionError {
  const { message } = error instanceof Error ? error : { message: String(error) };
  const isMissing = /Cannot find module|ENOENT/.test(message);
  return {
    errorType: isMissing ? 'Runtime.ImportModuleError' : 'Runtime.UserCodeSyntaxError',
    errorMessage: `Error: ${message}`,
    trace: [],
  };
}

interface EmbeddedMetrics {
  readonly _aws: {
    readonly Timestamp?: number;
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit?: string }[];
    }[];
  };
  readonly [name: string]: unknown;
}

/**
 * Finds metrics in a line of a function's log, as CloudWatch does.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function recordEmbeddedMetrics({ metrics, clock }: World, line: string): void {
  const found = parseLine(line);
  if (!found) return;
  const time = found._aws.Timestamp ?? clock.now();
  for (const { Namespace, Dimensions, Metrics } of found._aws.CloudWatchMetrics) {
    for (const { Name, Unit = 'None' } of Metrics) {
      const given = found[Name];
      const values = (Array.isArray(given) ? given : [given]).filter((one) => typeof one === 'number');
      for (const names of Dimensions.length === 0 ? [[]] : Dimensions) {
        const dimensions = Object.fromEntries(names.map((name) => [name, String(found[name])]));
        for (const value of values) {
          metrics.record({ namespace: Namespace, name: Name, dimensions, unit: Unit, value, time });
        }
      }
    }
  }
}

function parseLine(line: string): EmbeddedMetrics | undefined {
  if (!line.includes('"_aws"')) return undefined;
  try {
    const parsed = JSON.parse(line) as Partial<EmbeddedMetrics> | null;
    return Array.isArray(parsed?._aws?.CloudWatchMetrics) ? (parsed as EmbeddedMetrics) : undefined;
  } catch {
    return undefined;
  }
}
