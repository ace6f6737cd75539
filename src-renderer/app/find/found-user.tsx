import { useNavigate } from '@tanstack/react-router';
import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { FoundCard } from './found-card.tsx';

/** The tenants somebody works for: a way to a tenant where there is no directory. */
export function FoundUser({ user }: { readonly user: Extract<Lookup, { readonly found: 'user' }> }) {
  const navigate = useNavigate();
  const { userId, name, tenantIds } = user;
  return (
    <FoundCard
      icon="person"
      title={name ?? userId}
      items={[
        { label: 'User id', value: userId, mono: true, copy: userId },
        {
          label: 'Works for',
          value: tenantIds.length === 0 ? 'no tenant that you may see' : tenantIds.join(', '),
        },
      ]}
      actions={
        tenantIds.length === 0 ? undefined : (
          <>
            {tenantIds.map((tenant) => (
              <Button
                key={tenant}
                size="sm"
                icon="tenant"
                onClick={() =>
                  void navigate({ to: '/triage', search: writeTriage({ ...readTriage({}), tenant }) })
                }
              >
                {tenant}
              </Button>
            ))}
          </>
        )
      }
    />
  );
}
