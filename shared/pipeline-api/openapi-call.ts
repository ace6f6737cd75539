import { z } from 'zod';
import {
  emptyBody,
  idempotencyKeySchema,
  ifMatchSchema,
  longestBody,
  type ApiOperation,
} from './operation.ts';
import { problemSchema, problemStatus, problemTitle, type ProblemCode } from './problem.ts';
import { problemsOf } from './problems-of.ts';

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

type Reference = (schema: z.ZodType) => { $ref: string };

export function openApiCall(name: string, operation: ApiOperation, reference: Reference): OpenApiCall {
  const { summary, who, ofNoTenant, changes } = operation;
  const all = ofNoTenant ? ', where they see all tenants' : '';
  const roles = Array.isArray(who) ? `For ${who.join(' and ')}${all}.` : '';
  return {
    operationId: name,
    summary: `${summary}${roles && ` ${roles}`}`,
    security: who === 'nobody' ? [] : [{ bearer: [] }],
    parameters: [...pathParameters(operation), ...headerParameters(operation)],
    ...(changes && { requestBody: bodyOf(operation, reference) }),
    responses: {
      [operation.answers.status]: answerOf(operation, reference),
      ...refusalsOf(operation, reference),
    },
  };
}

function pathParameters({ params }: ApiOperation): OpenApiParameter[] {
  return Object.entries(params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchemaOf(schema),
  }));
}

function headerParameters({ changes }: ApiOperation): OpenApiParameter[] {
  const key: OpenApiParameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Sent again with the same key within 24 hours, a change is made once and answered alike.',
    schema: jsonSchemaOf(idempotencyKeySchema),
  };
  const version: OpenApiParameter = {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The version that was read, in quotes.',
    schema: jsonSchemaOf(ifMatchSchema),
  };
  return [...(changes ? [key] : []), ...(changes === 'an item' ? [version] : [])];
}

function bodyOf({ body }: ApiOperation, reference: Reference): object {
  const schema = reference(body ?? emptyBody);
  const description = `At most ${longestBody} bytes.`;
  return { required: body !== undefined, description, content: { 'application/json': { schema } } };
}

function answerOf({ answers, changes }: ApiOperation, reference: Reference): OpenApiAnswer {
  const replayed = { description: 'The answer to an earlier request.', schema: { const: 'true' } };
  return {
    description: answers.status === 202 ? 'Accepted.' : 'Done.',
    headers: { ...requestId, ...(changes && { 'idempotency-replayed': replayed }) },
    content: { 'application/json': { schema: reference(answers.schema) } },
  };
}

function refusalsOf(operation: ApiOperation, reference: Reference): Record<string, OpenApiAnswer> {
  const codes = problemsOf(operation);
  const statuses = new Set(codes.map((code) => problemStatus[code]));
  const codesOf = (status: number): ProblemCode[] => codes.filter((code) => problemStatus[code] === status);
  return Object.fromEntries([...statuses].map((status) => [status, refusalOf(codesOf(status), reference)]));
}

function refusalOf(codes: readonly ProblemCode[], reference: Reference): OpenApiAnswer {
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

function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}
