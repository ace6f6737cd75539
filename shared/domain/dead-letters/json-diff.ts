import { readExactJson, writeExactJson } from './exact-json.ts';
import { isObject, type Json } from './read-json.ts';

export interface JsonChange {
  readonly path: string;
  /** Null: it was not there, or is no more. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs, by the paths of its leaves; a body that is no JSON is one leaf. */
export function jsonDiff(original: string, edited: string): readonly JsonChange[] {
  const before = readExactJson(original);
  const after = readExactJson(edited);
  if (before === undefined || after === undefined) {
    return original === edited ? [] : [{ path: '', before: original, after: edited }];
  }
  return differences('', before, after);
}

function differences(path: string, before: Json | undefined, after: Json | undefined): readonly JsonChange[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [before as readonly Json[], after as readonly Json[]];
    const length = Math.max(old.length, now.length);
    return Array.from({ length }, (_, at) => differences(`${path}[${at}]`, old[at], now[at])).flat();
  }
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences(`${path}.${key}`, own(before, key), own(after, key)));
  }
  const [was, is] = [written(before), written(after)];
  return was === is ? [] : [{ path, before: was, after: is }];
}

function own(json: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(json, key) ? json[key] : undefined;
}

function written(json: Json | undefined): string | null {
  return json === undefined ? null : writeExactJson(json);
}
