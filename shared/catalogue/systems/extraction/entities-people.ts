import type { EntityDeclaration } from '../../declaration.ts';
import { commonAttributes } from './common-attributes.ts';

/** Sizes are counted on items with names of usual length. */
export const peopleEntities = {
  TenantInDirectory: {
    table: 'main',
    about: 'A relationship item for each tenant, so that tenants can be listed without a scan.',
    keys: { PK: 'DIRECTORY#TENANTS', SK: 'TENANT#{tenantId}' },
    attributes: { ...commonAttributes, name: { type: 'text' }, plan: { type: 'text' } },
    tenantless: 'It is the list of the tenants itself, and holds only their names and plans.',
    bytes: 200,
  },
  Tenant: {
    table: 'main',
    keys: { PK: 'TENANT#{tenantId}', SK: 'METADATA' },
    attributes: { ...commonAttributes, name: { type: 'text' }, plan: { type: 'text' } },
    bytes: 200,
  },
  User: {
    table: 'main',
    about: 'A person, who may work for several tenants.',
    keys: { PK: 'USER#{userId}', SK: 'PROFILE', GSI1PK: '{email:email}', GSI1SK: 'USER#{userId}' },
    attributes: {
      ...commonAttributes,
      name: { type: 'text' },
      email: { type: 'e-mail', private: 'an e-mail address' },
      // Without it an e-mail address leads to a person and not to the tenants whose batches are looked for.
      tenantIds: { type: 'text set', optional: true, about: 'The tenants this person works for.' },
      GSI1PK: { type: 'e-mail', private: 'an e-mail address', about: 'The address again, as a key.' },
    },
    tenantless: 'A person may belong to several tenants; "user in tenant" items say to which.',
    bytes: 300,
  },
  UserInTenant: {
    table: 'main',
    keys: { PK: 'TENANT#{tenantId}', SK: 'USER#{userId}' },
    attributes: {
      ...commonAttributes,
      name: { type: 'text' },
      role: { type: 'text', oneOf: ['support', 'reviewer', 'admin'] },
    },
    bytes: 200,
  },
} as const satisfies Record<string, EntityDeclaration>;
