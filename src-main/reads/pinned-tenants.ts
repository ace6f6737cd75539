import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { id, type Tenant } from '#shared/contract/pipeline-items.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import { replaceFile } from '../home/home-folder.ts';
import type { Log } from '../log/open-log.ts';
import { oneRow } from '../rows/page-of-rows.ts';
import { tenantFacts } from '../rows/tenant-rows.ts';

export interface PinnedTenant {
  readonly tenantId: string;
  readonly name: string | null;
  readonly pinned: boolean;
  readonly openedAt: string | null;
}

/** Pinned and recently opened tenants of each connection, in a file of the home folder. */
export interface PinnedTenants {
  readonly file: string;
  /** Pinned first, then the last opened. */
  of(connectionId: string): readonly PinnedTenant[];
  /** A disk that does not take it costs the memory of it, and no more. */
  opened(connectionId: string, tenantId: string, name: string | null): void;
  /** Throws when the disk does not take it. */
  pin(connectionId: string, tenant: Omit<PinnedTenant, 'openedAt'>): void;
}

interface StoreParts {
  readonly home: string;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
  /** A test may hand in a disk that is full. */
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
type Stored = ReadonlyMap<string, readonly PinnedTenant[]>;

/** Read again before each change, because two consoles may share a home folder. */
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

  /** A page reads its tenant again and again; that is no reason to write a file. */
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
    const text = readText(file);
    if (text === undefined) return new Map();
    const stored = storedSchema.safeParse(parsed(text));
    if (!stored.success) {
      setAside();
      return new Map();
    }
    const connections = Object.entries(stored.data.connections);
    return new Map(
      connections.map(([connection, tenants]) => [connection, inOrder(tenants.flatMap(parseTenant))]),
    );
  }

  function setAside(): void {
    const aside = join(home, 'tenants.broken.json');
    try {
      renameSync(file, aside);
    } catch {
      // It is read as empty all the same, and tried again at the next change.
    }
    log.warn({ file, aside }, 'the kept tenants could not be read, were set aside and begin anew');
  }
}

/** One line that is broken costs itself. */
function parseTenant(stored: unknown): readonly PinnedTenant[] {
  const tenant = keptSchema.safeParse(stored);
  return tenant.success ? [tenant.data] : [];
}

/** What is neither pinned nor was opened is not kept. */
function inOrder(tenants: readonly PinnedTenant[]): readonly PinnedTenant[] {
  const unique = [...new Map(tenants.toReversed().map((one) => [one.tenantId, one])).values()].toReversed();
  const lastOpened = unique.toSorted(byOpening);
  const pinned = lastOpened.filter((one) => one.pinned).slice(0, most.pinned);
  const opened = lastOpened.filter((one) => !one.pinned && one.openedAt !== null).slice(0, most.opened);
  return [...pinned, ...opened];
}

/** The last opened first. */
function byOpening(a: PinnedTenant, b: PinnedTenant): number {
  const [one, other] = [a.openedAt ?? '', b.openedAt ?? ''];
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Malformed is as broken as misshapen: the schema refuses both.
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Not there before the first is opened; what cannot be read is not worth a refusal.
    return undefined;
  }
}

export interface TenantParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: PinnedTenants;
}

/** A tenant's own item; one that somebody is held to is a tenant also where no item says so. */
export async function readTenant(
  tenantId: string,
  { doors, session, kept }: TenantParts,
): Promise<Result<Tenant>> {
  const { connection, who } = session();
  const tenant = withPins(kept.of(connection.id));
  const read = await doors().reader.run('extraction.tenantById', { tenantId });
  const isTheirs = who !== null && who.tenants !== '*' && who.tenants.includes(tenantId);
  if (read.ok && read.value.items.length === 0 && isTheirs) {
    return ok(tenant({ tenantId, name: null, plan: null }), read.value.receipt);
  }
  return oneRow(read, noTenant(tenantId), (item) => tenant(tenantFacts(item, 'Tenant')));
}

function noTenant(tenantId: string): { readonly what: string; readonly message: string } {
  const message = `There is no tenant "${tenantId}" on this connection. Check the id, or open the connection that it is of.`;
  return { what: `tenant ${tenantId}`, message };
}

/** A tenant with whether it is pinned here, and when it was opened here. */
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
