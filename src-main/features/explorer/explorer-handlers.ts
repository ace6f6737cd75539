import { createHash } from 'node:crypto';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConsoleParts } from '#shared/catalogue/iam/console-needs.ts';
import { plainText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { exportInput, revealInput } from '#shared/contract/explorer.ts';
import { ok, refused, type Refusal, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import type { Scope } from '#shared/permissions.ts';
import type { Tables } from '../../aws/check/describe-table.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { Log } from '../../log/open-log.ts';
import { holdsEmail, isPresigned } from '../../rows/shown-text.ts';
import { askPattern } from './ask-pattern.ts';
import { draftHandlers } from './draft-handlers.ts';
import { exportRows } from './export-rows.ts';
import { openMasker } from './mask-item.ts';
import type { CatalogueFile } from './read-catalogue-file.ts';
import {
  noSuchSystem,
  readCatalogue,
  shownSystems,
  writePolicy,
  type ShownSystems,
} from './read-catalogue.ts';
import { openSavedCatalogues } from './saved-catalogues.ts';
import { openShelf, type HeldRow, type ReadingsShelf } from './readings-shelf.ts';
import { openRefusals, type RefusalsStore } from './refusals-store.ts';

export interface ExplorerParts {
  readonly home: string;
  /** Lists the built-in systems that the connection shows. */
  readonly systems: readonly SystemDeclaration[];
  /** This is the file given with --catalogue, or null. */
  readonly file: CatalogueFile | null;
  /** Returns the reader of the open connection, which may be another at the next call. */
  readonly reader: () => CatalogueReader;
  /** Runs when the catalogue is read, because questions are about to follow. */
  readonly prepare: () => void;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  /** Describes tables of the open connection. Without it no table can be described. */
  readonly tables?: (() => Tables) | undefined;
  /** Returns what the person may see; null where the console does not know. */
  readonly scope?: (() => Scope | null) | undefined;
  readonly stage?: (() => string | undefined) | undefined;
  readonly connection: () => ConnectionSummary;
  /** Returns what the connection has besides tables, for its policies; without it they cover tables alone. */
  readonly consoleParts?: (() => ConsoleParts) | undefined;
  /** Returns the persona, or null where the person is unknown. */
  readonly who: () => string | null;
  readonly log: Log;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

type Names = Extract<keyof Handlers, `explorer.${string}` | `catalogue.${string}`>;

export interface Explorer {
  readonly handlers: Pick<Handlers, Names>;
  /** Adds ids to the audit entries of these operations. */
  readonly auditedIds: AuditedIds;
}

/** Opens everything behind the Explorer: the systems, their answers, and the counts about both. */
export function openExplorer(parts: ExplorerParts): Explorer {
  const { home, file, reader, prepare, tableNames, connection, consoleParts, who, log, now, randomBytes } =
    parts;
  const { tables = noTables, scope = () => null, stage = () => undefined } = parts;
  const connectionId = () => connection().id;
  /** Another person also starts with no readings, because they may not be allowed to see what the first has read. */
  const heldFor = () => JSON.stringify([connection().id, who()]);
  const systems = shownSystems(parts.systems, file?.systems ?? []);
  const saved = openSavedCatalogues(
    home,
    systems.all.map(({ declaration }) => declaration),
  );
  systems.showSaved(saved.list());
  const shelf = openShelf(randomBytes);
  const refusals = openRefusals({ home, now, log });

  return {
    handlers: {
      'catalogue.read': readCatalogue({ systems, file, tableNames, prepare }),
      'explorer.ask': askPattern({ shelf, systems, tableNames, reader, heldFor, now }),
      'explorer.reveal': revealAttribute({ shelf, systems, tableNames, reader, heldFor, now }),
      'explorer.export': exportRows({ shelf, heldFor, now }),
      ...draftHandlers({
        tables,
        reader,
        tableNames,
        systems,
        saved,
        shelf,
        stage,
        scope,
        heldFor,
        onSaved: (files) => systems.showSaved(files),
        now,
      }),
      'explorer.policy': writePolicy({ systems, tableNames, connection, consoleParts }),
      ...refusalHandlers({ refusals, systems, connectionId, who }),
    },
    auditedIds: explorerIds(shelf, heldFor),
  };
}

const noTables = (): Tables => ({
  describe: (table) =>
    Promise.resolve(
      refused({
        code: 'not-found',
        message: `Tables cannot be described here, so "${table}" was not read.`,
        what: table,
      }),
    ),
});

interface RefusalParts {
  readonly refusals: RefusalsStore;
  readonly systems: ShownSystems;
  readonly connectionId: () => string;
  readonly who: () => string | null;
}

function refusalHandlers({
  refusals,
  systems,
  connectionId,
  who,
}: RefusalParts): Pick<Handlers, 'explorer.refuse' | 'explorer.refusals'> {
  return {
    'explorer.refuse': (question) => {
      const system = systems.find(question.system)?.declaration;
      if (system === undefined) return noSuchSystem(question.system, 'Nothing was counted.');
      if (findDeclared(system.entities, question.entity) === undefined) {
        const message = `The system "${system.id}" has no entity of this name. Nothing was counted.`;
        return refused({ code: 'not-found', message, what: 'entity' });
      }
      if ([question.question, ...question.by].some((text) => isPresigned(text) || holdsEmail(text))) {
        return refused(holdsValue);
      }
      return stored('The question was not counted', refusals.file, () =>
        refusals.count(connectionId(), who(), question),
      );
    },

    'explorer.refusals': () =>
      stored('The refused questions cannot be listed', refusals.file, () => ({
        refusals: [...refusals.list(connectionId())],
      })),
  };
}

/** The file must not hold people's data, so it counts the attributes asked by and never their values. */
const holdsValue: Refusal = {
  code: 'invalid-input',
  message: 'The question holds an address, and only names are counted. Nothing was counted.',
  issues: [{ path: 'question', problem: 'holds an e-mail or presigned address; expected names only' }],
};

function stored<T>(otherwise: string, file: string, work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refused({ code: 'storage-failed', message: `${otherwise}: ${why}.`, file });
  }
}

interface RevealParts {
  readonly shelf: ReadingsShelf;
  readonly systems: ShownSystems;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly reader: () => CatalogueReader;
  readonly heldFor: () => string;
  readonly now: () => number;
}

/** Reveals one masked value by reading it again, because the main process does not keep it meanwhile. */
function revealAttribute(parts: RevealParts): Handlers['explorer.reveal'] {
  return async ({ handle, attribute }) => {
    const row = parts.shelf.row(parts.heldFor(), handle);
    const system = row === undefined ? undefined : parts.systems.find(row.system)?.declaration;
    if (row === undefined || system === undefined) {
      return notFound('item', 'This row is no longer loaded. Ask the question again, then reveal.');
    }
    const shown = findDeclared(row.masked, attribute);
    if (shown === undefined) return notFound('attribute', `The item has no attribute "${attribute}".`);
    if (!('MASKED' in shown)) return unfit(`${attribute} is not masked.`);
    if (!shown.MASKED.revealable) return isSecret(attribute);

    const { table, key, entity } = row;
    const { systems, tableNames } = parts;
    // The names of the tables decide what is masked, and a connection with other names may be opened meanwhile.
    const mask = openMasker(system, { systems, tableNames, now: parts.now() });
    // The whole item is read at the same price, because a copy of a secret can only be recognised beside the secret.
    const again = await parts.reader().readAgain({ system, table, key });
    if (!again.ok) return again;
    const { item, receipt } = again.value;
    if (item === null) return { ...notFound('item', 'The item is no longer there.'), receipt };
    const value = findDeclared(mask({ table, entity, attributes: item.attributes }, attribute), attribute);
    if (value === undefined) {
      return { ...notFound('attribute', `The item has no "${attribute}" any more.`), receipt };
    }
    // A value that was private when listed may be something else by now.
    return 'MASKED' in value ? { ...isSecret(attribute), receipt } : ok({ value }, receipt);
  };
}

function isSecret(attribute: string): Result<never> {
  return unfit(`${attribute} is a secret; it never leaves the main process.`);
}

function unfit(problem: string): Result<never> {
  return refused({
    code: 'invalid-input',
    message: `${problem} Nothing was revealed.`,
    issues: [{ path: 'attribute', problem }],
  });
}

function notFound(what: string, problem: string): Result<never> {
  return refused({ code: 'not-found', message: `${problem} Nothing was revealed.`, what });
}

type AuditedIds = (operation: string, input: unknown) => Readonly<Record<string, string>>;

/**
 * Gives the audit the ids behind handles: a page names items by handles, which mean nothing once the main process has
 * ended.
 */
function explorerIds(shelf: ReadingsShelf, heldFor: () => string): AuditedIds {
  return (operation, input) => {
    const named = idsOfNamed.get(operation);
    if (named !== undefined) return idsNamed(input, named);
    if (operation === 'explorer.reveal') return idsOfReveal(input);
    return operation === 'explorer.export' ? idsOfExport(input) : {};
  };

  function idsOfReveal(input: unknown): Readonly<Record<string, string>> {
    const { handle, attribute } = revealInput.parse(input);
    const row = shelf.row(heldFor(), handle);
    if (row === undefined) return { attribute };
    const { system, table, entity } = row;
    return { system, table, entity: entity ?? '(unknown)', key: formatKey(row), attribute };
  }

  function idsOfExport(input: unknown): Readonly<Record<string, string>> {
    const { reading: id, format, columns, rows } = exportInput.parse(input);
    const reading = shelf.reading(heldFor(), id);
    const asked = { format, columns: columns.join(', '), rows: String(rows.length) };
    return reading === undefined ? asked : { system: reading.system, pattern: reading.pattern, ...asked };
  }
}

/** Key values may be people's data, so the audit says only which table or file it was. */
const idsOfNamed: ReadonlyMap<string, string> = new Map([
  ['catalogue.describeTable', 'table'],
  ['catalogue.sampleKeys', 'table'],
  ['catalogue.saveDraft', 'name'],
  ['catalogue.removeFile', 'name'],
]);

function idsNamed(input: unknown, name: string): Readonly<Record<string, string>> {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
  return typeof value === 'string' ? { [name]: value } : {};
}

function formatKey({ key, masked }: HeldRow): string {
  return Object.entries(key)
    .map(([name, value]) => `${name}=${isMasked(masked, name) ? sha256(keyPart(value)) : keyPart(value)}`)
    .join(', ');
}

/** Returns binary keys as Base64, so that they stay distinct. */
function keyPart(value: AttributeValue): string {
  return 'B' in value ? value.B : plainText(value);
}

/** A key with an e-mail address can be recognised by someone who knows it, but cannot be read here. */
function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function isMasked(attributes: Attributes, name: string): boolean {
  const value = findDeclared(attributes, name);
  return value !== undefined && 'MASKED' in value;
}
