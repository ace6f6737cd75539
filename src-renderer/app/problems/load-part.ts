/** Why a page that exists cannot be drawn: its file did not arrive. Nothing in it is broken. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('This part of the console could not be loaded.', { cause });
    this.name = 'PartNotLoaded';
  }
}

/** The bundler's own words for a missing file name its files, which helps nobody who reads them. */
export async function loadPart<Part>(loading: Promise<Part>): Promise<Part> {
  try {
    return await loading;
  } catch (error) {
    throw new PartNotLoaded(error);
  }
}
