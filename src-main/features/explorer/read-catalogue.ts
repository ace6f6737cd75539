import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { ok } from '#shared/contract/result.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { isPresigned } from '../../rows/shown-text.ts';
import { mentionFinder, secretFinder } from './hidden-names.ts';
import type { CatalogueFile } from './read-catalogue-file.ts';
import type { ShownSystem, ShownSystems } from './shown-systems.ts';

interface Parts {
  readonly systems: ShownSystems;
  readonly file: CatalogueFile | null;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly prepare: () => void;
}

/** Forms need a few; more of a team's own file than this would only make each page slow to open. */
const samplesLimit = 262_144;

/** The systems as declared: a page draws its forms, maps and reviews from them by itself. */
export function readCatalogue({ systems, file, tableNames, prepare }: Parts): Handlers['catalogue.read'] {
  const told = new Map<ShownSystem, SystemDeclaration>();
  return () => {
    prepare();
    return ok({
      systems: systems.all.map((system) => ({
        declaration: declarationOf(system),
        origin: system.origin,
        tableNames: { ...tableNames(system.declaration) },
      })),
      file: file === null ? null : { path: file.path, problems: [...file.problems] },
    });
  };

  function declarationOf(system: ShownSystem): SystemDeclaration {
    const before = told.get(system);
    if (before !== undefined) return before;
    const fresh = withoutSecretSamples(system.declaration);
    told.set(system, fresh);
    return fresh;
  }
}

/** A file may have been filled from a real table, so what is a secret in an item is one in a sample. */
function withoutSecretSamples(system: SystemDeclaration): SystemDeclaration {
  const { samples, ...declaration } = system;
  if (samples === undefined || JSON.stringify(samples).length > samplesLimit) return declaration;
  const secretOf = secretFinder(system);
  const mentioned = mentionFinder(system);
  const open = Object.entries(samples).map(([table, items]) => {
    const kept = items.map((item) =>
      Object.fromEntries(Object.entries(item).filter(([name, value]) => !isTelling({ [name]: value }))),
    );
    return [table, kept] as const;
  });
  return { ...declaration, samples: Object.fromEntries(open) };

  /** At any depth, of a plain value or an exact one. */
  function isTelling(value: unknown): boolean {
    if (typeof value === 'string') return isPresigned(value) || mentioned(value) !== undefined;
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(
      ([name, one]) => secretOf(name) !== undefined || isTelling(name) || isTelling(one),
    );
  }
}
