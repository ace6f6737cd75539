import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { refused, type Result } from '#shared/contract/result.ts';

const { downloads } = catalogue;

/** Their tables know no tenant, so nobody can say whose an item is (decision 015). */
export function isOfNoTenant(system: SystemDeclaration): boolean {
  return (
    system.id === downloads.id || Object.values(system.tables).some(({ name }) => isTableOfNoTenant(name))
  );
}

/** By its name in AWS, where it may have more behind it. */
export function isTableOfNoTenant(name: string): boolean {
  return Object.values(downloads.tables).some((table) => name.startsWith(table.name));
}

export function forAllTenants(
  tenants: ReadonlySet<string>,
  consequence = 'Nothing was read.',
): Extract<Result<never>, { readonly ok: false }> {
  const own = tenants.size === 0 ? 'no tenant' : `${[...tenants].join(', ')} alone`;
  return refused({
    code: 'tenant-out-of-scope',
    message: `A download says nowhere whose it is, and you see ${own}. ${consequence} Ask somebody who sees all tenants.`,
    tenantId: '*',
  });
}
