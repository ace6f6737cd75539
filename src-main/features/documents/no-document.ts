export function noDocument(documentId: string): { readonly what: string; readonly message: string } {
  const message = `There is no document "${documentId}" in this batch. Check the id, or open the batch that it is of.`;
  return { what: `document ${documentId}`, message };
}
