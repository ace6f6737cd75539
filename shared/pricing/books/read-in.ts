/** When the research read the sources that prices here name. Prices from memory are of nobody knows when. */
export const readIn = '2026-11';
