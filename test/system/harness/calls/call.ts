// The types of a call to the deployment and of the answer to it.

export type Surface = 'rest' | 'graphql';

/** The token of a call, and the parts of the request that carry it; `header` and `query` replace a part as they are. */
export interface Credential {
  readonly who: 'owner' | 'rival' | 'nobody';
  readonly tokenIn?: 'header' | 'query' | 'both';
  /** An Authorization header without a token of `who`. */
  readonly header?: string;
  /** A query parameter `token` without a token of `who`. */
  readonly query?: string;
}

export interface Call {
  readonly method: string;
  /** From the root of the deployment, without the token. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The owner's token in a header where absent. */
  readonly credential?: Credential;
}

/** A call and the answer to it. */
export interface AnsweredCall {
  readonly surface: Surface;
  readonly call: Call;
  readonly status: number;
  readonly headers: Headers;
  /** The body, without its content coding. */
  readonly text: string;
  /** The body parsed as JSON; undefined for a body that is not JSON. */
  readonly json: unknown;
}
