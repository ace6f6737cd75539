import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { findIdProblem, recogniseId } from '#shared/domain/recognise-id.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import styles from './tenants.module.css';

interface OpenTenantProps {
  readonly onTenant: (tenantId: string) => void;
  /** What is no tenant's id is looked up by its own index. */
  readonly onOther: ((id: string) => void) | undefined;
}

/** The way in where no list leads: a tenant is found by its id, or by somebody who works for it. */
export function OpenTenant({ onTenant, onOther }: OpenTenantProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();

  function open(event: SyntheticEvent): void {
    event.preventDefault();
    const id = typed.trim();
    const recognised = recogniseId(id);
    if (id === '') setProblem('Type the id of a tenant, or an e-mail address.');
    else if (recognised?.kind === 'tenant') onTenant(recognised.id);
    // Here a UUID is more likely to be a tenant than a message.
    else if (recognised !== undefined && recognised.kind !== 'message' && onOther !== undefined) onOther(id);
    else if (findIdProblem(id) !== null) setProblem('A tenant id has no # and at most 256 characters.');
    else onTenant(id);
  }

  return (
    <form className={styles.open} onSubmit={open}>
      <TextField
        label="Tenant id or e-mail"
        labelHidden
        placeholder="Tenant id, or the e-mail of somebody who works for it"
        className={styles.field}
        mono
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" icon="forward">
        Open
      </Button>
    </form>
  );
}
