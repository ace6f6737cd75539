import { findDeclared } from '#shared/catalogue/find-declared.ts';

/** Parameter → what was typed. Names are a system's own: read with `valueOf`, build with Object.fromEntries. */
export type Values = Readonly<Record<string, string>>;

export function valueOf(values: Values, name: string): string {
  return findDeclared(values, name) ?? '';
}

export function withValue(values: Values, name: string, value: string): Values {
  return Object.fromEntries([...Object.entries(values).filter(([each]) => each !== name), [name, value]]);
}

export function onlyValues(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, valueOf(values, name)]));
}
