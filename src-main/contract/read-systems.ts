import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { readCatalogueFile, type CatalogueFile } from '../features/explorer/read-catalogue-file.ts';

interface Systems {
  readonly builtIn: readonly SystemDeclaration[];
  /** What --catalogue brought; null where it was not given. */
  readonly own: CatalogueFile | null;
}

export function readSystems(catalogueFile: string | undefined): Systems {
  return {
    builtIn: Object.values(catalogue),
    own: catalogueFile === undefined ? null : readCatalogueFile(catalogueFile),
  };
}
