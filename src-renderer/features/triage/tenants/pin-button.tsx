import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { Button } from '#renderer/ui/button.tsx';

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
      aria-label={pinned ? `Pinned: ${name ?? tenantId}. Take it off` : `Pin ${name ?? tenantId}`}
      onClick={() => onPin(tenant, !pinned)}
    >
      {pinned ? 'Pinned' : 'Pin'}
    </Button>
  );
}
