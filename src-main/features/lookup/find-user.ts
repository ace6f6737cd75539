import type { Lookup } from '#shared/contract/triage/lookup.ts';
import type { Result } from '#shared/contract/result.ts';
import { userFacts } from '../rows/tenant-rows.ts';
import { foundOrNothing } from './found-or-nothing.ts';
import type { LookupParts } from './lookup-parts.ts';

export async function findUser(email: string, { doors }: LookupParts): Promise<Result<Lookup>> {
  const read = await doors().reader.run('extraction.userByEmail', { email });
  return foundOrNothing(read, hint, (item) => ({ found: 'user', ...userFacts(item) }));
}

const hint =
  'The index has addresses as they were written, in capitals or not. The person may be of another connection, or work for none of the tenants that you may see.';
