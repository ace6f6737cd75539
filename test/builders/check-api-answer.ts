import { z } from 'zod';
import { openApiDocument, type OpenApiCall } from '#shared/pipeline-api/openapi.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';

interface Checked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Throws where an answer differs from the OpenAPI description of this call. */
export function checkAnswer(name: OperationName, { status, headers, text }: Checked): void {
  const type = headers['content-type'] ?? '';
  const schema = findSchema(name, status, type);
  if (!schema) throw new Error(`${name} answered ${status} ${type}, which OpenAPI does not tell of: ${text}`);
  const { error } = schema.safeParse(JSON.parse(text));
  if (error)
    throw new Error(`${name} answered ${status} otherwise than OpenAPI says: ${z.prettifyError(error)}`);
  if (!headers['request-id']) throw new Error(`${name} answered without a request id`);
}

/** Lists every refusal in the description as `operation problem`. */
export function declaredRefusals(): string[] {
  return (Object.keys(operations) as OperationName[]).flatMap((name) =>
    Object.values(findCall(name).responses).flatMap(({ content }) => {
      const problems = content['application/problem+json']?.schema as
        | {
            readonly allOf: readonly [
              object,
              { readonly properties: { readonly code: { readonly enum: string[] } } },
            ];
          }
        | undefined;
      return (problems?.allOf[1].properties.code.enum ?? []).map((code) => `${name} ${code}`);
    }),
  );
}

// zod resolves references into $defs.
const description = JSON.parse(
  JSON.stringify(openApiDocument()).replaceAll('#/components/schemas/', '#/$defs/'),
) as ReturnType<typeof openApiDocument>;

function findCall(name: OperationName): OpenApiCall {
  const { method, path } = operations[name];
  const call = description.paths[path]?.[method.toLowerCase()];
  if (!call) throw new Error(`OpenAPI does not tell of ${name}`);
  return call;
}

const { schemas: $defs } = description.components;
const schemas = new Map<string, z.ZodType | undefined>();

function findSchema(name: OperationName, status: number, type: string): z.ZodType | undefined {
  const id = `${name} ${status} ${type}`;
  if (!schemas.has(id)) {
    const schema = findCall(name).responses[String(status)]?.content[type]?.schema;
    schemas.set(
      id,
      schema && z.fromJSONSchema({ ...schema, $defs } as Parameters<typeof z.fromJSONSchema>[0]),
    );
  }
  return schemas.get(id);
}
