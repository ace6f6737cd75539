import type { OpenApiDocument } from '#shared/pipeline-api/openapi.ts';
import type { RealIds } from './real-ids.ts';

type Named<Value> = Readonly<Record<string, Value>>;
type Call = OpenApiDocument['paths'][string][string];

/**
 * Adds existing ids to everything in the description that may be sent, so that requests get past the first refusal.
 * Schemathesis also sends other ids, so it still covers missing and malformed ones.
 */
export function withRealIds(description: OpenApiDocument, { paths, bodies }: RealIds): OpenApiDocument {
  const { components } = description;
  return {
    ...description,
    paths: mapped(description.paths, (path, calls) => {
      const [, values = {}] = paths.find(([beginning]) => path.startsWith(beginning)) ?? [];
      return mapped(calls, (_, call) => withParameters(call, values));
    }),
    components: {
      ...components,
      schemas: mapped(components.schemas, (name, schema) =>
        name.endsWith('.body') ? withProperties(schema, bodies) : schema,
      ),
    },
  };
}

function withParameters(call: Call, values: Named<readonly string[]>): Call {
  const parameters = call.parameters.map((parameter) => ({
    ...parameter,
    // Otherwise most keys would be "0", and most answers would say that it was used before.
    schema:
      parameter.name === 'Idempotency-Key'
        ? { type: 'string', format: 'uuid' }
        : toEnumSchema(values[parameter.name], parameter.schema),
  }));
  return { ...call, parameters };
}

function withProperties(
  schema: object & { readonly properties?: Named<object> },
  values: Named<readonly string[]>,
): object {
  const { properties } = schema;
  if (!properties) return schema;
  return {
    ...schema,
    properties: mapped(properties, (name, property) => toEnumSchema(values[name], property)),
  };
}

function toEnumSchema(values: readonly string[] | undefined, schema: object): object {
  if (!values || values.length === 0) return schema;
  const one = { type: 'string', enum: values };
  return 'items' in schema ? { ...schema, items: one } : one;
}

function mapped<Value, Other>(
  named: Named<Value>,
  change: (name: string, value: Value) => Other,
): Record<string, Other> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(name, value)]));
}
