import { draftText } from '#shared/catalogue/drafting/correct-draft.ts';
import {
  draftOfTable,
  type DescribedTable,
  type SystemDraft,
} from '#shared/catalogue/drafting/draft-system.ts';
import { importModel, sourceProblem } from '#shared/catalogue/drafting/import-model.ts';
import type { SampledKey } from '#shared/catalogue/drafting/key-shapes.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { keyNames } from '#shared/catalogue/keys/key-places.ts';
import type { DescribedForDraft, Draft } from '#shared/contract/drafts.ts';
import type { draftOperations } from '#shared/contract/drafts.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { whyNotDescribe, type Scope } from '#shared/permissions.ts';
import type { Tables } from '../../aws/check/describe-table.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../gate/gate.ts';
import { linesInJson, parseJson } from '../../home/parse-json.ts';
import { askPattern } from './ask-pattern.ts';
import { parseDraft } from './read-catalogue-file.ts';
import type { ShownSystems } from './read-catalogue.ts';
import type { ReadingsShelf } from './readings-shelf.ts';
import { readPastedKeys, estimateSample, sampleKeys } from './sample-keys.ts';
import { toSavedCatalogue, type SavedCatalogues, type SavedFile } from './saved-catalogues.ts';

export interface DraftParts {
  readonly tables: () => Tables;
  readonly reader: () => CatalogueReader;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly systems: ShownSystems;
  readonly saved: SavedCatalogues;
  readonly shelf: ReadingsShelf;
  /** Returns the stage of the open connection, if it has one. */
  readonly stage: () => string | undefined;
  readonly scope: () => Scope | null;
  /** Names the connection and the person, because another person's sample is not shown. */
  readonly heldFor: () => string;
  /** Runs when a file was saved or removed, so that its systems are shown or no longer shown. */
  readonly onSaved: (files: readonly SavedFile[]) => void;
  readonly now: () => number;
}

/** Drafts, checks, tries and saves declarations of tables that no declaration knows. */
export function draftHandlers(parts: DraftParts): Pick<Handlers, keyof typeof draftOperations> {
  const { tables, reader, saved, stage, heldFor, onSaved } = parts;
  const samples = openSamples();
  const ifAllowed = (): Result<void> => {
    const why = whyNotDescribe(parts.scope());
    return why === undefined ? ok(undefined) : refused(notAllowed(why));
  };
  /** Names the person, the connection and its stage, which may be others by the time a table has been read. */
  const describeAsked = () => ({ owner: heldFor(), ofStage: stage() });
  const afterChange = (result: Result<readonly SavedFile[]>): Result<{ files: DraftFiles }> => {
    if (!result.ok) return result;
    onSaved(result.value);
    return ok(listFiles(result.value));
  };

  return {
    'catalogue.describeTable': async ({ table }) => {
      const allowed = ifAllowed();
      if (!allowed.ok) return allowed;
      const { owner, ofStage } = describeAsked();
      const found = await tables().describe(table);
      if (!found.ok) return found;
      return ok(describedTable(samples.begin(owner, found.value), ofStage));
    },

    'catalogue.sampleKeys': async ({ table, index, partitions, pasted }) => {
      const allowed = ifAllowed();
      if (!allowed.ok) return allowed;
      const { owner, ofStage } = describeAsked();
      const known = samples.find(owner, table);
      if (known === undefined) return refused(notDescribed(table));
      if (partitions.length === 0 && pasted === null)
        return invalidInput('partitions', 'is empty; expected a key');
      const ofText = pasted === null ? [] : readPastedKeys(pasted, known.table);
      if (typeof ofText === 'string') return invalidInput('pasted', ofText);
      const read = await sampleKeys({ reader: reader(), table: known.table, index, partitions });
      if (!read.ok) return read;
      const { keys, requests, receipt } = read.value;
      const added = samples.add(owner, known.table, [...ofText, ...keys]);
      const fresh = added.keys.length - known.keys.length;
      return ok({ ...describedTable(added, ofStage), fresh, requests, rru: receipt?.rru ?? 0 }, receipt);
    },

    'catalogue.importModel': ({ text, table }) => {
      const json = parseJson(text);
      if ('problem' in json) {
        const why = sourceProblem(text) ?? `${json.problem} in ${json.path}`;
        return invalidInput('text', why, 'The model', 'Nothing was imported.');
      }
      const imported = importModel(json.value, table ?? undefined);
      if (!imported.ok) {
        const subject = imported.field === 'table' ? 'The name of the table' : 'The model';
        return invalidInput(imported.field, imported.problem, subject, 'Nothing was imported.');
      }
      return ok({ draft: toDraft(imported.draft), kind: imported.kind });
    },

    'catalogue.checkDraft': ({ text }) => {
      const { system, problems } = parseDraft(text);
      const lines = linesInJson(text);
      return ok({
        system,
        problems: problems.map((problem) => ({ ...problem, line: lines(problem.path) })),
        tableNames: system === null ? {} : { ...parts.tableNames(system) },
      });
    },

    'catalogue.tryDraft': async ({ text, pattern, params, pageSize }, context) => {
      const allowed = ifAllowed();
      if (!allowed.ok) return allowed;
      const { system } = parseDraft(text);
      if (system === null) {
        return invalidInput('text', 'has mistakes; correct them before a question is tried', 'The draft');
      }
      const only: ShownSystems = {
        all: [...parts.systems.all, { declaration: system, origin: 'file' }],
        find: (id) => (id === system.id ? { declaration: system, origin: 'file' } : undefined),
      };
      return askPattern({ ...parts, systems: only })(
        { system: system.id, pattern, params, pageSize },
        context,
      );
    },

    'catalogue.files': () => ok(listFiles(saved.list())),
    'catalogue.openFile': ({ name }) => saved.read(name),
    'catalogue.saveDraft': ({ name, text, fingerprint }) => {
      const allowed = ifAllowed();
      return allowed.ok ? afterChange(saved.save(name, text, fingerprint)) : allowed;
    },
    'catalogue.removeFile': ({ name, fingerprint }) => {
      const allowed = ifAllowed();
      return allowed.ok ? afterChange(saved.remove(name, fingerprint)) : allowed;
    },
  };
}

function listFiles(files: readonly SavedFile[]): { files: DraftFiles } {
  return { files: files.map(toSavedCatalogue) };
}

type DraftFiles = ReturnType<typeof toSavedCatalogue>[];

interface Sampled {
  readonly table: DescribedTable;
  readonly keys: readonly SampledKey[];
}

/** Keeps the sampled keys of a few tables, so that another key adds to the draft. They are never written down. */
function openSamples() {
  const kept = new Map<string, Sampled>();
  function keep(owner: string, sampled: Sampled): Sampled {
    const name = buildName(owner, sampled.table.name);
    kept.delete(name);
    kept.set(name, sampled);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostTables) break;
      kept.delete(oldest);
    }
    return sampled;
  }
  return {
    begin: (owner: string, table: DescribedTable) => keep(owner, { table, keys: [] }),
    find: (owner: string, table: string) => kept.get(buildName(owner, table)),
    add(owner: string, table: DescribedTable, keys: readonly SampledKey[]): Sampled {
      const own = keyNames(table);
      const identity = (key: SampledKey): string => JSON.stringify(own.map((name) => key[name]));
      const all = new Map(
        [...(kept.get(buildName(owner, table.name))?.keys ?? []), ...keys].map((key) => [identity(key), key]),
      );
      return keep(owner, { table, keys: [...all.values()].slice(-mostKeys) });
    },
  };
}

function buildName(owner: string, table: string): string {
  return JSON.stringify([owner, table]);
}

const mostTables = 5;
const mostKeys = 2_000;

function describedTable(found: Sampled, stage: string | undefined): DescribedForDraft {
  const { table, keys } = found;
  return {
    draft: toDraft(draftOfTable({ table, sampled: keys, stage })),
    table: {
      name: table.name,
      keys: keyNames(table).join(', '),
      indexes: Object.entries(table.indexes).map(([name, index]) => ({
        name,
        keys: keyNames(index).join(', '),
      })),
      items: table.items,
      bytes: table.bytes,
    },
    price: estimateSample(table),
    sampled: keys.length,
  };
}

function toDraft({ system, guesses, notes }: SystemDraft): Draft {
  return { text: draftText(system), guesses: [...guesses], notes: [...notes] };
}

function notAllowed(why: string) {
  return {
    code: 'tenant-out-of-scope' as const,
    message: `${why} Nothing was read or changed. Ask a colleague who sees all tenants.`,
    tenantId: '*',
  };
}

function notDescribed(table: string) {
  return {
    code: 'not-found' as const,
    message: `The table "${table}" was not described yet, or too long ago. Nothing was read. Describe it first.`,
    what: table,
  };
}

function invalidInput(
  path: string,
  problem: string,
  subject = `The field ${path}`,
  consequence = 'Nothing was read.',
): Result<never> {
  return refused({
    code: 'invalid-input',
    message: `${subject} ${problem}. ${consequence}`.slice(0, 900),
    issues: [{ path, problem }],
  });
}
