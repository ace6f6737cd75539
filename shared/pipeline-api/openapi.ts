import { z } from 'zod';
import { openApiCall, type OpenApiCall } from './openapi-call.ts';
import { emptyBody, type ApiOperation } from './operation.ts';
import { operations } from './operations.ts';
import { problemSchema } from './problem.ts';
import { batchSchema, documentSchema, workflowSchema } from './words.ts';

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

/** What `operations` says, in the form that other people's tools read. */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiCall>> = {};
  for (const [name, operation] of calls) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = openApiCall(name, operation, reference);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'The pipeline API',
      version: '1',
      description:
        'Submits, reprocesses and reviews documents, and looks after downloads. A refusal is a problem (RFC 9457) with a stable `code`.',
    },
    servers: [{ url: '/pipeline/v1' }],
    paths,
    components: {
      schemas: { ...schemasOf('input', bodies), ...schemasOf('output', answers) },
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

/** What several calls share has the name that came first. */
function named(schemas: readonly [string, z.ZodType][]): ReadonlyMap<z.ZodType, string> {
  return new Map(schemas.toReversed().map(([name, schema]) => [schema, name]));
}

function reference(schema: z.ZodType): { $ref: string } {
  const name = bodies.get(schema) ?? answers.get(schema);
  if (name === undefined) throw new Error('A schema has no name in the API description');
  return { $ref: `#/components/schemas/${name}` };
}

function schemasOf(io: 'input' | 'output', schemas: ReadonlyMap<z.ZodType, string>): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of [...schemas].toReversed()) registry.add(schema, { id });
  const described = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` }).schemas;
  return Object.fromEntries(Object.entries(described).map(([id, schema]) => [id, withoutOwnName(schema)]));
}

/** OpenAPI says these once, for the whole document. */
function withoutOwnName(schema: object & { $id?: unknown; $schema?: unknown }): object {
  const { $id: _id, $schema: _dialect, ...rest } = schema;
  return rest;
}
