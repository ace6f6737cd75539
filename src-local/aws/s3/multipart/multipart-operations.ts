import { abortMultipartUpload } from './abort-upload.ts';
import { completeMultipartUpload } from './complete-upload.ts';
import { createMultipartUpload } from './create-upload.ts';
import { listMultipartUploads, listParts } from './list-uploads.ts';
import { uploadPart, uploadPartCopy } from './upload-part.ts';

export const multipartOperations = [
  createMultipartUpload,
  uploadPart,
  uploadPartCopy,
  completeMultipartUpload,
  abortMultipartUpload,
  listParts,
  listMultipartUploads,
];
