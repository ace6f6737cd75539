import type { Correction } from '#shared/contract/review-document.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { toCellPlace } from '#shared/domain/review/draft-rules.ts';
import { isObject } from '../rows/read-row.ts';
import type { PipelineApi } from '../pipeline/pipeline-api.ts';

const described = new WeakMap<PipelineApi, Promise<Described | NotDescribed>>();

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The newer kinds of corrections that its description of a review does not have. */
  readonly notTaken: readonly NewerCorrection[];
}

interface NotDescribed {
  /** `unknown`: it may well offer a call, but does not answer now. */
  readonly kind: 'not-offered' | 'unknown';
  readonly why: string;
}

/** These were added to corrections later. An API that was made before refuses them. */
const newerCorrections = ['absent', 'lines', 'takenFrom'] as const;
export type NewerCorrection = (typeof newerCorrections)[number];

type Offer = { readonly kind: 'offered' } | NotDescribed;

/**
 * Finds out whether the pipeline API of a deployment offers a call. The API describes itself, and a description is read
 * once for a connection.
 */
export async function findOffer(
  pipeline: PipelineApi,
  name: OperationName,
  personId: string,
): Promise<Offer> {
  const answer = await describe(pipeline, personId);
  if ('why' in answer) return answer;
  const { method, path } = operations[name];
  if (answer.paths[path]?.[method.toLowerCase()] !== undefined) return { kind: 'offered' };
  const why = `The pipeline API of this deployment has no ${method} ${path}. Update the pipelines to offer this.`;
  return { kind: 'not-offered', why };
}

/** Says why a call cannot be made now, because the API has no such call or does not say whether it has; null if it can. */
export async function whyNotOffered(
  pipeline: PipelineApi,
  name: OperationName,
  personId: string,
): Promise<string | null> {
  const offer = await findOffer(pipeline, name, personId);
  return offer.kind === 'offered' ? null : offer.why;
}

/** Lists the newer corrections that the API does not take. An API that does not describe itself is asked to take all. */
export async function listNotTaken(
  pipeline: PipelineApi,
  personId: string,
): Promise<readonly NewerCorrection[]> {
  const answer = await describe(pipeline, personId);
  return 'why' in answer ? [] : answer.notTaken;
}

/**
 * Says why corrections are not sent to an API that does not know them, or returns them as it takes them. The place that
 * a value was taken from is left out where it is not known, because it changes no value.
 */
export async function fitCorrections(
  pipeline: PipelineApi,
  corrections: readonly Correction[],
  personId: string,
): Promise<{ readonly whyNot: string } | { readonly corrections: Correction[] }> {
  const all = [...corrections];
  if (!all.some((one) => newerCorrections.some((kind) => kind in one))) return { corrections: all };
  const notTaken = await listNotTaken(pipeline, personId);
  const fitted = all.map((one): Correction => {
    if ('takenFrom' in one && notTaken.includes('takenFrom')) return { field: one.field, value: one.value };
    // A cell that is empty needs no word for it.
    const isEmptyCell = 'absent' in one && toCellPlace(one.field) !== undefined;
    return isEmptyCell && notTaken.includes('absent') ? { field: one.field, value: '' } : one;
  });
  const refused = (['absent', 'lines'] as const).find(
    (kind) => notTaken.includes(kind) && fitted.some((one) => kind in one),
  );
  return refused === undefined ? { corrections: fitted } : { whyNot: whyNotTaken[refused] };
}

const whyNotTaken = {
  absent: 'The pipeline API of this deployment cannot store that a field is not on the document.',
  lines: 'The pipeline API of this deployment cannot add, delete or move lines.',
} as const;

async function describe(pipeline: PipelineApi, personId: string): Promise<Described | NotDescribed> {
  const known = described.get(pipeline) ?? readDescription(pipeline, personId);
  described.set(pipeline, known);
  const answer = await known;
  // It may be reachable the next time.
  if ('why' in answer) described.delete(pipeline);
  return answer;
}

async function readDescription(pipeline: PipelineApi, personId: string): Promise<Described | NotDescribed> {
  const answer = await pipeline.call('describeApi', { personId });
  if (answer.kind === 'answered') {
    const { value } = answer;
    return { paths: value.paths, notTaken: findNotTaken(value) };
  }
  const why = answer.kind === 'problem' ? answer.problem.title : answer.why;
  const status =
    answer.kind === 'problem' ? answer.problem.status : 'status' in answer ? answer.status : null;
  return {
    // An API that answers and has no description is older than every call that is asked about here.
    kind: status === 404 ? 'not-offered' : 'unknown',
    why: `The pipeline API does not say which calls it has (${why.replace(/\.$/, '')}).`,
  };
}

/** A description that says nothing about corrections does not say that any is not taken. */
function findNotTaken(description: Readonly<Record<string, unknown>>): readonly NewerCorrection[] {
  const { method, path } = operations.reviewDocument;
  const { paths } = description;
  const item = isObject(paths) && isObject(paths[path]) ? paths[path][method.toLowerCase()] : undefined;
  const properties = new Set<string>();
  if (isObject(item)) listProperties(item['requestBody'], description, { properties, followed: new Set() });
  return properties.has('unreadable') ? newerCorrections.filter((kind) => !properties.has(kind)) : [];
}

interface Found {
  readonly properties: Set<string>;
  readonly followed: Set<string>;
}

/** Collects the names of all properties in a schema, wherever its parts are defined. */
function listProperties(schema: unknown, description: unknown, found: Found): void {
  if (Array.isArray(schema)) {
    for (const part of schema) listProperties(part, description, found);
    return;
  }
  if (!isObject(schema)) return;
  const { $ref: reference, properties } = schema;
  if (typeof reference === 'string' && !found.followed.has(reference)) {
    found.followed.add(reference);
    listProperties(followReference(description, reference), description, found);
  }
  if (isObject(properties)) for (const name of Object.keys(properties)) found.properties.add(name);
  for (const part of Object.values(schema)) listProperties(part, description, found);
}

/** Follows "#/components/schemas/review" (RFC 6901). */
function followReference(description: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), description);
}
