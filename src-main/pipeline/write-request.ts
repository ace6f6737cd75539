import {
  emptyBody,
  idempotencyKeySchema,
  ifMatchSchema,
  longestBody,
  type ApiOperation,
} from '#shared/pipeline-api/operation.ts';
import type { HttpRequest } from './transport.ts';

/** A call with its types forgotten: what a caller was not held to by the compiler is looked at here. */
export interface LooseCall {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: number | string | undefined;
}

export type WrittenRequest = Omit<HttpRequest, 'signal'>;

type Written =
  | { readonly ok: true; readonly request: WrittenRequest }
  /** It does not fit the API's description, so it is not sent. */
  | { readonly ok: false; readonly why: string; readonly place: string };

/** The request as the API describes it, all but who sends it; or a sentence that names what does not fit. */
export function writeRequest(operation: ApiOperation, call: LooseCall): Written {
  const params = (operation.params ?? emptyBody).safeParse(call.params ?? {});
  if (!params.success) return unfit(placesOf(params.error), 'an id that can stand in an address');
  const body = written(operation, call.body);
  if (!body.ok) return body;
  const headers: Record<string, string> = { accept: 'application/json, application/problem+json' };
  if (body.text !== undefined) headers['content-type'] = 'application/json';
  if (operation.changes) {
    const key = idempotencyKeySchema.safeParse(call.idempotencyKey);
    if (!key.success) return unfit('idempotencyKey', '1 to 255 visible characters');
    headers['idempotency-key'] = key.data;
  }
  // Left out, the API itself asks for it.
  if (operation.changes === 'an item' && call.ifMatch !== undefined) {
    const version = ifMatchSchema.safeParse(`"${call.ifMatch}"`);
    if (!version.success) return unfit('ifMatch', 'a version of up to 64 visible characters');
    headers['if-match'] = version.data;
  }
  const path = filled(operation.path, params.data);
  return { ok: true, request: { method: operation.method, path, headers, body: body.text } };
}

type Body = { readonly ok: true; readonly text: string | undefined } | Extract<Written, { ok: false }>;

function written(operation: ApiOperation, body: unknown): Body {
  if (!operation.body && body === undefined) return { ok: true, text: undefined };
  const parsed = (operation.body ?? emptyBody).safeParse(body);
  if (!parsed.success) return unfit(`body ${placesOf(parsed.error)}`.trim(), 'what the API describes');
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

/** Where it is wrong, and never what stands there. */
export function placesOf({
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
