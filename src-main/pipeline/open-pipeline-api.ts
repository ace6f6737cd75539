import {
  emptyBody,
  idempotencyKeySchema,
  ifMatchSchema,
  longestBody,
  type ApiOperation,
} from '#shared/pipeline-api/operation.ts';
import { operations } from '#shared/pipeline-api/operations.ts';
import { problemSchema, problemStatus, type Problem } from '#shared/pipeline-api/problem.ts';
import { withinTime } from '../aws/patience.ts';
import {
  NotSent,
  type HttpAnswer,
  type HttpRequest,
  type PipelineAnswer,
  type PipelineApi,
  type PipelineTransport,
} from './pipeline-api.ts';

interface Options {
  /**
   * This is the limit in milliseconds, from sending to the end of the answer; signing in has the same limit again.
   */
  readonly longestCall?: number;
}

/**
 * Makes one attempt per call, because only the caller that wrote down the key can know whether a repeat is safe. An
 * uncertain outcome is `unclear`, even where most likely nothing was done.
 */
export function openPipelineApi(
  transport: PipelineTransport,
  { longestCall = 30_000 }: Options = {},
): PipelineApi {
  return {
    async call(name, call) {
      const operation: ApiOperation = operations[name];
      const written = writeRequest(operation, call);
      if (!written.ok) return { kind: 'not-sent', why: written.why, unfit: written.place };
      const signedIn = operation.who === 'anonymous' ? { ok: true as const } : await signIn(call.personId);
      if (!signedIn.ok) return { kind: 'not-sent', ...signedIn.said };
      const answer = await exchange(operation, written.request, signedIn.authorization);
      // The value was parsed by the schema of this very operation.
      return answer as PipelineAnswer<typeof name>;
    },
  };

  async function signIn(personId: string): Promise<SignedIn> {
    try {
      const authorization = await withinTime(longestCall, () => transport.signIn(personId));
      if (authorization === null) return { ok: true };
      if (headerText.test(authorization)) return { ok: true, authorization };
      return { ok: false, said: { why: 'The sign-in gave no usable token.', needsSignIn: true } };
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      const why = message === '' ? 'The sign-in gave nothing in time.' : message;
      // A sign-in would not help where there is no API at all.
      return { ok: false, said: error instanceof NotSent ? { why } : { why, needsSignIn: true } };
    }
  }

  async function exchange(
    operation: ApiOperation,
    { headers, ...request }: WrittenRequest,
    authorization: string | undefined,
  ): Promise<ReadAnswer | NoAnswer> {
    const signed = authorization === undefined ? headers : { ...headers, authorization };
    try {
      const send = (signal: AbortSignal) => transport.send({ ...request, headers: signed, signal });
      return readAnswer(operation, await withinTime(longestCall, send));
    } catch (error) {
      if (error instanceof NotSent) return { kind: 'not-sent', why: error.message };
      return { kind: 'unclear', why: whyNoAnswer(error, longestCall), status: null };
    }
  }
}

type SignedIn =
  | { readonly ok: true; readonly authorization?: string }
  | { readonly ok: false; readonly said: { readonly why: string; readonly needsSignIn?: true } };

type NoAnswer =
  | { readonly kind: 'not-sent'; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string; readonly status: null };

/** A header value must fit into one line of a request. */
const headerText = /^[\u0020-\u007e]+$/;

/**
 * Uses the error's code alone, because the message of a failed request may quote its headers, which include the
 * token.
 */
function whyNoAnswer(error: unknown, longestCall: number): string {
  if (!(error instanceof Error)) return 'The pipeline API did not answer.';
  if (error.name === 'LateAnswer') {
    return `The pipeline API did not answer within ${longestCall / 1_000} seconds.`;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `The connection to the pipeline API ended before it answered (${code}).`;
}

/** This is a call without its types: input that the compiler did not check is checked here. */
export interface LooseCall {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: number | string | undefined;
}

export type WrittenRequest = Omit<HttpRequest, 'signal'>;

type Written =
  | { readonly ok: true; readonly request: WrittenRequest }
  /** The call does not fit the API's description, so it is not sent. */
  | { readonly ok: false; readonly why: string; readonly place: string };

/**
 * Writes the request as the API describes it, without the sign-in, or returns a sentence that names what does not
 * fit.
 */
export function writeRequest(operation: ApiOperation, call: LooseCall): Written {
  const params = (operation.params ?? emptyBody).safeParse(call.params ?? {});
  if (!params.success) return unfit(listPlaces(params.error), 'an id that can stand in an address');
  // API Gateway decodes a path before it passes it on, so such an id would be two parts of the address.
  const cut = Object.entries(params.data).find(([, value]) => String(value).includes('/'));
  if (cut !== undefined) return unfit(cut[0], 'an id that can stand in an address: it has a "/"');
  const body = writeBody(operation, call.body);
  if (!body.ok) return body;
  const headers: Record<string, string> = { accept: 'application/json, application/problem+json' };
  if (body.text !== undefined) headers['content-type'] = 'application/json';
  if (operation.changes) {
    const key = idempotencyKeySchema.safeParse(call.idempotencyKey);
    if (!key.success) return unfit('idempotencyKey', '1 to 255 visible characters');
    headers['idempotency-key'] = key.data;
  }
  // Without it the API itself asks for a version.
  if (operation.changes === 'an item' && call.ifMatch !== undefined) {
    const version = ifMatchSchema.safeParse(`"${call.ifMatch}"`);
    if (!version.success) return unfit('ifMatch', 'a version of up to 64 visible characters');
    headers['if-match'] = version.data;
  }
  const path = filled(operation.path, params.data);
  return { ok: true, request: { method: operation.method, path, headers, body: body.text } };
}

type Body = { readonly ok: true; readonly text: string | undefined } | Extract<Written, { ok: false }>;

function writeBody(operation: ApiOperation, body: unknown): Body {
  if (!operation.body && body === undefined) return { ok: true, text: undefined };
  const parsed = (operation.body ?? emptyBody).safeParse(body);
  if (!parsed.success) return unfit(`body ${listPlaces(parsed.error)}`.trim(), 'what the API describes');
  const text = JSON.stringify(parsed.data);
  if (Buffer.byteLength(text) > longestBody) return unfit('body', `at most ${longestBody} bytes`);
  return { ok: true, text };
}

function filled(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function unfit(place: string, expected: string): Extract<Written, { ok: false }> {
  return { ok: false, why: `"${place}" is not ${expected}, so nothing was sent.`, place };
}

/** Names where the errors are, and never the values. */
export function listPlaces({
  issues,
}: {
  readonly issues: readonly { readonly path: readonly PropertyKey[] }[];
}): string {
  const places = issues.slice(0, mostPlaces).map(({ path }) => path.map(String).join('.'));
  return [...new Set(places)]
    .filter((place) => place !== '')
    .join(', ')
    .slice(0, longestPlaces);
}

const mostPlaces = 3;
const longestPlaces = 200;

export type ReadAnswer =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'unclear'; readonly why: string; readonly status: number };

/** This is far more than any described operation answers with. */
export const longestAnswer = 8 * 1_048_576;

/**
 * Reads what an answer says for certain. Only a 4xx problem is a refusal by which nothing was done: behind
 * `try-again` and `unexpected` a long change may have started, as the API itself says.
 */
export function readAnswer(operation: ApiOperation, { status, body }: HttpAnswer): ReadAnswer {
  const unclear = (what: string): ReadAnswer => ({
    kind: 'unclear',
    why: `The pipeline API answered ${status} with ${what}.`,
    status,
  });
  if (Buffer.byteLength(body) > longestAnswer) return unclear('more than 8 MB');
  const json = parseJsonBody(body);
  if (json === notJson) return unclear('something that is not JSON');
  if (status >= 200 && status < 300) {
    const value = operation.answers.schema.safeParse(json);
    if (value.success) return { kind: 'answered', value: value.data };
    const places = listPlaces(value.error);
    return unclear(`something else than its description promises${places && ` (${places})`}`);
  }
  const problem = problemSchema.safeParse(json);
  if (!problem.success) return unclear('a problem that its description does not list');
  const { code, detail } = problem.data;
  const isAsDescribed = problem.data.status === status && problemStatus[code] === status;
  if (!isAsDescribed) return unclear(`the problem "${code}", which has another status`);
  if (status < 500) return { kind: 'problem', problem: problem.data };
  return unclear(`"${code}": ${withoutStop(detail)}`);
}

const notJson = Symbol('not JSON');

function parseJsonBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return notJson;
  }
}

function withoutStop(sentence: string): string {
  return sentence.slice(0, 1_000).replace(/\.$/, '');
}
