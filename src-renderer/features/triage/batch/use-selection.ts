import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Selection } from '#renderer/ui/data-table/selection.ts';
import { writeTriage } from '../triage-address.ts';
import type { GoTriage, TriageAddress } from '../triage-address.ts';

/**
 * What is selected of a batch, whatever tab, filter or page shows it. The address has it for as long as it fits; a
 * longer one is kept by the window, in the query cache, where another connection or person finds nothing of it.
 */
export function useSelection(
  batchId: string,
  address: TriageAddress,
  go: GoTriage,
): readonly [Selection, (selected: Selection) => void] {
  const client = useQueryClient();
  const told = address.selected.join(' ');
  const [kept, setKept] = useState<Kept>(() => {
    const long = client.getQueryData<Selection>(keyOf(batchId));
    const selected = told === '' && long !== undefined ? long : new Set(address.selected);
    return { told, written: new Set([told]), selected };
  });
  // A link or the Back button has brought another selection; our own writing coming back to us is none.
  const isForeign = told !== kept.told && !kept.written.has(told);
  if (told !== kept.told) {
    setKept(isForeign ? { ...kept, told, selected: new Set(address.selected) } : { ...kept, told });
  }

  function select(selected: Selection): void {
    const ids = [...selected];
    const written = writeTriage({ ...address, selected: ids })['selected'] ?? '';
    setKept((before) => ({ ...before, selected, written: new Set(before.written).add(written) }));
    const fits = ids.length === 0 || written !== '';
    client.setQueryDefaults(keyOf(batchId), { gcTime: Number.POSITIVE_INFINITY });
    if (fits) client.removeQueries({ queryKey: keyOf(batchId), exact: true });
    else client.setQueryData(keyOf(batchId), selected);
    go({ selected: fits ? ids : [] }, 'replace');
  }

  return [isForeign ? new Set(address.selected) : kept.selected, select];
}

interface Kept {
  /** By the address, when it was last looked at. */
  readonly told: string;
  /** By us into the address. */
  readonly written: ReadonlySet<string>;
  readonly selected: Selection;
}

function keyOf(batchId: string) {
  return ['triage selection', batchId] as const;
}
