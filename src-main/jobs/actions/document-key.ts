import { extraction } from '#shared/catalogue/systems/extraction.ts';
import { fillTemplate } from '#shared/catalogue/templates/fill-template.ts';
import type { Params } from '#shared/catalogue/templates/key-template.ts';
import type { StoredItem } from '../../aws/reading.ts';

type Place = Pick<StoredItem, 'table' | 'key'>;

/** Where an item of the extraction table lies, of which only the ids are known. */
export function placeOf(entity: 'Document' | 'Batch' | 'Workflow', params: Params): Place {
  const { table, keys } = extraction.entities[entity];
  const filled = (template: string): { readonly S: string } => {
    const result = fillTemplate(template, params);
    // Its ids have been in a key, or in an address of the pipeline API, before.
    if (!result.ok) throw new Error(`${result.parameter} ${result.problem}`);
    return { S: result.key };
  };
  return { table, key: { PK: filled(keys.PK), SK: filled(keys.SK) } };
}
