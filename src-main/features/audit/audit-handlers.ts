import type { AuditEntry } from '#shared/contract/jobs.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { csvFile, fileStamp, jsonFile, mediaTypes } from '#shared/domain/exported-file.ts';
import { maySeeAll } from '#shared/permissions.ts';
import type { AnchorStanding } from '../../audit/anchor-chain.ts';
import { whyNoAnchor } from '../../audit/open-audit.ts';
import type { TellingStanding } from '../../audit/tell-actions.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import { getScope } from '../../session/session-store.ts';
import { auditFolder, auditReader, chainsIn } from './audit-files.ts';
import { anchorReader, verifyHome, type ReadAnchors } from './verify-home.ts';

export interface AuditParts {
  readonly home: string;
  /** If it is left out, nothing is compared with what an API keeps. */
  readonly anchors?: AuditAnchors | undefined;
  /** Counts the actions that colleagues are not told of yet; without it nothing is told. */
  readonly telling?: (() => TellingStanding) | undefined;
  readonly session: () => Session;
  readonly now: () => number;
}

export interface AuditAnchors {
  /** Returns the API of the open connection. */
  readonly pipeline: () => PipelineApi;
  /** Returns the standing of the chain that this console writes. */
  readonly standing: () => AnchorStanding | null;
}

const pageSize = 200;

/** Shows what was done from this machine: ids and hashes, no bodies. */
export function auditHandlers({
  home,
  anchors,
  telling,
  session,
  now,
}: AuditParts): Pick<Handlers, 'audit.read' | 'audit.untold' | 'audit.verify' | 'audit.export'> {
  const read = auditReader(home);
  const readAnchors = anchorReader();

  async function trail(filter: string | undefined): Promise<Result<readonly AuditEntry[]>> {
    try {
      const entries = await read();
      const seen = entries.filter(shownTo(session(), entries));
      return ok(seen.filter(holding(filter)));
    } catch (error) {
      return unreadable(error, home);
    }
  }

  /** Reads the anchors first, because entries written after that are no fault of the files. */
  async function knownAnchors(): Promise<ReadAnchors> {
    const { connection, who, signIn } = session();
    const why = whyNoAnchor({ who, signIn });
    if (anchors === undefined || who === null || why !== null) {
      return { anchors: new Map(), notCompared: why ?? 'Anchoring is off in this console.' };
    }
    const pipeline = anchors.pipeline();
    const here = chainsIn(await auditFolder(home));
    return readAnchors({ pipeline, connectionId: connection.id, personId: who.id, here });
  }

  return {
    async 'audit.read'({ filter, offset = 0 }) {
      const found = await trail(filter);
      if (!found.ok) return found;
      const entries = found.value;
      return ok({ entries: entries.slice(offset, offset + pageSize), total: entries.length });
    },
    'audit.untold'() {
      const { untold, since, notKept, why } = telling?.() ?? nothingUntold;
      return ok({ untold, since, notKept, why });
    },
    async 'audit.verify'() {
      try {
        const known = await knownAnchors();
        const standing = anchors?.standing() ?? null;
        const chains = await verifyHome(home, known);
        return ok({
          checkedAt: new Date(now()).toISOString(),
          chains: chains.map(({ file, entries, state, line, problem, anchored }) => ({
            file,
            entries,
            state,
            line,
            problem,
            anchoredAt: anchored?.at ?? null,
          })),
          notCompared: known.notCompared,
          writing: standing && {
            anchoredAt: standing.anchored?.at ?? null,
            notSince: standing.notSince,
            why: standing.why,
          },
        });
      } catch (error) {
        return unreadable(error, home);
      }
    },
    async 'audit.export'({ filter, format }) {
      const found = await trail(filter);
      if (!found.ok) return found;
      const stamp = fileStamp(now());
      return ok({
        fileName: `audit-${stamp}.${format}`,
        mediaType: mediaTypes[format],
        text: exportedAudit[format](found.value),
      });
    },
  };
}

const nothingUntold: TellingStanding = { untold: 0, since: null, notKept: 0, why: null };

function unreadable(error: unknown, file: string): Result<never> {
  const why = error instanceof Error ? error.message : String(error);
  const message = `The audit trail cannot be read (${why}). Check that its folder exists and can be read.`;
  return refused({ code: 'storage-failed', message, file });
}

/** Keeps entries that contain every word of the filter somewhere. */
function holding(filter = ''): (entry: AuditEntry) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (entry) => {
    const { file: _file, sequence: _sequence, ids, ...rest } = entry;
    const texts = [...Object.values(rest), ...Object.entries(ids).flat()];
    const text = texts
      .filter((one) => one !== null)
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

const exportedAudit = { csv: formatCsv, json: formatJson } as const;

const columns = [
  'at',
  'kind',
  'operation',
  'code',
  'person',
  'role',
  'connection',
  'reference',
  'ids',
  'file',
  'sequence',
] as const;

function formatCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) =>
    columns.map((column) => (column === 'ids' ? idsText(entry.ids) : String(entry[column] ?? ''))),
  );
  return csvFile(columns, rows);
}

function formatJson(entries: readonly AuditEntry[]): string {
  return jsonFile(entries.map((entry) => JSON.stringify(entry)));
}

function idsText(ids: AuditEntry['ids']): string {
  return Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/**
 * Shows only what was done on the open connection, as with jobs: a person who sees all tenants there, such as a persona
 * of the sandbox, may see none of another connection's, and an id may belong to another tenant there. Entries name
 * tenants, batches and documents, so a person held to some tenants sees only their own actions.
 */
export function shownTo(
  session: Pick<Session, 'connection' | 'who' | 'signIn'>,
  entries: readonly AuditEntry[],
): (entry: AuditEntry) => boolean {
  const { connection, who } = session;
  const seesAll = maySeeAll(getScope(session));
  const intents = new Map(
    entries.filter(({ kind }) => kind === 'intent').map((intent) => [callKey(intent), intent]),
  );
  return (entry) => {
    // The intent says on which connection an outcome was reached, and who acted.
    const { connection: on, person } = (entry.kind === 'outcome' && intents.get(callKey(entry))) || entry;
    if (seesAll) return on === connection.id || on === null;
    return on === connection.id && who !== null && person === who.id;
  };
}

function callKey({ file, reference }: AuditEntry): string {
  return `${file} ${reference ?? ''}`;
}
