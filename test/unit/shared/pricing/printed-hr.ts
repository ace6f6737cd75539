/** These figures are printed in the cost table of the Acme HR schema review. */
export const printedReads = [
  ['AP1', 0.5, 50_000, '$0.006'],
  ['AP2', 0.5, 200_000, '$0.025'],
  ['AP3', 4, 5_000, '$0.005'],
  ['AP4', 0.5, 100_000, '$0.013'],
  ['AP5', 0.5, 10_000, '$0.001'],
  ['AP6', 0.5, 20_000, '$0.003'],
  ['AP7', 1, 15_000, '$0.002'],
  ['AP8', 1, 30_000, '$0.004'],
  ['AP9', 0.5, 25_000, '$0.003'],
  ['AP10', 0.5, 8_000, '$0.001'],
  ['AP11', 0.5, 5_000, '$0.001'],
  ['AP12', 1.5, 2_000, '~$0.001'],
] as const;

export const printedWrites = [
  ['Employee write', 2, 2_000, '$0.005'],
  ['Job status change', 1, 500, '$0.001'],
  ['Application submit', 1, 500, '$0.001'],
] as const;

/** These are the true products of RCU, calls and price, worked out by hand. */
export const exactDollars: Readonly<Record<string, string>> = {
  AP1: '0.00625',
  AP2: '0.025',
  AP3: '0.005',
  AP4: '0.0125',
  AP5: '0.00125',
  AP6: '0.0025',
  AP7: '0.00375',
  AP8: '0.0075',
  AP9: '0.003125',
  AP10: '0.001',
  AP11: '0.000625',
  AP12: '0.00075',
  'Employee write': '0.005',
  'Job status change': '0.000625',
  'Application submit': '0.000625',
};
