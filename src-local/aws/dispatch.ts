import { gunzipSync } from 'node:zlib';
import { CannotKeep } from '../journal/journal-file.ts';
import type { FaultSite } from '../world/faults.ts';
import type { World } from '../world/world.ts';
import type { Access } from './iam/access.ts';
import { toLookup } from './iam/required-access.ts';
import { accessDenied, AwsError, expiredToken, serverError, throttled } from './protocol/aws-error.ts';
import type { Call, JsonService } from './protocol/operation.ts';
import { JsonText, unknownOperation } from './protocol/operation.ts';
import { ConnectionReset, type WireRequest, type WireResponse } from './protocol/wire.ts';
import { refuseExpired } from './sts/sessions.ts';

/** A service with a protocol of its own: S3 and its REST, STS and its forms. */
export interface RestService {
  readonly name: string;
  /**
   * Returns the operation that the request names, for fault rules, or undefined if it is not for this service.
   */
  readOperationName(request: WireRequest): string | undefined;
  run(request: WireRequest, call: Call): Promise<WireResponse>;
  /** Answers other services, by an operation and the members that clients name. Left out by those that none calls. */
  runFromInside?(operation: string, input: object, call: Call): Promise<object>;
  refuse(error: AwsError, request: WireRequest, requestId: string): WireResponse;
}

export interface Services {
  readonly json: readonly JsonService[];
  readonly rest: readonly RestService[];
  /** Only other services call these. */
  readonly inside: readonly JsonService[];
}

export type Dispatch = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse>;

/**
 * Every request to Pocket AWS passes here: it is routed, subjected to fault rules, run, stored and answered.
 */
export function dispatcher(world: World, services: Omit<Services, 'inside'>, access?: Access): Dispatch {
  const byTarget = new Map(services.json.map((service) => [service.target, service]));
  return async (request, signal = new AbortController().signal) => {
    const requestId = world.random.uuid();
    const target = request.headers['x-amz-target'];
    if (target === undefined) {
      return answerRest(world, { services: services.rest, access, request, requestId, signal });
    }

    const dot = target.indexOf('.');
    const service = byTarget.get(target.slice(0, dot));
    const operation = target.slice(dot + 1);
    const version = service?.jsonVersion ?? '1.0';
    let call: Call | undefined;
    try {
      if (!service) throw unknownOperation(target);
      const text = readBodyText(request);
      const site = { service: service.name, operation, request: text };
      const input = parseJson(text);
      refuseExpired(world, service.name, request);
      access?.requireForCaller(request, { service: service.name, operation, input });
      const made = createCall(world, site, { requestId, signal, request });
      call = made;
      const output = await runUnderFaults(
        world,
        site,
        made,
        () => service.run(operation, input, made),
        () => service.throttled?.(operation, input),
      );
      const answer = output instanceof JsonText ? output.text : JSON.stringify(output ?? {});
      return addDate(world, jsonAnswer(200, answer, version, made.requestId));
    } catch (error) {
      if (error instanceof ConnectionReset) throw error;
      return addDate(world, jsonRefusal(asAwsError(error), version, call?.requestId ?? requestId));
    }
  };
}

interface RestCall {
  readonly services: readonly RestService[];
  readonly access: Access | undefined;
  readonly request: WireRequest;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

async function answerRest(
  world: World,
  { services, access, request, requestId, signal }: RestCall,
): Promise<WireResponse> {
  for (const service of services) {
    const operation = service.readOperationName(request);
    if (operation === undefined) continue;
    const site = { service: service.name, operation, request: `${request.path}?${request.query}` };
    const call = createCall(world, site, { requestId, signal, request });
    const { path, headers, body } = request;
    const asked = { service: service.name, operation, path, headers, body };
    try {
      refuseExpired(world, service.name, request);
      access?.requireForCaller(request, asked);
      return await runUnderFaults(world, site, call, () => service.run(request, call)).catch((error) => {
        if (isMissingObject(error)) access?.requireForCaller(request, toLookup(asked));
        throw error;
      });
    } catch (error) {
      if (error instanceof ConnectionReset) throw error;
      return service.refuse(asAwsError(error), request, call.requestId);
    }
  }
  return jsonRefusal(unknownOperation(request.path), '1.0', requestId);
}

function isMissingObject(error: unknown): boolean {
  return error instanceof AwsError && error.name === 'NoSuchKey';
}

async function runUnderFaults<T>(
  world: World,
  site: FaultSite,
  call: Call,
  run: () => Promise<T>,
  onThrottled: () => void = () => {},
): Promise<T> {
  const { faults } = world;
  const slow = faults.strike('slow', site);
  // If the client goes meanwhile, the request never arrived.
  if (slow) await call.takeTime(slow.ms ?? 1_000);
  if (faults.strike('expired-token', site)) throw expiredToken(site.service);
  if (faults.strike('denied', site)) throw accessDenied(site, world.account);
  if (faults.strike('throttle', site)) {
    onThrottled();
    throw throttled(site.service);
  }
  if (faults.strike('server-error', site)) throw serverError(site.service);
  const mark = world.store.mark();
  const output = await run();
  // Changes are stored before the answer, so that a killed process cannot lose what it acknowledged. What only reads is
  // answered on a full disk too.
  world.store.flush(mark);
  if (faults.strike('reset-after-apply', site)) throw new ConnectionReset('The connection was reset');
  return output;
}

function createCall(
  world: World,
  site: FaultSite,
  { requestId, signal, request }: { requestId: string; signal: AbortSignal; request: WireRequest },
): Call {
  const { clock } = world;
  return {
    requestId,
    traceHeader: request.headers['x-amzn-trace-id'],
    signal,
    async takeTime(ms) {
      if (ms <= 0) return;
      await (request.isFromHolder ? clock.sleepForHolder(ms, signal) : clock.sleep(ms, signal));
      // The client has gone, or its world has.
      if (signal.aborted) throw new ConnectionReset('The connection was reset');
    },
    entryFails: () => world.faults.strike('partial-batch', site) !== undefined,
  };
}

/** The SDKs compress large bodies of the operations that allow it (PutMetricData); none may be larger than this. */
const longestBody = 16 * 1024 * 1024;

function readBodyText({ headers, body }: WireRequest): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (headers['content-encoding'] !== 'gzip') return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: longestBody }).toString('utf8');
  } catch {
    throw new AwsError('SerializationException', 'The request body cannot be decompressed');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new AwsError('SerializationException', 'The request body is not JSON');
  }
}

function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof CannotKeep) return new AwsError('InternalServerError', error.message, { status: 500 });
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new AwsError('InternalServerError', `Pocket AWS has a defect: ${reason}`, { status: 500 });
}

function jsonRefusal(error: AwsError, version: '1.0' | '1.1', requestId: string): WireResponse {
  const body = JSON.stringify({
    __type: error.name,
    message: error.message,
    Message: error.message,
    ...error.fields,
  });
  const queryCode = error.queryCode
    ? { 'x-amzn-query-error': `${error.queryCode};${error.status < 500 ? 'Sender' : 'Receiver'}` }
    : {};
  return jsonAnswer(error.status, body, version, requestId, {
    'x-amzn-errortype': error.name,
    ...queryCode,
  });
}

/** AWS dates its answers, so that clients can tell how far their own clock is off. */
function addDate({ clock }: World, answer: WireResponse): WireResponse {
  return { ...answer, headers: { ...answer.headers, date: new Date(clock.now()).toUTCString() } };
}

function jsonAnswer(
  status: number,
  body: string,
  version: '1.0' | '1.1',
  requestId: string,
  more: Record<string, string> = {},
): WireResponse {
  const headers = {
    'content-type': `application/x-amz-json-${version}`,
    'x-amzn-requestid': requestId,
    ...more,
  };
  return { status, headers, body };
}
