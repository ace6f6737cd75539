interface Absent {
  readonly what: string;
  readonly message: string;
}

export function noFile(fileId: string): Absent {
  const message = `There is no file "${fileId}" on this connection. Files are kept for 30 days; check the id, or open the connection that it is of.`;
  return { what: `file ${fileId}`, message };
}

export function noDownloadBatch(batchId: string): Absent {
  const message = `There is no download batch "${batchId}" on this connection. They are kept for 90 days; check the id, or open the connection that it is of.`;
  return { what: `download batch ${batchId}`, message };
}
