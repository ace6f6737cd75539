import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { Button } from '#renderer/ui/button.tsx';
import { messages } from '../messages.ts';

interface PinButtonProps {
  readonly tenant: Tenant;
  readonly onPin: (tenant: Tenant, pinned: boolean) => void;
}

export function PinButton({ tenant, onPin }: PinButtonProps) {
  const { name, tenantId, pinned } = tenant;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={pinned ? 'check' : 'add'}
      aria-label={pinned ? messages.tenants.unpin(name ?? tenantId) : `Pin ${name ?? tenantId}`}
      onClick={() => onPin(tenant, !pinned)}
    >
      {pinned ? 'Pinned' : 'Pin'}
    </Button>
  );
}
