import { useRef, useState } from 'react';
import { PinButton } from '#renderer/features/triage/tenants/pin-button.tsx';
import { usePin, useTenants } from '#renderer/contract/use-tenants.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CommandList } from '#renderer/ui/command-list/command-list.tsx';
import { useSession } from '../session/use-session.ts';
import { allTenantsId, tenantSections } from './tenant-sections.ts';
import styles from './tenant-choice.module.css';

interface TenantChoiceProps {
  readonly current: string | null;
  /** What all of them together are called here. */
  readonly allWords: string;
  readonly onChoose: (tenantId: string | null) => void;
}

/** Mounted when it opens: the directory is read once somebody wants to choose. */
export function TenantChoice({ current, allWords, onChoose }: TenantChoiceProps) {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const { who } = useSession();
  const { tenants, isRead, complete, reading, failure, hasDirectory, readOn, readAgain } = useTenants();
  const pin = usePin();
  const here = tenants.find(({ tenantId }) => tenantId === current);
  // Whoever works for one tenant alone would be led straight back to it.
  const hasAll = who === null || who.tenants === '*' || who.tenants.length !== 1;

  const note = noteOf();
  const foot = (
    <>
      {here === undefined ? null : <PinButton tenant={here} onPin={pin} />}
      {note}
    </>
  );

  return (
    <CommandList
      label="Tenants"
      placeholder={complete ? 'Filter tenants…' : 'Filter the tenants loaded…'}
      inputRef={field}
      query={query}
      onQuery={setQuery}
      sections={tenantSections(tenants, { query, current, hasAll, allWords })}
      onRun={({ id }) => onChoose(id === allTenantsId ? null : id)}
      empty={
        <p className={styles.empty}>
          {failure !== undefined && !isRead
            ? failure.message
            : !isRead
              ? 'Reading the directory…'
              : query.trim() !== ''
                ? `None of the ${String(tenants.length)} tenants loaded is called that.`
                : 'No tenant was opened here yet. Triage opens one by its id or an e-mail.'}
        </p>
      }
      foot={here === undefined && note === null ? undefined : foot}
    />
  );

  function noteOf() {
    if (!isRead) {
      return failure === undefined ? null : (
        <Button size="sm" variant="ghost" icon="retry" loading={reading} onClick={readAgain}>
          Try again
        </Button>
      );
    }
    if (complete) return hasDirectory ? null : <span>No directory: only those opened here</span>;
    return (
      <Button size="sm" variant="ghost" loading={reading} onClick={readOn}>
        Read more of the directory
      </Button>
    );
  }
}
