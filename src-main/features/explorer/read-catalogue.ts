import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConsoleParts } from '#shared/catalogue/iam/console-needs.ts';
import { buildPolicy } from '#shared/catalogue/iam/policy.ts';
import { tenantProblem } from '#shared/catalogue/iam/policy-statements.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../gate/gate.ts';
import { isPresigned } from '../../rows/shown-text.ts';
import { mentionFinder, secretFinder } from './hidden-names.ts';
import type { CatalogueFile } from './read-catalogue-file.ts';
import type { SavedFile } from './saved-catalogues.ts';

interface Parts {
  readonly systems: ShownSystems;
  readonly file: CatalogueFile | null;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly prepare: () => void;
}

/** Forms need a few samples; more than this from a team's file would only slow down each page. */
const samplesLimit = 262_144;

/** Returns the systems as declared; a page draws its forms, maps and reviews from them. */
export function readCatalogue({ systems, file, tableNames, prepare }: Parts): Handlers['catalogue.read'] {
  const told = new WeakMap<SystemDeclaration, SystemDeclaration>();
  return () => {
    prepare();
    return ok({
      systems: systems.all.map((system) => ({
        declaration: toDeclaration(system),
        origin: system.origin,
        ...(system.savedAs !== undefined && { savedAs: system.savedAs }),
        tableNames: { ...tableNames(system.declaration) },
      })),
      file: file === null ? null : { path: file.path, problems: [...file.problems] },
    });
  };

  function toDeclaration(system: ShownSystem): SystemDeclaration {
    const before = told.get(system.declaration);
    if (before !== undefined) return before;
    const fresh = withoutSecretSamples(system.declaration);
    told.set(system.declaration, fresh);
    return fresh;
  }
}

/** A file may have been filled from a real table, so a secret in an item is also one in a sample. */
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

  /** Searches at any depth, in a plain value or an exact one. */
  function isTelling(value: unknown): boolean {
    if (typeof value === 'string') return isPresigned(value) || mentioned(value) !== undefined;
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(
      ([name, one]) => secretOf(name) !== undefined || isTelling(name) || isTelling(one),
    );
  }
}

interface ShownSystem {
  readonly declaration: SystemDeclaration;
  readonly origin: 'built-in' | 'file';
  /** The name of the saved file that it comes from. */
  readonly savedAs?: string;
}

export interface ShownSystems {
  readonly all: readonly ShownSystem[];
  find(id: string): ShownSystem | undefined;
}

interface LiveSystems extends ShownSystems {
  /** Shows the systems of the saved files, as they are now. */
  showSaved(files: readonly Pick<SavedFile, 'name' | 'systems'>[]): void;
}

/** All other lookups go by id, so the first system with an id keeps it. */
export function shownSystems(
  builtIn: readonly SystemDeclaration[],
  fromFile: readonly SystemDeclaration[],
): LiveSystems {
  const byId = new Map<string, ShownSystem>();
  for (const declaration of builtIn) byId.set(declaration.id, { declaration, origin: 'built-in' });
  for (const declaration of fromFile) {
    if (!byId.has(declaration.id)) byId.set(declaration.id, { declaration, origin: 'file' });
  }
  let shown: ReadonlyMap<string, ShownSystem> = byId;
  return {
    get all() {
      return [...shown.values()];
    },
    find: (id) => shown.get(id),
    showSaved(files) {
      const all = new Map(byId);
      for (const { name, systems } of files) {
        for (const declaration of systems) {
          if (!all.has(declaration.id))
            all.set(declaration.id, { declaration, origin: 'file', savedAs: name });
        }
      }
      shown = all;
    },
  };
}

export function noSuchSystem(id: string, consequence: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `The catalogue has no system "${id}". ${consequence}`,
    what: 'system',
  });
}

export function noSuchPattern(system: string, pattern: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `The system "${system}" has no access pattern "${pattern}". Nothing was read.`,
    what: 'pattern',
  });
}

interface PolicyParts {
  readonly systems: ShownSystems;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly connection: () => ConnectionSummary;
  readonly consoleParts?: (() => ConsoleParts) | undefined;
}

export function writePolicy({
  systems,
  tableNames,
  connection,
  consoleParts,
}: PolicyParts): Handlers['explorer.policy'] {
  return ({ role, tenant }) => {
    const problem = tenant === null ? null : tenantProblem(tenant);
    if (problem !== null) {
      return refused({
        code: 'invalid-input',
        message: `The tenant's id ${problem}. No policy was written.`,
        issues: [{ path: 'tenant', problem }],
      });
    }
    const { id, region, accountId } = connection();
    const declarations = systems.all.map(({ declaration }) => declaration);
    const { document, notes } = buildPolicy({
      systems: declarations,
      tableNames: Object.fromEntries(declarations.map((system) => [system.id, tableNames(system)])),
      connection: { region, accountId },
      role,
      tenant,
      parts: consoleParts?.(),
    });
    const scope = tenant === null ? '' : `-${tenant.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)}`;
    return ok({
      fileName: `sluice-${id}-${role}${scope}.json`,
      text: `${JSON.stringify(document, null, 2)}\n`,
      notes: [...notes],
    });
  };
}
