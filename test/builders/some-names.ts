import { namesFrom, type Names } from '#renderer/contract/names.tsx';

/** Names what is listed by "tenant northwind" or "workflow northwind freight carrier-invoice"; the rest keeps its id. */
export function someNames(known: Readonly<Record<string, string>> = {}): Names {
  const names = new Map(Object.entries(known).map(([path, name]) => [JSON.stringify(path.split(' ')), name]));
  return namesFrom(names, [], null, () => undefined);
}
