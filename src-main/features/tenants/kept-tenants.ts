import type { Log } from '../../log/open-log.ts';

export interface KeptTenant {
  readonly tenantId: string;
  readonly name: string | null;
  readonly pinned: boolean;
  readonly openedAt: string | null;
}

/** Pinned and recently opened tenants of each connection, in a file of the home folder. */
export interface KeptTenants {
  /** Pinned first, then the last opened. */
  of(connectionId: string): readonly KeptTenant[];
  opened(connectionId: string, tenantId: string, name: string | null): void;
  pin(connectionId: string, tenant: { tenantId: string; name: string | null; pinned: boolean }): void;
}

export function openKeptTenants(_parts: { home: string; log: Log; now: () => number }): KeptTenants {
  return {} as never;
}
