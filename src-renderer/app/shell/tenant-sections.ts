import type { Tenant } from '#shared/contract/pipeline-items.ts';
import type { CommandSection } from '#renderer/ui/command-list/command-list.tsx';
import type { CommandRow } from '#renderer/ui/command-list/command-option.tsx';
import { rank } from '../palette/rank.ts';

/** No tenant's id has a space in it. */
export const allTenantsId = 'all tenants';

interface Choosing {
  readonly query: string;
  readonly current: string | null;
  readonly hasAll: boolean;
  readonly allWords: string;
}

/** Pinned, then opened before, then the rest of the directory; searched, the best first in each. */
export function tenantSections(
  tenants: readonly Tenant[],
  { query, current, hasAll, allWords }: Choosing,
): readonly CommandSection[] {
  const ranked = rank(
    tenants.map((tenant) => ({
      tenant,
      title: tenant.name ?? tenant.tenantId,
      keywords: [tenant.tenantId],
    })),
    query,
  );
  const sections = new Map<string, CommandRow[]>([
    ['Pinned', []],
    ['Opened here', []],
    ['Directory', []],
  ]);
  for (const { item, ranges } of ranked) {
    const { tenant, title } = item;
    sections.get(sectionOf(tenant))?.push({
      id: tenant.tenantId,
      title,
      ranges,
      icon: tenant.tenantId === current ? 'check' : 'tenant',
      hint: tenant.name === null ? undefined : tenant.tenantId,
    });
  }
  const all: CommandRow = {
    id: allTenantsId,
    title: allWords,
    icon: current === null ? 'check' : 'tenant',
  };
  return [
    ...[...sections].flatMap(([title, rows]) => (rows.length === 0 ? [] : [{ title, rows }])),
    ...(hasAll && query.trim() === '' ? [{ title: 'Everything', rows: [all] }] : []),
  ];
}

function sectionOf({ pinned, openedAt }: Tenant): string {
  if (pinned) return 'Pinned';
  return openedAt === null ? 'Directory' : 'Opened here';
}
