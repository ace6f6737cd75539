import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import styles from '../activity-page.module.css';
import { idsText, kindText, utcText } from './audit-words.ts';

/** In the order it is kept: it is not sorted, since only a part of it is here. */
export function auditColumns(nameOf: (personId: string) => string): readonly DataColumn<AuditEntry>[] {
  return [
    {
      id: 'at',
      title: 'When, UTC',
      value: ({ at }) => at,
      text: ({ at }) => utcText(at),
      width: 168,
      sortable: false,
    },
    {
      id: 'kind',
      title: 'Kind',
      value: kindText,
      cell: (entry) => (
        <span className={styles.mark}>
          <StatusGlyph glyph={glyphOf(entry)} />
          {kindText(entry)}
        </span>
      ),
      width: 168,
      sortable: false,
    },
    {
      id: 'operation',
      title: 'Operation',
      value: ({ operation }) => operation,
      mono: true,
      strong: true,
      width: 168,
      hideable: false,
      sortable: false,
    },
    {
      id: 'person',
      title: 'Person',
      value: ({ person, role }) =>
        person === null ? null : `${nameOf(person)}${role === null ? '' : `, ${role}`}`,
      width: 168,
      sortable: false,
    },
    {
      id: 'connection',
      title: 'Connection',
      value: ({ connection }) => connection,
      width: 104,
      sortable: false,
    },
    {
      id: 'ids',
      title: 'About',
      value: ({ ids }) => idsText(ids),
      cell: ({ ids }) => (
        <span className={styles.cut} title={idsText(ids)}>
          {idsText(ids)}
        </span>
      ),
      mono: true,
      min: 200,
      sortable: false,
    },
    {
      id: 'reference',
      title: 'Reference',
      value: ({ reference }) => reference,
      mono: true,
      width: 132,
      sortable: false,
    },
  ];
}

function glyphOf({ kind, code }: AuditEntry): GlyphName {
  if (kind === 'unreadable') return 'blocked';
  if (kind === 'intent') return 'queued';
  return code === 'ok' ? 'succeeded' : 'failed';
}
