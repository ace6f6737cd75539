import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';

export interface ShownSystem {
  readonly declaration: SystemDeclaration;
  readonly origin: 'built-in' | 'file';
}

export interface ShownSystems {
  readonly all: readonly ShownSystem[];
  find(id: string): ShownSystem | undefined;
}

/** Ids are what everything else goes by, so the first with an id keeps it. */
export function shownSystems(
  builtIn: readonly SystemDeclaration[],
  fromFile: readonly SystemDeclaration[],
): ShownSystems {
  const byId = new Map<string, ShownSystem>();
  for (const declaration of builtIn) byId.set(declaration.id, { declaration, origin: 'built-in' });
  for (const declaration of fromFile) {
    if (!byId.has(declaration.id)) byId.set(declaration.id, { declaration, origin: 'file' });
  }
  return { all: [...byId.values()], find: (id) => byId.get(id) };
}
