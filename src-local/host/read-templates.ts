import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackTemplate } from '../aws/cloudformation/template.ts';

/**
 * Reads the templates in a folder, each of which makes the stack of its file's name. Of a folder that CDK wrote, only
 * its `.template.json` files are templates.
 */
export function readTemplates(folder: string): readonly StackTemplate[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const files = readdirSync(folder).toSorted();
  const byCdk = files.filter((file) => file.endsWith('.template.json'));
  const templates = byCdk.length > 0 ? byCdk : files.filter((file) => file.endsWith('.json'));
  if (templates.length === 0) throw new Error(`There is no template in ${folder}: no file ends with .json.`);
  return templates.map((file) => ({
    name: file.replace(/(?:\.template)?\.json$/, ''),
    template: readJson(join(folder, file)),
  }));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The template ${file} could not be read: ${String(error)}`, { cause: error });
  }
}
