/**
 * The checks of a document in review. Their names are kept in workflows and in decisions, so a name never changes its
 * meaning.
 */
export const ruleNames = [
  /** An IBAN has the length and the check digits of its country. */
  'iban',
  /** A VAT number has the form of its country and, where that country uses them, the right check digits. */
  'vat number',
  /** A date exists. */
  'date exists',
  /** Dates stand in order: a document is not due before its own date. */
  'date order',
  /** A date lies in a plausible span around the day on which the document arrived. */
  'date span',
  /** All amounts are of one currency, and the workflow knows it. */
  'currency',
  /** The amount of a line is its quantity times its unit price. */
  'line amount',
  /** The lines add up to the field that says so. */
  'sum of lines',
  /** Net amount, tax and total agree. */
  'taxes',
  /** The document is addressed to this tenant. */
  'customer',
  /** A value has the type of the workflow's schema. */
  'format',
  /** A field that the schema asks for has a value. */
  'missing',
  /** The same supplier, number and amount have been accepted before. */
  'duplicate',
  /** The supplier is on the tenant's list, with this bank account. */
  'supplier',
  /** The purchase order is on the tenant's list, and belongs to this supplier. */
  'purchase order',
] as const;

/**
 * The weight of a rule says how a failed check hinders an approval. `note`: it is shown. `warn`: it takes a second
 * Ctrl+Enter. `stop`: it takes a reason. `stop for two`: it takes a reason, and a second person who decides without
 * seeing the first decision.
 */
export const ruleWeights = ['off', 'note', 'warn', 'stop', 'stop for two'] as const;
