import type { Failing } from '#shared/domain/fingerprint.ts';
import { servicesFamilies } from './fingerprint-corpus-services.ts';

type Stage = 'textract' | 'gap-fill' | 'verify' | null;
export type Family = readonly [stage: Stage, code: string | null, ...messages: string[]];

/**
 * These are errors of Textract and Bedrock. Each line is one cause in the words of several documents, with
 * made-up ids, figures and names.
 */
const readersFamilies: readonly Family[] = [
  // Textract reports these errors.
  [
    'textract',
    'BadDocumentException',
    'The PDF breaks off half-way: 48,213 bytes without a cross-reference table. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'The PDF breaks off half-way: 973 bytes without a cross-reference table. Request 00d1c1aa-1111-4222-8333-abcdefabcdef.',
    'The PDF breaks off half-way: 1,048,576 bytes without a cross-reference table. Request FEEDBEEF-DEAD-4EEF-8BAD-CAFEBABECAFE.',
  ],
  [
    'textract',
    'ThrottlingException',
    'Provisioned rate exceeded: 26 transactions in a second, 25 are allowed. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'Provisioned rate exceeded: 51 transactions in a second, 25 are allowed. Request 9a52c1d5-0000-4b0e-9a77-7d6e3f0c5e8f.',
  ],
  [
    'textract',
    'UnsupportedLanguage',
    'The text is in "Greek" (confidence 0.93), which is none of the 6 languages that can be read. Request 5e8f9b01-7d6e-4b0e-9a77-2c1d3f0c9a52.',
    'The text is in "Brazilian Portuguese" (confidence 0.9), which is none of the 12 languages that can be read. Request 0c9a523f-7d6e-4b0e-9a77-9b012c1d5e8f.',
  ],
  [
    'textract',
    'UnsupportedDocumentException',
    'Request has unsupported document format',
    'Request has unsupported document format.',
  ],
  [
    'textract',
    'UnsupportedDocumentException',
    'Document inv-2026-11-0377.pdf is encrypted',
    'Document "Rechnung März (2).pdf" is encrypted',
    'Document PO_88312.PDF is encrypted',
  ],
  [
    'textract',
    'DocumentTooLargeException',
    'The document is 12.4 MB in size, 10 MB are allowed',
    'The document is 10,241 KB in size, 10 MB are allowed',
  ],
  [
    'textract',
    'DocumentTooLargeException',
    'The document has 3,001 pages, at most 3,000 are read',
    'The document has 12004 pages, at most 3000 are read',
  ],
  [
    'textract',
    'InvalidS3ObjectException',
    'Unable to get object metadata from S3. Check object key, region and/or access permissions. Request ID: 6X5Q8C1ZK0',
    'Unable to get object metadata from S3. Check object key, region and/or access permissions. Request ID: b7f9',
  ],
  [
    'textract',
    'ProvisionedThroughputExceededException',
    'Provisioned rate exceeded',
    'Provisioned rate exceeded.',
  ],
  [
    'textract',
    'LimitExceededException',
    'Open jobs exceed maximum concurrent job limit of 600',
    'Open jobs exceed maximum concurrent job limit of 100',
  ],
  [
    'textract',
    'InvalidParameterException',
    'Request has invalid parameters',
    'Request has invalid parameters.',
  ],
  [
    'textract',
    'InternalServerError',
    'Internal server error (reference 01JC9Q4V8M7TABCDEFGHJKMNPQ)',
    'Internal server error (reference 01JCA0F3WDZZZZ0000111122HH)',
  ],
  [
    'textract',
    'ImageDimensions',
    'Page 3 is 96 × 96 pixels: at least 150 × 150 are needed',
    'Page 12 is 1 × 149 pixels: at least 150 × 150 are needed',
  ],
  ['textract', 'ImageDimensions', 'Page 3 is blank', 'Page 17 is blank'],
  [
    'textract',
    'UnsupportedLanguage',
    'Text on page 2 runs from right to left',
    'Text on page 11 runs from right to left',
  ],

  // Bedrock reports these errors.
  [
    'gap-fill',
    'ThrottlingException',
    'Too many tokens, please wait before trying again: 203,112 in the last minute. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'Too many tokens, please wait before trying again: 259,999 in the last minute. Request 7d6e3f0c-9a52-4b0e-9a77-5e8f9b012c1d.',
  ],
  [
    'gap-fill',
    'ThrottlingException',
    'Too many requests, please wait before trying again.',
    'ThrottlingException: Too many requests, please wait before trying again.',
  ],
  [
    'verify',
    'ThrottlingException',
    'Too many requests, please wait before trying again.',
    'Too many requests, please wait before trying again',
  ],
  [
    'gap-fill',
    'ThrottlingException',
    'Too many requests for a week, the daily quota of tokens is used up until 2026-11-04T00:00:00Z',
    'Too many requests for a week, the daily quota of tokens is used up until 2026-12-31T23:59:59.999+01:00',
  ],
  [
    'gap-fill',
    'ModelTimeoutException',
    'The model did not finish within 30 s: 412 of at most 1,200 tokens had come. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'The model did not finish within 30 s: 40 of at most 1,200 tokens had come. Request 9b01-2c1d5e8f7d6e.',
  ],
  [
    'verify',
    'ModelTimeoutException',
    'The model did not finish within 30 s: 412 of at most 1,200 tokens had come. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'The model did not finish within 29.5 s: 7 of at most 900 tokens had come. Request 00000000-0000-4000-8000-000000000000.',
  ],
  [
    'gap-fill',
    'SchemaMismatch',
    'Column "Storno-Nr." of the table on page 1 fits no field of the schema: 14 cells unassigned. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'Column "Zoll" of the table on page 2 fits no field of the schema: 1 cell unassigned. Request aaaaaaaa-7d6e-4b0e-9a77-2c1d5e8f9b01.',
  ],
  [
    'gap-fill',
    'GuardrailIntervened',
    'Guardrail "gr7k2f0q9d1c" version 3 stopped the answer: prompt attack with high confidence after 60 characters. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'Guardrail "abc" version 12 stopped the answer: prompt attack with high confidence after 1 character. Request 1b0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
  ],
  [
    'gap-fill',
    'GuardrailIntervened',
    'Guardrail "gr7k2f0q9d1c" version 3 stopped the answer: personal data with high confidence after 60 characters.',
    'Guardrail "gr7k2f0q9d1c" version 4 stopped the answer: personal data with high confidence after 2,060 characters.',
  ],
  [
    'gap-fill',
    'ModelRefused',
    'The model gave no values, but said "I can’t help with this document.". Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'The model gave no values, but said "I am not able to read it, sorry". Request 1b0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
  ],
  [
    'verify',
    'AnswerTruncated',
    'The model’s answer was cut off after 8192 tokens. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'The model’s answer was cut off after 4096 tokens. Request 1b0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
  ],
  [
    'verify',
    'SchemaMismatch',
    'The model’s answer does not fit the schema at "fields.total.confidence": Too big: expected number to be <=1. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'The model’s answer does not fit the schema at "fields.iban.confidence": Too big: expected number to be <=1. Request 1b0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
  ],
  [
    'textract',
    'UnsupportedLanguage',
    'The text is in "Finnish", which is none of the 6 languages that can be read. Request 3f0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
    'The text is in "Danish", which is none of the 6 languages that can be read. Request 1b0c9a52-7d6e-4b0e-9a77-2c1d5e8f9b01.',
  ],
  [
    'gap-fill',
    'ValidationException',
    'Input is too long for requested model.',
    'Input is too long for requested model',
  ],
  [
    'gap-fill',
    'ValidationException',
    'The provided model identifier is invalid: anthropic.claude-haiku-4-5-20251001-v1:0',
    'The provided model identifier is invalid: eu.amazon.nova-2-lite-v1:0',
  ],
  [
    'gap-fill',
    'ValidationException',
    'Invocation of model ID anthropic.claude-haiku-4-5-20251001-v1:0 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    'Invocation of model ID amazon.nova-2-lite-v1:0 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
  ],
  [
    'gap-fill',
    'ValidationException',
    'messages.1.content.0.text: Field required',
    'messages.14.content.3.text: Field required',
  ],
  [
    'gap-fill',
    'ValidationException',
    'max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens',
    'max_tokens: 9,000 > 4096, which is the maximum allowed number of output tokens',
  ],
  [
    'gap-fill',
    'AccessDeniedException',
    "You don't have access to the model with the specified model ID.",
    "You don't have access to the model with the specified model ID",
  ],
  [
    'gap-fill',
    'AccessDeniedException',
    'User: arn:aws:sts::447108293316:assumed-role/process-document-prod/process-document is not authorized to perform: bedrock:InvokeModel on resource: arn:aws:bedrock:eu-west-1::foundation-model/anthropic.claude-haiku-4-5 because no identity-based policy allows the bedrock:InvokeModel action',
    'User: arn:aws:iam::000000000000:user/x is not authorized to perform: bedrock:InvokeModel on resource: arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-pro-v1:0 because no identity-based policy allows the bedrock:InvokeModel action',
  ],
  [
    'gap-fill',
    'ServiceUnavailableException',
    'Bedrock is unable to process your request.',
    'Bedrock is unable to process your request',
  ],
  [
    'gap-fill',
    'ModelErrorException',
    'The model returned the following errors: {"message":"image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes"}',
    'The model returned the following errors: {"message":"image exceeds 5 MB maximum: 9000000 bytes > 5242880 bytes"}',
  ],
  [
    'gap-fill',
    'ModelErrorException',
    'The model returned the following errors: {"message":"prompt is empty","status":400}',
    'The model returned the following errors: {"message":"prompt is empty","status":422}',
  ],
  [
    'gap-fill',
    'AnswerUnreadable',
    'Unexpected token \'H\', "Here is th"... is not valid JSON',
    'Unexpected token \'<\', "<answer>{"... is not valid JSON',
  ],
  ['gap-fill', 'AnswerUnreadable', 'Unexpected end of JSON input', 'Unexpected end of JSON input'],
  [
    'gap-fill',
    'AnswerUnreadable',
    "Expected ',' or '}' after property value in JSON at position 1823 (line 42 column 7)",
    "Expected ',' or '}' after property value in JSON at position 9 (line 1 column 10)",
  ],
  [
    'verify',
    'AnswerUnreadable',
    'Fields "total", "vatId" and "dueDate" are missing in the answer',
    'Fields "iban" and "total" are missing in the answer',
    'Fields ‘a’, ‘b’, ‘c’, ‘d’ and ‘e’ are missing in the answer',
  ],
  [
    'verify',
    'LowConfidence',
    'Confidence 0.41 is under the 0.56 floor of this workflow',
    'Confidence 0.5599 is under the 0.6 floor of this workflow',
    'Confidence 3 % is under the 56 % floor of this workflow',
  ],
  [
    'verify',
    'TotalsDiffer',
    'The lines add up to €1,204.50, the document says €1,240.50',
    'The lines add up to €9, the document says €12,000,000.00',
  ],
];

/** Lists every cause with its errors. All errors of one cause share a fingerprint, and no two causes do. */
export const fingerprintCorpus: readonly (readonly Failing[])[] = [
  ...readersFamilies,
  ...servicesFamilies,
].map(([stage, code, ...messages]) => messages.map((message) => ({ stage, code, message })));
