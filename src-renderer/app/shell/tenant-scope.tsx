import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useTenants } from '#renderer/contract/use-tenants.ts';
import { useTenantNamed } from '#renderer/features/costs/spend/use-costs.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { placeInScope, scopeOfPage } from './scope-of-page.ts';
import { TenantChoice } from './tenant-choice.tsx';
import choice from './tenant-choice.module.css';
import styles from './top-bar.module.css';

/** Whose batches Triage shows and whose documents Review, and the way to another's. What opens reads the directory, and nothing before. */
export function TenantScope() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { tenant: current, allWords } = scopeOfPage(pathname, search);
  // Pages read it, or the directory; here its name is only shown.
  const known = useQuery({
    ...operationOptions('tenants.read', { tenantId: current ?? '' }),
    enabled: false,
  }).data?.value;
  const { tenants } = useTenants({ wanted: false });
  const listed = tenants.find(({ tenantId }) => tenantId === current);
  const metered = useTenantNamed(current);
  const words = current === null ? allWords : (known?.name ?? listed?.name ?? metered ?? current);

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
        allWords={allWords}
        onChoose={(tenant) => {
          setOpen(false);
          void navigate(placeInScope(pathname, search, tenant));
        }}
      />
    </Popover>
  );
}
