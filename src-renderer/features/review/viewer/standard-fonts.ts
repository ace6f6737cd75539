/** In thousandths of the size. */
type Measure = (family: string, text: string) => number;

/**
 * Whether this machine has the fonts that PDFs may leave out, or some of the same width: it need not read ours for each
 * file then. One that has others only would draw letters too near or too far from each other.
 */
export function hasStandardFonts(measure: Measure = onCanvas): boolean {
  return standards.every(({ family, text, width }) => Math.abs(measure(family, text) / width - 1) < 0.002);
}

/** Widths as Adobe has published them. */
const standards = [
  { family: 'Helvetica, Arial, "Liberation Sans"', text: 'Hamburg 1234', width: 6_614 },
  { family: 'Courier, "Courier New", "Liberation Mono"', text: 'Hamburg 1234', width: 7_200 },
] as const;

function onCanvas(family: string, text: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = `1000px ${family}`;
  return context.measureText(text).width;
}
