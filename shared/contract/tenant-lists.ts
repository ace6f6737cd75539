import { z } from 'zod';
import { mostIbans, mostOrders, mostSuppliers } from '../domain/review/invoice-key.ts';
import { listSavers } from './allowed-roles.ts';
import { command, query } from './define.ts';
import { asRead, count, cursor, id, pageOf, pageSize, tenantInput, text } from './pipeline-items.ts';

const supplierRowSchema = z.strictObject({
  supplierId: id,
  name: text,
  vatNumber: text,
  ibans: z.array(z.string()),
  /** When its bank accounts were last changed, and by whom: a false account is what fraud uses. */
  ibansChangedAt: text,
  ibansChangedBy: text,
  ...asRead,
});
export type SupplierRow = z.infer<typeof supplierRowSchema>;

const orderRowSchema = z.strictObject({ number: z.string(), supplierId: text, ...asRead });
export type OrderRow = z.infer<typeof orderRowSchema>;

/** A change of a tenant's lists. `before` and `after` are bank accounts. */
const listChangeSchema = z.strictObject({
  eventId: id,
  at: text,
  what: text,
  actor: text,
  reason: text,
  supplierId: text,
  name: text,
  before: z.array(z.string()),
  after: z.array(z.string()),
  counts: z.strictObject({ added: count, changed: count, removed: count }).nullable(),
  problems: z.array(z.string()),
});
export type ListChange = z.infer<typeof listChangeSchema>;

const outcomesSchema = z.strictObject({
  entries: z.array(z.strictObject({ id: z.string(), outcome: z.string() })),
  /** How many entries the list has now; null if none of the calls was answered. */
  count: z.int().nullable(),
  /** The sentence of the failure that ended a long import, with what was done before it; null if all was done. */
  failed: text,
});
export type ListOutcomes = z.infer<typeof outcomesSchema>;

const version = z.int().min(0).optional();
const name = z.string().trim().min(1).max(200);
const number = z.string().trim().min(1).max(64);

const supplierInput = z.strictObject({
  supplierId: id,
  /** The version that was seen, or 0 for a new one. An import has none, and replaces what is there. */
  version,
  name,
  vatNumber: number.nullable(),
  ibans: z.array(z.string().trim().min(1).max(64)).max(mostIbans),
});
export type SupplierInput = z.infer<typeof supplierInput>;

const orderInput = z.strictObject({ number, version, supplierId: id.nullable() });
export type OrderInput = z.infer<typeof orderInput>;

const change = {
  reason: z.string().trim().min(1).max(500),
  /** The environment's name as typed, if it is required. */
  typedEnvironment: z.string().max(100).nullable(),
  /** The same intent has the same key, so that asking again after an unclear answer makes only one change. */
  intentKey: z.string().min(8).max(100),
};

/** The lists against which documents of a tenant are checked. */
export const listOperations = {
  'workflows.suppliers': query({
    does: 'Lists the suppliers of a tenant, with their bank accounts and who changed these last.',
    input: tenantInput,
    output: z.strictObject({ rows: z.array(supplierRowSchema), isAll: z.boolean() }),
    roles: listSavers,
  }),
  'workflows.orders': query({
    does: 'Lists the purchase orders of a tenant.',
    input: tenantInput,
    output: z.strictObject({ rows: z.array(orderRowSchema), isAll: z.boolean() }),
    roles: listSavers,
  }),
  'workflows.listChanges': query({
    does: "Lists the changes of a tenant's suppliers and purchase orders, newest first.",
    input: tenantInput.extend({ cursor, pageSize }),
    output: pageOf(listChangeSchema),
    roles: listSavers,
  }),
  'workflows.changeSuppliers': command({
    does: 'Adds, changes and removes suppliers of a tenant.',
    input: tenantInput.extend({
      put: z.array(supplierInput).max(mostSuppliers),
      remove: z.array(z.strictObject({ supplierId: id, version })).max(mostSuppliers),
      ...change,
    }),
    output: outcomesSchema,
    roles: listSavers,
    remembered: false,
  }),
  'workflows.changeOrders': command({
    does: 'Adds, changes and removes purchase orders of a tenant.',
    input: tenantInput.extend({
      put: z.array(orderInput).max(mostOrders),
      remove: z.array(z.strictObject({ number, version })).max(mostOrders),
      ...change,
    }),
    output: outcomesSchema,
    roles: listSavers,
    remembered: false,
  }),
} as const;
