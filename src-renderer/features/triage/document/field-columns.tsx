import type { Field } from '#shared/contract/triage/documents.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { ConfidenceBar } from '#renderer/ui/confidence-bar/confidence-bar.tsx';
import type { KnownThresholds } from '#renderer/ui/confidence-bar/confidence-bar.tsx';
import { FieldFlags } from './field-flags.tsx';
import { FieldValue } from './field-value.tsx';
import type { Revealed } from './use-revealed.ts';

export function fieldColumns(
  thresholds: KnownThresholds,
  { revealed, asked, reveal }: Revealed,
): readonly DataColumn<Field>[] {
  return [
    { id: 'name', title: 'Field', value: ({ name }) => name, strong: true, width: 148, sortable: true },
    {
      id: 'confidence',
      title: 'Confidence',
      value: ({ confidence }) => confidence,
      cell: ({ confidence }) => <ConfidenceBar confidence={confidence} thresholds={thresholds} />,
      width: 148,
      sortable: true,
    },
    {
      id: 'readBy',
      title: 'Read by',
      value: ({ readBy }) => readBy,
      text: ({ readBy, page }) => `${readBy ?? 'not known'}${page === null ? '' : `, p. ${String(page)}`}`,
      width: 112,
      sortable: true,
    },
    {
      id: 'flags',
      title: 'Why flagged',
      value: ({ flags }) => (flags.length === 0 ? null : flags.join(', ')),
      cell: ({ flags, readings }) => <FieldFlags flags={flags} readings={readings} />,
      min: 190,
      sortable: true,
    },
    {
      id: 'value',
      title: 'Value',
      value: ({ name }) => revealed.get(name)?.value,
      cell: ({ name }) => (
        <FieldValue
          field={name}
          value={revealed.get(name)}
          isAsked={asked.has(name)}
          onShow={() => reveal(name)}
        />
      ),
      min: 130,
    },
  ];
}
