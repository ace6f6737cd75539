import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { exportedAudit } from './export-audit.ts';
import { auditReader, type AuditTrail } from './read-audit.ts';

interface Parts {
  readonly home: string;
  readonly session: () => Session;
  readonly now: () => number;
}

const pageSize = 200;

/** What was done from this machine: ids and hashes, no bodies. */
export function auditHandlers({ home, session, now }: Parts): Pick<Handlers, 'audit.read' | 'audit.export'> {
  const read = auditReader(home);

  async function trail(filter: string | undefined): Promise<Result<AuditTrail>> {
    try {
      const { entries, chains } = await read();
      const seen = entries.filter(shownTo(session().who, entries));
      return ok({ entries: seen.filter(holding(filter)), chains });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `The audit trail cannot be read (${why}). Look whether its folder is there and may be read.`;
      return refused({ code: 'storage-failed', message, file: home });
    }
  }

  return {
    async 'audit.read'({ filter, offset = 0 }) {
      const found = await trail(filter);
      if (!found.ok) return found;
      const { entries, chains } = found.value;
      return ok({
        entries: entries.slice(offset, offset + pageSize),
        total: entries.length,
        chains: [...chains],
      });
    },
    async 'audit.export'({ filter, format }) {
      const found = await trail(filter);
      if (!found.ok) return found;
      const stamp = fileStamp(now());
      return ok({
        fileName: `audit-${stamp}.${format}`,
        mediaType: mediaTypes[format],
        text: exportedAudit[format](found.value.entries),
      });
    },
  };
}

/**
 * Entries name tenants, batches and documents: who is held to some tenants sees what they did themselves. An outcome
 * says whose it is by the reference of its intent.
 */
function shownTo(who: Session['who'], entries: readonly AuditEntry[]): (entry: AuditEntry) => boolean {
  if (who === null || who.tenants === '*') return () => true;
  const own = new Set(entries.flatMap(({ person, reference }) => (person === who.id ? [reference] : [])));
  return ({ person, reference }) => person === who.id || (person === null && own.has(reference));
}

/** Every word of the filter has to be in the entry somewhere. */
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
