import type { Dispatch } from '#local/aws/dispatch.ts';

/** Sits in front of DynamoDB and records the console's requests. */
export interface Recorder {
  readonly through: (dispatch: Dispatch) => Dispatch;
  /** Stops recording while a world is planted through the same door. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly calls: () => number;
  /** Returns a sentence for each call that is a scan, a filter, a statement or a write. */
  readonly forbidden: () => readonly string[];
}

const allowed = new Set(['GetItem', 'Query', 'BatchGetItem', 'DescribeTable', 'DescribeTimeToLive']);
const filters = new Set([
  'FilterExpression',
  'ScanFilter',
  'QueryFilter',
  'ConditionalOperator',
  'Statement',
]);

export function recordCalls(): Recorder {
  let [calls, isPaused] = [0, false];
  const forbidden: string[] = [];
  return {
    through: (dispatch) => (request, signal) => {
      const [service, operation = ''] = (request.headers['x-amz-target'] ?? '').split('.');
      if (!isPaused && service?.startsWith('DynamoDB_') === true) {
        calls += 1;
        const body = Buffer.from(request.body).toString('utf8');
        const named = Object.keys(JSON.parse(body) as object).filter((name) => filters.has(name));
        if (!allowed.has(operation)) forbidden.push(`${operation} ${body.slice(0, 200)}`);
        else if (named.length > 0) forbidden.push(`${operation} with ${named.join(', ')}`);
      }
      return dispatch(request, signal);
    },
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
    calls: () => calls,
    forbidden: () => forbidden,
  };
}

/** Passes each request on to another server unchanged. */
export function forwardTo(base: string): Dispatch {
  return async ({ method, path, query, headers, body }, signal) => {
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      'transfer-encoding': _encoding,
      expect: _expect,
      ...passed
    } = headers;
    const response = await fetch(`${base}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: passed,
      ...(method !== 'GET' && method !== 'HEAD' && { body: Uint8Array.from(body) }),
      ...(signal && { signal }),
    });
    // The body arrives decompressed, so its encoding headers are dropped.
    const {
      'content-encoding': _packed,
      'content-length': _size,
      'transfer-encoding': _chunks,
      ...answered
    } = Object.fromEntries(response.headers);
    return { status: response.status, headers: answered, body: new Uint8Array(await response.arrayBuffer()) };
  };
}
