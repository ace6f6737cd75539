import { Button } from '#renderer/ui/button/button.tsx';

export function TenantScope() {
  return (
    <Button
      variant="ghost"
      icon="tenant"
      disabled="Every screen covers all tenants for now. You can narrow it to one as soon as the console can list them, which is not built yet."
    >
      All tenants
    </Button>
  );
}
