// The parts of an OpenAPI document that its reference shows, and the ids of these parts on the page.

export interface Reference {
  readonly $ref: string;
}

export interface Schema extends Partial<Reference> {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly 'x-enum-varnames'?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-graphql-name'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema & { readonly example?: string | number };
}

interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: { readonly example?: string | number };
}

type Examples = Readonly<
  Record<string, { readonly summary?: string; readonly value: Readonly<Record<string, unknown>> }>
>;

interface Body {
  readonly content?: { readonly 'application/json': { readonly schema: Reference; readonly examples: Examples } };
}

export interface Answer extends Body {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly 'x-graphql-field': string;
  readonly parameters: readonly Reference[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

export interface Operation extends OperationObject {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
}

export interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly securitySchemes: Readonly<Record<string, { readonly name?: string; readonly description: string }>>;
  };
}

export const operationsOf = ({ paths }: Document): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase() as Operation['method'],
      path,
    })),
  );

/** The name of the component that is referred to. */
export const componentOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The id of a parameter: a part of an operation, or that of all. */
export const parameterId = ({ name, in: place }: Pick<Parameter, 'name' | 'in'>, operation?: string): string =>
  `${operation ? `${operation}-` : ''}${place}-${name}`;
