import { join } from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { id, type Tenant } from '#shared/contract/pipeline-items.ts';
import { listOnlyTenants } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import { replaceFile } from '../home/home-folder.ts';
import { parseWith, readKept } from '../home/lost-files.ts';
import type { Log } from '../log/open-log.ts';
import { oneRow } from '../rows/page-of-rows.ts';
import { tenantFacts } from '../rows/tenant-rows.ts';

export interface PinnedTenant {
  readonly tenantId: string;
  readonly name: string | null;
  readonly pinned: boolean;
  readonly openedAt: string | null;
}

/** Keeps the pinned and recently opened tenants of each connection in a file of the home folder. */
export interface PinnedTenants {
  readonly file: string;
  /** Returns pinned tenants first, then the last opened. */
  of(connectionId: string): readonly PinnedTenant[];
  /** Records an opened tenant. If the disk refuses the write, only this record is lost. */
  opened(connectionId: string, tenantId: string, name: string | null): void;
  /** Throws when the disk refuses the write. */
  pin(connectionId: string, tenant: Omit<PinnedTenant, 'openedAt'>): void;
}

interface StoreParts {
  readonly home: string;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
  /** A test may pass a full disk. */
  readonly replace?: (file: string, content: string) => void;
}

const aMinute = 60_000;
const most = { pinned: 100, opened: 30, connections: 50 };

const keptSchema = z.object({
  tenantId: id,
  name: z.string().max(1_024).nullable().catch(null),
  pinned: z.boolean().catch(false),
  openedAt: z.iso.datetime().nullable().catch(null),
});
const storedSchema = z.object({ connections: z.record(z.string(), z.array(z.unknown())) });
export const parseTenantsFile = parseWith(storedSchema);
type Stored = ReadonlyMap<string, readonly PinnedTenant[]>;

/** The file is read before each change, because two consoles may share a home folder. */
export function openPinnedTenants({ home, log, now, replace = replaceFile }: StoreParts): PinnedTenants {
  const file = join(home, 'tenants.json');

  return {
    file,
    of: (connectionId) => read().get(connectionId) ?? [],
    opened(connectionId, tenantId, name) {
      try {
        if (wasJustOpened(connectionId, tenantId)) return;
        change(connectionId, tenantId, (before) => ({
          tenantId,
          name: name ?? before?.name ?? null,
          pinned: before?.pinned ?? false,
          openedAt: new Date(now()).toISOString(),
        }));
      } catch (error) {
        log.warn({ err: error, file }, 'an opened tenant was not remembered');
      }
    },
    pin(connectionId, { tenantId, name, pinned }) {
      change(connectionId, tenantId, (before) => ({
        tenantId,
        name: name ?? before?.name ?? null,
        pinned,
        openedAt: before?.openedAt ?? null,
      }));
    },
  };

  /** A page reads its tenant again and again, which must not write the file each time. */
  function wasJustOpened(connectionId: string, tenantId: string): boolean {
    const [last] = (read().get(connectionId) ?? []).toSorted(byOpening);
    return last?.tenantId === tenantId && now() - Date.parse(last.openedAt ?? '') < aMinute;
  }

  function change(
    connectionId: string,
    tenantId: string,
    next: (before: PinnedTenant | undefined) => PinnedTenant,
  ): void {
    const stored = new Map(read());
    const tenants = stored.get(connectionId) ?? [];
    const others = tenants.filter((tenant) => tenant.tenantId !== tenantId);
    const before = tenants.find((tenant) => tenant.tenantId === tenantId);
    stored.delete(connectionId);
    stored.set(connectionId, inOrder([next(before), ...others]));
    const connections = Object.fromEntries([...stored].slice(-most.connections));
    replace(file, `${JSON.stringify({ connections }, null, 2)}\n`);
  }

  function read(): Stored {
    const stored = readKept(file, parseTenantsFile, { home, log, now });
    if (stored === undefined) return new Map();
    const connections = Object.entries(stored.connections);
    return new Map(
      connections.map(([connection, tenants]) => [connection, inOrder(tenants.flatMap(parseTenant))]),
    );
  }
}

/** A broken line loses only itself. */
function parseTenant(stored: unknown): readonly PinnedTenant[] {
  const tenant = keptSchema.safeParse(stored);
  return tenant.success ? [tenant.data] : [];
}

/** Drops tenants that are neither pinned nor recently opened. */
function inOrder(tenants: readonly PinnedTenant[]): readonly PinnedTenant[] {
  const unique = [...new Map(tenants.toReversed().map((one) => [one.tenantId, one])).values()].toReversed();
  const lastOpened = unique.toSorted(byOpening);
  const pinned = lastOpened.filter((one) => one.pinned).slice(0, most.pinned);
  const opened = lastOpened.filter((one) => !one.pinned && one.openedAt !== null).slice(0, most.opened);
  return [...pinned, ...opened];
}

/** Sorts the last opened first. */
function byOpening(a: PinnedTenant, b: PinnedTenant): number {
  const [one, other] = [a.openedAt ?? '', b.openedAt ?? ''];
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

export interface TenantParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: PinnedTenants;
}

/** Reads a tenant's own item. A tenant that the person is assigned to exists even without an item. */
export async function readTenant(
  tenantId: string,
  { doors, session, kept }: TenantParts,
): Promise<Result<Tenant>> {
  const { connection, who } = session();
  const tenant = withPins(kept.of(connection.id));
  const read = await doors().reader.run('extraction.tenantById', { tenantId });
  const isTheirs = listOnlyTenants(who)?.includes(tenantId) === true;
  if (read.ok && read.value.items.length === 0 && isTheirs) {
    return ok(tenant({ tenantId, name: null, plan: null }), read.value.receipt);
  }
  return oneRow(read, noTenant(tenantId), (item) => tenant(tenantFacts(item, 'Tenant')));
}

function noTenant(tenantId: string): { readonly what: string; readonly message: string } {
  const message = `There is no tenant "${tenantId}" on this connection. Check the id, or open the connection that it is of.`;
  return { what: `tenant ${tenantId}`, message };
}

/** Adds to a tenant whether it is pinned here and when it was last opened here. */
export function withPins(
  kept: readonly PinnedTenant[],
): (tenant: Pick<Tenant, 'tenantId' | 'name' | 'plan'>) => Tenant {
  const known = new Map(kept.map((one) => [one.tenantId, one]));
  return ({ tenantId, name, plan }) => {
    const before = known.get(tenantId);
    return {
      tenantId,
      name: name ?? before?.name ?? null,
      plan,
      pinned: before?.pinned ?? false,
      openedAt: before?.openedAt ?? null,
    };
  };
}
