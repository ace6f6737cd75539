import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConsoleParts } from '#shared/catalogue/iam/console-places.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { Log } from '../../log/open-log.ts';
import { askPattern } from './ask-pattern.ts';
import { explorerIds } from './audited-ids.ts';
import type { AuditedIds } from './audited-ids.ts';
import { exportRows } from './export-rows.ts';
import type { CatalogueFile } from './read-catalogue-file.ts';
import { readCatalogue } from './read-catalogue.ts';
import { openShelf } from './readings-shelf.ts';
import { refusalHandlers } from './refusal-handlers.ts';
import { openRefusals } from './refusals-store.ts';
import { revealAttribute } from './reveal-attribute.ts';
import { shownSystems } from './shown-systems.ts';
import { writePolicy } from './write-policy.ts';

export interface ExplorerParts {
  readonly home: string;
  /** Those that Sluice knows by itself, as far as the connection shows them. */
  readonly systems: readonly SystemDeclaration[];
  /** What --catalogue brought; null where it was not given. */
  readonly file: CatalogueFile | null;
  /** Of the open connection, which may be another at the next call. */
  readonly reader: () => CatalogueReader;
  /** Who reads the catalogue is about to ask. */
  readonly prepare: () => void;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly connection: () => ConnectionSummary;
  /** What it has beside tables, for its policies; left out, they are about tables alone. */
  readonly consoleParts?: (() => ConsoleParts) | undefined;
  /** The persona, or null where nobody has told us who it is. */
  readonly who: () => string | null;
  readonly log: Log;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

type Names = Extract<keyof Handlers, `explorer.${string}` | `catalogue.${string}`>;

export interface Explorer {
  readonly handlers: Pick<Handlers, Names>;
  /** What the audit trail adds to its entries about these operations. */
  readonly auditedIds: AuditedIds;
}

/** Everything behind the Explorer: the systems, their answers, and what is counted about both. */
export function openExplorer(parts: ExplorerParts): Explorer {
  const { home, file, reader, prepare, tableNames, connection, consoleParts, who, log, now, randomBytes } =
    parts;
  const connectionId = () => connection().id;
  /** Another person, too, begins with none: what one has read the other may perhaps not see. */
  const heldFor = () => JSON.stringify([connection().id, who()]);
  const systems = shownSystems(parts.systems, file?.systems ?? []);
  const shelf = openShelf(randomBytes);
  const refusals = openRefusals({ home, now, log });

  return {
    handlers: {
      'catalogue.read': readCatalogue({ systems, file, tableNames, prepare }),
      'explorer.ask': askPattern({ shelf, systems, reader, heldFor, now }),
      'explorer.reveal': revealAttribute({ shelf, systems, reader, heldFor, now }),
      'explorer.export': exportRows({ shelf, heldFor, now }),
      'explorer.policy': writePolicy({ systems, tableNames, connection, consoleParts }),
      ...refusalHandlers({ refusals, systems, connectionId, who }),
    },
    auditedIds: explorerIds(shelf, heldFor),
  };
}
