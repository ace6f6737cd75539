import { z } from 'zod';
import {
  batchSchema,
  causeSchema,
  documentSchema,
  emptyBody,
  idempotencyKeySchema,
  ifMatchSchema,
  longestBody,
  workflowSchema,
  type ApiOperation,
} from './operation.ts';
import { operations } from './operations.ts';
import { problemSchema, problemStatus, problemTitle, type ProblemCode } from './problem.ts';

/** https://spec.openapis.org/oas/v3.1.1.html */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiCall>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** Describes `operations` as an OpenAPI document, which other tools can read. */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiCall>> = {};
  for (const [name, operation] of calls) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = openApiCall(name, operation);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'The pipeline API',
      version: '1',
      description:
        'Submits, reprocesses and reviews documents, looks after downloads, keeps what people did, and says who works on a batch or a cause of failures. A refusal is a problem (RFC 9457) with a stable `code`.',
    },
    servers: [{ url: '/pipeline/v1' }],
    paths,
    components: {
      schemas: { ...buildSchemas('input', bodies), ...buildSchemas('output', answers) },
      headers: {
        'request-id': {
          description: 'Names this request in histories.',
          required: true,
          schema: { type: 'string' },
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const calls: readonly (readonly [string, ApiOperation])[] = Object.entries(operations);

const bodies: ReadonlyMap<z.ZodType, string> = named([
  ['nothing', emptyBody],
  ...calls.flatMap(([name, { body }]): [string, z.ZodType][] => (body ? [[`${name}.body`, body]] : [])),
]);

const answers: ReadonlyMap<z.ZodType, string> = named([
  ['problem', problemSchema],
  ['batch', batchSchema],
  ['cause', causeSchema],
  ['document', documentSchema],
  ['workflow', workflowSchema],
  ['oneDocument', operations.claimDocument.answers.schema],
  ...calls.map(
    ([
      name,
      {
        answers: { schema },
      },
    ]): [string, z.ZodType] => [`${name}.answer`, schema],
  ),
]);

/** A schema that several calls share takes the name that came first. */
function named(schemas: readonly [string, z.ZodType][]): ReadonlyMap<z.ZodType, string> {
  return new Map(schemas.toReversed().map(([name, schema]) => [schema, name]));
}

function reference(schema: z.ZodType): { $ref: string } {
  const name = bodies.get(schema) ?? answers.get(schema);
  if (name === undefined) throw new Error('A schema has no name in the API description');
  return { $ref: `#/components/schemas/${name}` };
}

function buildSchemas(
  io: 'input' | 'output',
  schemas: ReadonlyMap<z.ZodType, string>,
): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of [...schemas].toReversed()) registry.add(schema, { id });
  const described = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` }).schemas;
  return Object.fromEntries(Object.entries(described).map(([id, schema]) => [id, withoutOwnName(schema)]));
}

/** OpenAPI states the id and the dialect once, for the whole document. */
function withoutOwnName(schema: object & { $id?: unknown; $schema?: unknown }): object {
  const { $id: _id, $schema: _dialect, ...rest } = schema;
  return rest;
}

export interface OpenApiCall {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly object[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, OpenApiAnswer>>;
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

interface OpenApiAnswer {
  readonly description: string;
  readonly headers: Readonly<Record<string, object>>;
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

function openApiCall(name: string, operation: ApiOperation): OpenApiCall {
  const { summary, who, ofNoTenant, changes } = operation;
  const all = ofNoTenant ? ', where they see all tenants' : '';
  const roles = Array.isArray(who) ? `For ${who.join(' and ')}${all}.` : '';
  return {
    operationId: name,
    summary: `${summary}${roles && ` ${roles}`}`,
    security: who === 'anonymous' ? [] : [{ bearer: [] }],
    parameters: [...pathParameters(operation), ...headerParameters(operation)],
    ...(changes && { requestBody: buildBody(operation) }),
    responses: {
      [operation.answers.status]: buildAnswer(operation),
      ...buildRefusals(operation),
    },
  };
}

function pathParameters({ params }: ApiOperation): OpenApiParameter[] {
  return Object.entries(params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: toJsonSchema(schema),
  }));
}

function headerParameters({ changes }: ApiOperation): OpenApiParameter[] {
  const key: OpenApiParameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Sent again with the same key within 24 hours, a change is made once and answered alike.',
    schema: toJsonSchema(idempotencyKeySchema),
  };
  const version: OpenApiParameter = {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The version that was read, in quotes.',
    schema: toJsonSchema(ifMatchSchema),
  };
  return [...(changes ? [key] : []), ...(changes === 'an item' ? [version] : [])];
}

function buildBody({ body }: ApiOperation): object {
  const schema = reference(body ?? emptyBody);
  const description = `At most ${longestBody} bytes.`;
  return { required: body !== undefined, description, content: { 'application/json': { schema } } };
}

function buildAnswer({ answers: { status, schema }, changes }: ApiOperation): OpenApiAnswer {
  const replayed = { description: 'The answer to an earlier request.', schema: { const: 'true' } };
  return {
    description: status === 202 ? 'Accepted.' : 'Done.',
    headers: { ...requestId, ...(changes && { 'idempotency-replayed': replayed }) },
    content: { 'application/json': { schema: reference(schema) } },
  };
}

function buildRefusals(operation: ApiOperation): Record<string, OpenApiAnswer> {
  const codes = listProblems(operation);
  const statuses = new Set(codes.map((code) => problemStatus[code]));
  const codesOf = (status: number): ProblemCode[] => codes.filter((code) => problemStatus[code] === status);
  return Object.fromEntries([...statuses].map((status) => [status, buildRefusal(codesOf(status))]));
}

function buildRefusal(codes: readonly ProblemCode[]): OpenApiAnswer {
  const schema = {
    allOf: [reference(problemSchema), { type: 'object', properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${problemTitle[code]}.`).join(' '),
    headers: requestId,
    content: { 'application/problem+json': { schema } },
  };
}

const requestId = { 'request-id': { $ref: '#/components/headers/request-id' } };

function toJsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** Lists every way in which this call may be refused, in the order of their statuses. */
function listProblems(operation: ApiOperation): readonly ProblemCode[] {
  const codes = new Set<ProblemCode>(['unexpected', ...(operation.problems ?? [])]);
  const may = (...more: readonly ProblemCode[]): void => more.forEach((code) => codes.add(code));
  if (operation.who !== 'anonymous') may('not-signed-in', 'sign-in-expired');
  if (Array.isArray(operation.who)) may('role-required');
  if (operation.ofNoTenant) may('all-tenants-required');
  if (operation.params) may('malformed-request');
  if (operation.params && !operation.makesMissing) may('not-found');
  if (operation.changes) may('malformed-request', 'json-required', 'too-large', 'try-again');
  if (operation.changes) may('idempotency-key-required', 'key-reused');
  if (operation.changes === 'an item') may('version-required', 'stale-version');
  return (Object.keys(problemStatus) as ProblemCode[]).filter((code) => codes.has(code));
}
