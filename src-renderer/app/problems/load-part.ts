/** This is thrown when the file of a page did not arrive; the page itself is not broken. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super("Couldn't load this part of Sluice.", { cause });
    this.name = 'PartNotLoaded';
  }
}

/** The bundler's message for a missing file names only its build files, so this message replaces it. */
export async function loadPart<Part>(loading: Promise<Part>): Promise<Part> {
  try {
    return await loading;
  } catch (error) {
    throw new PartNotLoaded(error);
  }
}
