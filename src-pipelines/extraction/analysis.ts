/** AnalyzeExpense is made for papers with a vendor or a sum to be paid, and costs less than forms and tables. */
export function chooseAnalysis(schema: Readonly<Record<string, string>>): 'expense' | 'tablesAndForms' {
  const types = Object.keys(schema).flatMap((name) => findTypes(name));
  const asksForExpense = types.length > 1 && types.some((type) => tellingTypes.has(type));
  return asksForExpense ? 'expense' : 'tablesAndForms';
}

/** https://docs.aws.amazon.com/textract/latest/dg/invoices-receipts.html, by the names that workflows give to such fields. */
const expenseTypes: Readonly<Record<string, readonly string[]>> = {
  VENDOR_NAME: ['supplier', 'vendor', 'carrier', 'seller', 'issuer', 'merchant'],
  RECEIVER_NAME: ['customer', 'buyer', 'receiver', 'recipient', 'billedTo'],
  INVOICE_RECEIPT_ID: ['invoiceNumber', 'number', 'invoiceId', 'receiptNumber'],
  INVOICE_RECEIPT_DATE: ['invoiceDate', 'issuedOn', 'date'],
  DUE_DATE: ['dueDate', 'dueOn', 'payBy'],
  PO_NUMBER: ['purchaseOrder', 'poNumber', 'orderNumber'],
  VENDOR_VAT_NUMBER: ['vatNumber', 'vatId', 'taxNumber'],
  SUBTOTAL: ['subtotal', 'net', 'netAmount'],
  TAX: ['tax', 'vat', 'taxAmount'],
  TOTAL: ['total', 'gross', 'totalDue', 'grandTotal'],
  AMOUNT_DUE: ['total', 'amountDue', 'totalDue'],
};
const tellingTypes = new Set(['VENDOR_NAME', 'TOTAL', 'AMOUNT_DUE']);

const typesByName = new Map<string, string[]>();
for (const [type, names] of Object.entries(expenseTypes)) {
  for (const name of names) typesByName.set(name, [...(typesByName.get(name) ?? []), type]);
}

/** Returns the types of AnalyzeExpense that a field of this name may have. */
export function findTypes(name: string): readonly string[] {
  return typesByName.get(name) ?? [];
}
