import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { TenantChoice } from './tenant-choice.tsx';
import choice from './tenant-choice.module.css';
import styles from './top-bar.module.css';

/** Whose batches Triage shows, and the way to another's. What opens reads the directory, and nothing before. */
export function TenantScope() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const current = useLocation({
    select: ({ pathname, search }) => (pathname === '/triage' ? readTriage(search).tenant : null),
  });
  // Triage reads it; here its name is only shown.
  const known = useQuery({
    ...operationOptions('tenants.read', { tenantId: current ?? '' }),
    enabled: false,
  }).data?.value;
  const words = current === null ? 'All tenants' : (known?.name ?? current);

  return (
    <Popover
      title="Tenant"
      open={isOpen}
      onOpenChange={setOpen}
      className={choice.popover}
      trigger={
        <button type="button" className={styles.scope}>
          <Icon name="tenant" size={14} />
          <VisuallyHidden>Tenant: </VisuallyHidden>
          <span className={styles.folds}>{words}</span>
          <Icon name="down" size={12} />
        </button>
      }
    >
      <TenantChoice
        current={current}
        onChoose={(tenant) => {
          setOpen(false);
          void navigate({ to: '/triage', search: writeTriage({ ...readTriage({}), tenant }) });
        }}
      />
    </Popover>
  );
}
