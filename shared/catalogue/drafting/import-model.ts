import type { SystemDraft } from './draft-system.ts';
import { draftOfElectroSchemas } from './electrodb-model.ts';
import { readElectroSchema, type ElectroSchema } from './electrodb-schema.ts';
import { draftOfWorkbenchModel } from './workbench-model.ts';

export type ModelKind = 'ElectroDB' | 'NoSQL Workbench';

type ImportedModel =
  | { readonly ok: true; readonly kind: ModelKind; readonly draft: SystemDraft }
  | {
      readonly ok: false;
      /** Names the field that has to be corrected. */
      readonly field: 'text' | 'table';
      readonly problem: string;
    };

/** Makes a draft of a model in JSON. An ElectroDB model may not name its table, so the person does. */
export function importModel(json: unknown, tableName: string | undefined): ImportedModel {
  if (isObject(json) && json['DataModel'] !== undefined) {
    const draft = draftOfWorkbenchModel(json);
    return typeof draft === 'string'
      ? { ok: false, field: 'text', problem: `${draft}; expected a model that NoSQL Workbench exported` }
      : { ok: true, kind: 'NoSQL Workbench', draft };
  }
  const found = findSchemas(json);
  if (found.length === 0) return { ok: false, field: 'text', problem: unknownModel };
  const schemas: ElectroSchema[] = [];
  for (const one of found) {
    const schema = readElectroSchema(one);
    if (typeof schema === 'string') {
      return { ok: false, field: 'text', problem: `${schema}; expected the schema of an ElectroDB entity` };
    }
    schemas.push(schema);
  }
  const [first, ...others] = schemas;
  if (first === undefined) return { ok: false, field: 'text', problem: unknownModel };
  const table = tableName ?? schemas.find((schema) => schema.table !== undefined)?.table;
  if (table === undefined) {
    return { ok: false, field: 'table', problem: 'is not in the model; expected the name of the table' };
  }
  return { ok: true, kind: 'ElectroDB', draft: draftOfElectroSchemas([first, ...others], table) };
}

const unknownModel =
  'is neither an ElectroDB schema, with "model", "attributes" and "indexes", nor a NoSQL Workbench model, with "DataModel"';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Accepts one schema, a list of them, a map of them, or an entity that has one. */
function findSchemas(json: unknown, depth = 0): readonly unknown[] {
  if (Array.isArray(json)) return depth > 2 ? [] : json.flatMap((one) => findSchemas(one, depth + 1));
  if (!isObject(json) || depth > 3) return [];
  if (isObject(json['indexes']) && (isObject(json['model']) || typeof json['entity'] === 'string'))
    return [json];
  if (isObject(json['schema'])) return findSchemas(json['schema'], depth + 1);
  if (isObject(json['entities'])) return findSchemas(Object.values(json['entities']), depth + 1);
  const values = Object.values(json);
  return values.length > 0 && values.every(isObject)
    ? values.flatMap((one) => findSchemas(one, depth + 1))
    : [];
}

/** A model in source code cannot be read without running it, which the console does not do. */
export function sourceProblem(text: string): string | undefined {
  const isSource =
    /\bnew\s+(?:Entity|Service)\s*\(|^\s*(?:import|export|const|let|var|module\.exports)\b|=>/m.test(text);
  return isSource
    ? 'is source code and not JSON. Print its JSON and paste that: console.log(JSON.stringify(entity.schema)), or for a service console.log(JSON.stringify(Object.values(service.entities).map((entity) => entity.schema)))'
    : undefined;
}
