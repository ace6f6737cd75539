declare module 'asl-validator' {
  interface ValidationError {
    readonly 'Error code'?: string;
    readonly Message?: string;
    readonly schemaError?: { readonly instancePath: string };
  }

  export default function validate(
    definition: unknown,
    options?: { readonly checkPaths: boolean; readonly checkArn: boolean },
  ): { readonly isValid: boolean; readonly errors: readonly ValidationError[] };
}
