import { refused, type Result } from '#shared/contract/result.ts';

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
