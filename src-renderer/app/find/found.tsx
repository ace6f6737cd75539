import type { Lookup } from '#shared/contract/triage/lookup.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { RecognisedId } from '#shared/domain/recognise-id.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { FoundDownload } from './found-download.tsx';
import { FoundMessage } from './found-message.tsx';
import { FoundUser } from './found-user.tsx';
import { LeadThere } from './lead-there.tsx';
import { NoIndex } from './no-index.tsx';

interface FoundProps {
  readonly lookup: Lookup;
  readonly receipt: Receipt | undefined;
  readonly recognised: RecognisedId;
}

/** What an id led to: the page where it lives, a card where it has none, or why it led nowhere. */
export function Found({ lookup, receipt, recognised }: FoundProps) {
  if (lookup.found === 'user') return <FoundUser user={lookup} />;
  if (lookup.found === 'message') return <FoundMessage message={lookup} />;
  if (lookup.found === 'file' || lookup.found === 'download batch')
    return <FoundDownload download={lookup} />;
  if (lookup.found === 'no-index') return <NoIndex refused={lookup} id={recognised.id} />;
  if (lookup.found !== 'nothing') return <LeadThere lookup={lookup} receipt={receipt} />;
  return (
    <EmptyState title={`${lookup.asked} has no such ${recognised.kind}`}>
      <p>
        Asked for <code>{recognised.id}</code>.
      </p>
      <p>{lookup.hint}</p>
    </EmptyState>
  );
}
